/* What the files of the bot share. */
#ifndef BOT_H
#define BOT_H

#include <stdbool.h>
#include <stdint.h>

enum {
    MAX_SIZE = 10,
    MAX_MOVES = 10000, /* 7 shooters see at most 35 squares, and 36 from each of them */
    MOVE_SIZE = 32     /* bytes, the last one 0: enough for a placement */
};

typedef enum { WHAT_THE_SHELL, VELETAS } Game;
typedef enum { PLACE1, CHOOSE, PLACE2, PLAY } Phase; /* What the Shell is always in PLAY */

typedef struct {
    int file, rank; /* both from 0: a1 is {0, 0} */
} Square;

typedef struct {
    char text[4];
} Name;

typedef struct {
    Game game;
    int seat;                       /* yours, 1 or 2 */
    int size;                       /* of the board */
    char board[MAX_SIZE][MAX_SIZE]; /* [rank][file]: . b w, o an egg, S shooter, B W claimed ones */
    Square eggs[81];                /* What the Shell: the oldest first */
    int egg_count;
    Phase phase;
    char colour;   /* yours, 'b' or 'w'; not decided yet in CHOOSE */
    double budget; /* milliseconds that this turn may take, if others are to have as much */
} State;

typedef struct {
    int count;
    char text[MAX_MOVES][MOVE_SIZE];
} Moves;

/* state.c */
bool read_state(State *state, char *text);              /* false if the text is no position */
void list_moves(State *state, Moves *moves);            /* all but placements, which are too many */
int see(const State *state, Square from, Square *seen); /* how many empty squares a shooter sees */
bool is_inner(const State *state, Square square);       /* not on the edge */
int shooters_to_place(const State *state);
Name spell(Square square); /* its text is such as "c3" */

/* bot.c */
int below(int limit); /* chance: 0 to limit - 1, from the seed of the game */

/* choose.c, which is yours */
extern const char *const NAME;
extern const char *const OPTIONS[]; /* ends with NULL */
extern uint64_t seed_option;        /* 0 stands for the seed of each game */
void set_option(const char *name, const char *text);
const char *choose(State *state);

#endif
