/* A What the Shell bot that answers at once: a square at random among the empty ones. */

#include "instant.h"

static const char plays[] = "id name instant\nplays what-the-shell\nready\n";

static char *choose(const char *state, char *move) {
    for (;;) {
        uint32_t square = draw(81), row = square / 9, file = square % 9;
        if (state[row * 10 + file] == '.') {
            *move++ = 'a' + file;
            *move++ = '9' - row;
            return move;
        }
    }
}
