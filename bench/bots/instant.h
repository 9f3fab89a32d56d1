/* What an instant bot needs: the protocol by plain reads and writes, one write for each answer.

   A bot defines `plays`, its line of that name, and `choose`, its rule. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char plays[];

/* Writes a legal move of `state`, its text, at `move`; returns the end of what it wrote. */
static char *choose(const char *state, char *move);

static uint32_t seed = 1;

/* A number below `limit`, by a generator that is quick rather than good. */
static uint32_t draw(uint32_t limit) {
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return (uint32_t)((uint64_t)seed * limit >> 32);
}

static void say(const char *text, size_t length) {
    if (write(1, text, length) < 0)
        exit(1);
}

static void answer(const char *go, const char *state) {
    char out[128] = "move ", *end = out + 5;
    for (const char *turn = go + 3; *turn >= '0' && *turn <= '9';)
        *end++ = *turn++;
    *end++ = ' ';
    end = choose(state, end);
    *end++ = '\n';
    say(out, end - out);
}

static void begin(const char *newgame) {
    char out[64], id[32];
    sscanf(newgame, "newgame %31s", id);
    seed = (uint32_t)atoll(strstr(newgame, "seed=") + 5) * 2654435761u | 1;
    say(out, sprintf(out, "ready %s\n", id));
}

static void hear(const char *line, size_t length) {
    static char state[256];
    if (!memcmp(line, "go ", 3)) {
        answer(line, state);
    } else if (!memcmp(line, "state ", 6)) {
        memcpy(state, line + 6, length - 6 < sizeof state ? length - 6 : sizeof state);
    } else if (!memcmp(line, "newgame ", 8)) {
        begin(line);
    } else if (!memcmp(line, "arena ", 6)) {
        say(plays, strlen(plays));
    } else if (!memcmp(line, "quit", 4)) {
        exit(0);
    }
}

int main(void) {
    static char buffer[1 << 16];
    size_t held = 0;
    ssize_t got;
    while ((got = read(0, buffer + held, sizeof buffer - 1 - held)) > 0) {
        char *line = buffer, *end;
        buffer[held += got] = 0;
        for (; (end = memchr(line, '\n', buffer + held - line)); line = end + 1) {
            *end = 0;
            hear(line, end + 1 - line);
        }
        held = buffer + held - line;
        memmove(buffer, line, held);
    }
    return 0;
}
