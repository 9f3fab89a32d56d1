/* The floor under every referee: a parent and bots that do nothing but exchange lines over pipes.

   floor BOTS TURNS

   A turn: write to each bot, then wait with `poll`, as whoever keeps a clock must, until each has
   answered. Prints the nanoseconds of one. The lines are as long as a turn of the protocol. */

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

static void turn(struct bot *bots, struct pollfd *polled, int count) {
    for (int i = 0; i < count; i++)
        ask(bots[i]);
    for (int waiting = count; waiting > 0;) {
        poll(polled, count, 1000);
        for (int i = 0; i < count; i++)
            if (polled[i].revents) {
                hear(polled[i].fd);
                waiting--;
            }
    }
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
    for (long i = 0; i < turns; i++)
        turn(bots, polled, count);
    clock_gettime(CLOCK_MONOTONIC, &after);
    double ns = (after.tv_sec - before.tv_sec) * 1e9 + (after.tv_nsec - before.tv_nsec);
    printf("%.1f\n", ns / turns);
    return 0;
}
