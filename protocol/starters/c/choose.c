/* What the bot plays. This file is yours: it begins with a legal move at random. */
#include "bot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const NAME = "my-bot";
const char *const OPTIONS[] = {"name=seed type=int default=0 min=0", NULL};
uint64_t seed_option = 0;

void set_option(const char *name, const char *text) {
    if (!strcmp(name, "seed")) seed_option = strtoull(text, NULL, 10);
}

/* A square at random; it is no longer empty then, so that it does not come twice. */
static Square draw(State *state, bool inner) {
    Square square;
    do
        square = (Square){below(state->size), below(state->size)};
    while (state->board[square.rank][square.file] != '.' || (inner && !is_inner(state, square)));
    state->board[square.rank][square.file] = 'x';
    return square;
}

/* Shooters anywhere but on the edge, and a stone anywhere: "c3,d4,e5/f6". */
static const char *placement(State *state) {
    static char move[MOVE_SIZE];
    move[0] = '\0';
    for (int left = shooters_to_place(state); left > 0; left--) {
        strcat(move, spell(draw(state, true)).text);
        strcat(move, left > 1 ? "," : "/");
    }
    return strcat(move, spell(draw(state, false)).text);
}

/* The move to play, or "resign". It should come within state->budget milliseconds. */
const char *choose(State *state) {
    static Moves moves;
    if (state->phase == PLACE1 || state->phase == PLACE2) return placement(state);
    list_moves(state, &moves);
    return moves.text[below(moves.count)];
}
