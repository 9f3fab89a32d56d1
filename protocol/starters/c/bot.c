/* The conversation with the arena. Leave this file alone: what the bot plays is in choose.c. */
#define _POSIX_C_SOURCE 200809L /* for getline */
#include "bot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t chance;

/* SplitMix64: good numbers from any seed. */
int below(int limit) {
    uint64_t z = chance += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (int)((z ^ (z >> 31)) % (uint64_t)limit);
}

/* The next word of the line that main began to split; never NULL. */
static char *word(void) {
    char *found = strtok(NULL, " ");
    return found ? found : "";
}

/* The next key=value field of the line; NULL at its end. */
static char *field(char **value) {
    for (char *key; (key = strtok(NULL, " "));)
        if ((*value = strchr(key, '='))) {
            *(*value)++ = '\0';
            return key;
        }
    return NULL;
}

static void greet(const char *version) {
    if (strcmp(version, "1")) {
        fprintf(stderr, "this bot speaks version 1 of the protocol, not %s\n", version);
        exit(1);
    }
    printf("id name %s\n", NAME);
    for (int i = 0; OPTIONS[i]; i++)
        printf("option %s\n", OPTIONS[i]);
    puts("plays what-the-shell\nplays veletas\nready");
}

static void new_game(State *state) {
    char *number = word(), *value;
    for (char *key; (key = field(&value));) {
        if (!strcmp(key, "game"))
            state->game = strcmp(value, "veletas") ? WHAT_THE_SHELL : VELETAS;
        else if (!strcmp(key, "seat"))
            state->seat = atoi(value);
        else if (!strcmp(key, "seed"))
            chance = seed_option ? seed_option : strtoull(value, NULL, 10);
    }
    fprintf(stderr, "game %s as seat %d\n", number, state->seat);
    printf("ready %s\n", number);
}

/* The free time, and a twentieth of the bank with half of what it gains, or a period. */
static double budget(void) {
    double time = 0, bank = 0, inc = 0, period = 0;
    char *value;
    for (char *key; (key = field(&value));) {
        if (!strcmp(key, "time")) time = atof(value);
        if (!strcmp(key, "bank")) bank = atof(value);
        if (!strcmp(key, "inc")) inc = atof(value);
        if (!strcmp(key, "period")) period = atof(value);
    }
    double saved = bank / 20 + inc / 2;
    if (saved > bank) saved = bank;
    return time + (saved > period ? saved : period);
}

static void answer(State *state) {
    char *turn = word();
    state->budget = budget();
    const char *move = choose(state);
    if (strcmp(move, "resign"))
        printf("move %s %s\n", turn, move);
    else
        printf("resign %s\n", turn);
}

static void place(State *state, char *text) {
    if (!read_state(state, text)) {
        fprintf(stderr, "this bot cannot read the position\n");
        exit(1);
    }
}

int main(void) {
    static State state;
    char *line = NULL;
    size_t room = 0;
    setvbuf(stdout, NULL, _IOLBF, 0); /* every line leaves at once */
    while (getline(&line, &room, stdin) > 0) {
        line[strcspn(line, "\r\n")] = '\0';
        const char *keyword = strtok(line, " ");
        if (!keyword) continue;
        if (!strcmp(keyword, "arena")) greet(word());
        if (!strcmp(keyword, "set")) {
            const char *name = word(), *text = strtok(NULL, "");
            set_option(name, text ? text : "");
        }
        if (!strcmp(keyword, "newgame")) new_game(&state);
        if (!strcmp(keyword, "state")) place(&state, strtok(NULL, ""));
        if (!strcmp(keyword, "go")) answer(&state);
        if (!strcmp(keyword, "ping")) printf("pong %s\n", word());
        if (!strcmp(keyword, "quit")) break;
        /* Anything else is not for us: the arena may say more than this bot knows. */
    }
    free(line);
    return 0;
}
