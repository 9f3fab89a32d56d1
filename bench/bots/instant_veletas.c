/* A Veletas bot that answers at once: the first move it finds from a shooter and a direction at
   random. In every other turn the shooter stays, else it moves and shoots where it came from. */

#include "instant.h"

static const char plays[] = "id name instant\nplays veletas\nready\n";

static char *name(char *to, int at, int size) {
    *to++ = 'a' + at % (size + 1);
    return to + sprintf(to, "%d", size - at / (size + 1));
}

/* Shooters on the empty squares of one inner row, and a stone on the top row. */
static char *place(const char *state, char *to, int size, int shooters) {
    for (int at = (1 + draw(size - 2)) * (size + 1) + 1; shooters > 0; at++) {
        if (at % (size + 1) == size - 1)
            at = (at / (size + 1) % (size - 2) + 1) * (size + 1) + 1;
        if (state[at] != '.')
            continue;
        to = name(to, at, size);
        *to++ = --shooters ? ',' : '/';
    }
    int stone = draw(size);
    while (state[stone] != '.')
        stone = (stone + 1) % size;
    return name(to, stone, size);
}

/* The first empty square from `at` by steps over other shooters, or -1. */
static int seen(const char *state, int at, int step, int squares) {
    do
        at += step;
    while (at >= 0 && at < squares && strchr("SBW", state[at]));
    return at >= 0 && at < squares && state[at] == '.' ? at : -1;
}

static char *shoot(const char *state, char *to, int size) {
    int wide = size + 1, squares = size * wide - 1;
    int steps[] = {1, -1, wide, -wide, wide + 1, wide - 1, 1 - wide, -1 - wide};
    uint32_t first = draw(squares), turned = draw(8);
    for (int i = 0; i < squares; i++) {
        int start = (first + i) % squares;
        for (int j = 0; state[start] == 'S' && j < 8; j++) {
            int end = seen(state, start, steps[(turned + j) % 8], squares);
            if (end < 0)
                continue;
            if (first % 2)
                return name(to, end, size);
            to = name(to, start, size);
            *to++ = '-';
            to = name(to, end, size);
            *to++ = '/';
            return name(to, start, size);
        }
    }
    return to;
}

static char *choose(const char *state, char *move) {
    int size = strchr(state, '/') - state;
    const char *phase = state + size * (size + 1) + 2;
    int first = size == 7 ? 1 : size == 9 ? 2 : 3;
    if (!memcmp(phase, "place1", 6))
        return place(state, move, size, first);
    if (!memcmp(phase, "place2", 6))
        return place(state, move, size, first + 1);
    if (!memcmp(phase, "choose", 6))
        return move + sprintf(move, draw(2) ? "black" : "white");
    return shoot(state, move, size);
}
