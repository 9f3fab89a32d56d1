/* The floor under every referee: a parent and bots that do nothing but exchange lines over pipes.

   floor BOTS TURNS

   With one bot a turn is one round trip; with two, both are written to, then `poll` waits for
   both. Prints the nanoseconds of one turn. The lines are as long as a turn of the protocol. */

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char question[] =
    "played 12 1:d4 2:e5\n"
    "state ........./........./..b....../...w...../....b..../........./...wb..../........./....... -\n"
    "go 13 time=1000 last=1\n";
static const char answer[] = "move 13 e7\n";

struct bot {
    int inlet, outlet;
};

static void serve(int in, int out) {
    char buffer[4096];
    while (read(in, buffer, sizeof buffer) > 0)
        if (write(out, answer, sizeof answer - 1) < 0)
            break;
    _exit(0);
}

static struct bot start(void) {
    int to[2], from[2];
    if (pipe(to) || pipe(from))
        exit(1);
    if (fork() == 0) {
        close(to[1]);
        close(from[0]);
        serve(to[0], from[1]);
    }
    close(to[0]);
    close(from[1]);
    return (struct bot){to[1], from[0]};
}

static void ask(struct bot bot) {
    if (write(bot.inlet, question, sizeof question - 1) < 0)
        exit(1);
}

static void hear(int outlet) {
    char buffer[4096];
    if (read(outlet, buffer, sizeof buffer) <= 0)
        exit(1);
}

static void turn_of_two(struct bot *bots, struct pollfd *polled) {
    ask(bots[0]);
    ask(bots[1]);
    for (int waiting = 2; waiting > 0;) {
        poll(polled, 2, -1);
        for (int i = 0; i < 2; i++)
            if (polled[i].revents) {
                hear(polled[i].fd);
                waiting--;
            }
    }
}

static void turn_of_one(struct bot *bots) {
    ask(bots[0]);
    hear(bots[0].outlet);
}

int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 1;
    long turns = argc > 2 ? atol(argv[2]) : 100000;
    struct bot bots[2] = {start(), {0, 0}};
    if (count == 2)
        bots[1] = start();
    struct pollfd polled[2] = {{bots[0].outlet, POLLIN, 0}, {bots[1].outlet, POLLIN, 0}};
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    for (long turn = 0; turn < turns; turn++)
        if (count == 2)
            turn_of_two(bots, polled);
        else
            turn_of_one(bots);
    clock_gettime(CLOCK_MONOTONIC, &after);
    double ns = (after.tv_sec - before.tv_sec) * 1e9 + (after.tv_nsec - before.tv_nsec);
    printf("%.1f\n", ns / turns);
    return 0;
}
