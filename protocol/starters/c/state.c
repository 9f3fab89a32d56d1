/* A position, and the moves that it allows. */
#include "bot.h"

#include <stdio.h>
#include <string.h>

static const int STEPS[8][2] = {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1},
                                {0, 1},   {1, -1}, {1, 0},  {1, 1}};

static void read_eggs(State *state, const char *text) {
    state->egg_count = 0;
    for (; *text != '-' && *text; text += 2 + (text[2] == ','))
        state->eggs[state->egg_count++] = (Square){text[0] - 'a', text[1] - '1'};
}

static Phase phase_of(const char *word) {
    if (!strcmp(word, "place1")) return PLACE1;
    if (!strcmp(word, "choose")) return CHOOSE;
    return strcmp(word, "place2") ? PLAY : PLACE2;
}

bool read_state(State *state, char *text) {
    const char *rows = text ? strtok(text, " ") : NULL, *second = strtok(NULL, " ");
    const char *phase = strtok(NULL, " ");
    int size = rows ? (int)strcspn(rows, "/") : 0;
    if (!second || size > MAX_SIZE || strlen(rows) != (size_t)(size * (size + 1) - 1)) return false;
    state->size = size;
    for (int rank = size - 1; rank >= 0; rank--, rows += size + 1)
        memcpy(state->board[rank], rows, (size_t)size);
    if (state->game == WHAT_THE_SHELL) read_eggs(state, second);
    state->colour = state->game == VELETAS ? second[0] : state->seat == 1 ? 'b' : 'w';
    state->phase = state->game == VELETAS && phase ? phase_of(phase) : PLAY;
    return true;
}

Name spell(Square square) {
    char file = (char)('a' + square.file), rank = (char)('1' + square.rank);
    return square.rank < 9 ? (Name){{file, rank}} : (Name){{file, '1', '0'}};
}

bool is_inner(const State *state, Square square) {
    int last = state->size - 1;
    return square.file > 0 && square.file < last && square.rank > 0 && square.rank < last;
}

int shooters_to_place(const State *state) {
    int all = state->size == 7 ? 3 : state->size == 9 ? 5 : 7;
    return state->phase == PLACE1 ? all / 2 : all - all / 2;
}

/* Along the queen's lines: past shooters, up to a stone. */
int see(const State *state, Square from, Square *seen) {
    int count = 0, size = state->size;
    for (int i = 0; i < 8; i++) {
        int file = from.file + STEPS[i][0], rank = from.rank + STEPS[i][1];
        for (; file >= 0 && file < size && rank >= 0 && rank < size;
             file += STEPS[i][0], rank += STEPS[i][1]) {
            char cell = state->board[rank][file];
            if (cell == 'b' || cell == 'w') break;
            if (cell == '.') seen[count++] = (Square){file, rank};
        }
    }
    return count;
}

/* Moves of the shooter on `from`; `shot` gets the squares at which it may fire from there. */
static void list_shots(State *state, Square from, Moves *moves, bool shot[MAX_SIZE][MAX_SIZE]) {
    Square ends[4 * MAX_SIZE], targets[4 * MAX_SIZE];
    int end_count = see(state, from, ends);
    state->board[from.rank][from.file] = '.'; /* it may fire at the square that it has left */
    for (int i = 0; i < end_count; i++) {
        shot[ends[i].rank][ends[i].file] = true;
        int target_count = see(state, ends[i], targets);
        for (int j = 0; j < target_count; j++)
            sprintf(moves->text[moves->count++], "%s-%s/%s", spell(from).text, spell(ends[i]).text,
                    spell(targets[j]).text);
    }
    state->board[from.rank][from.file] = 'S';
}

void list_moves(State *state, Moves *moves) {
    bool open[MAX_SIZE][MAX_SIZE] = {{false}}; /* where a move is the square's name alone */
    moves->count = 0;
    if (state->phase == CHOOSE) {
        strcpy(moves->text[moves->count++], "black");
        strcpy(moves->text[moves->count++], "white");
    }
    if (state->phase != PLAY) return;
    for (int rank = 0; rank < state->size; rank++)
        for (int file = 0; file < state->size; file++) {
            char cell = state->board[rank][file];
            if (state->game == WHAT_THE_SHELL && cell == '.') open[rank][file] = true;
            if (cell == 'S') list_shots(state, (Square){file, rank}, moves, open);
        }
    for (int rank = 0; rank < state->size; rank++)
        for (int file = 0; file < state->size; file++)
            if (open[rank][file])
                strcpy(moves->text[moves->count++], spell((Square){file, rank}).text);
}
