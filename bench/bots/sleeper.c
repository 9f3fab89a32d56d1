/* A What the Shell bot that sleeps before each answer and tells how long it truly took.

   sleeper MILLISECONDS

   Its `info us=N` is the time from its `go` read to its answer written, by its own clock. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static long long now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000LL + t.tv_nsec / 1000;
}

static void sleep_until(long long us) {
    struct timespec t = {us / 1000000, us % 1000000 * 1000};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
}

/* The first empty square in an order that is far from making lines. */
static void choose(const char *state, int seat, char move[3]) {
    for (int step = 0; step < 81; step++) {
        int square = (step * 34 + seat * 17) % 81, row = square / 9, column = square % 9;
        if (state[row * 10 + column] == '.') {
            sprintf(move, "%c%d", 'a' + column, 9 - row);
            return;
        }
    }
}

int main(int argc, char **argv) {
    static char line[65536], state[128];
    long long pause = argc > 1 ? atoll(argv[1]) * 1000 : 0;
    int seat = 1;
    while (fgets(line, sizeof line, stdin)) {
        long long started = now_us();
        char id[32], move[3] = "";
        if (!strncmp(line, "arena", 5)) {
            printf("id name sleeper\nplays what-the-shell\nready\n");
        } else if (sscanf(line, "newgame %31s", id) == 1) {
            seat = atoi(strstr(line, "seat=") + 5);
            printf("ready %s\n", id);
        } else if (!strncmp(line, "state ", 6)) {
            strncpy(state, line + 6, sizeof state - 1);
        } else if (!strncmp(line, "go ", 3)) {
            choose(state, seat, move);
            sleep_until(started + pause);
            printf("info us=%lld\nmove %d %s\n", now_us() - started, atoi(line + 3), move);
        } else if (!strncmp(line, "quit", 4)) {
            break;
        }
        fflush(stdout);
    }
    return 0;
}
