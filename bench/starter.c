/* What a bot's life without a game takes by itself: start, handshake, `quit`, end.

   starter TIMES COMMAND [WORD…]

   Prints the microseconds of one. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static void live(char **command) {
    int to[2], from[2];
    char said[4096];
    size_t held = 0;
    pid_t child;
    posix_spawn_file_actions_t actions;
    if (pipe2(to, O_CLOEXEC) || pipe2(from, O_CLOEXEC))
        fail("pipe2");
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, to[0], 0);
    posix_spawn_file_actions_adddup2(&actions, from[1], 1);
    if (posix_spawn(&child, command[0], &actions, NULL, command, environ))
        fail(command[0]);
    posix_spawn_file_actions_destroy(&actions);
    close(to[0]);
    close(from[1]);
    if (write(to[1], "arena 1\n", 8) < 0)
        fail("write");
    while (held < 6 || memcmp(said + held - 6, "ready\n", 6)) {
        ssize_t got = read(from[0], said + held, sizeof said - held);
        if (got <= 0)
            fail("no ready");
        held += got;
    }
    if (write(to[1], "quit\n", 5) < 0)
        fail("write");
    close(to[1]);
    waitpid(child, NULL, 0);
    close(from[0]);
}

int main(int argc, char **argv) {
    int times = argc > 2 ? atoi(argv[1]) : 0;
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    for (int i = 0; i < times; i++)
        live(argv + 2);
    clock_gettime(CLOCK_MONOTONIC, &after);
    double us = (after.tv_sec - before.tv_sec) * 1e6 + (after.tv_nsec - before.tv_nsec) / 1e3;
    printf("%.1f\n", us / times);
    return 0;
}
