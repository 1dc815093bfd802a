// Does, step by step, what its arguments say: the part of an app and of whoever would like to be taken for it. Tests copy
// it to wherever the app is to be. The connection is descriptor 9 and survives fork and exec.
//
//     connect PATH    connects
//     send HEX        sends these bytes
//     answer          receives frames until a RESPONSE, and prints what it holds, or "closed"
//     settle          receives one frame
//     listen          has a child do what "answer" does, and goes on
//     say WORD        prints the word
//     pause           waits for a byte from standard input
//     fork            goes on in a child; the parent waits for it and ends like it
//     orphan          goes on in a child once the parent has ended
//     recycle         like orphan, and the child has the number that the parent had (needs root)
//     exec PATH       becomes another program, which does the rest
//     spawn PATH      starts another program, which does the rest, without having forked its memory first
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CONNECTION = 9, HEADER = 16, RESPONSE = 3 };

extern char **environ;

static void fail(const char *what) {
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    exit(70);
}

static void say(const char *text) {
    if (dprintf(STDOUT_FILENO, "%s\n", text) < 0) exit(71);
}

static void connect_to(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof(address.sun_path)) exit(64);
    strcpy(address.sun_path, path);
    int made = socket(AF_UNIX, SOCK_STREAM, 0);
    // A test that waits for what never comes fails instead of hanging.
    struct timeval patience = {.tv_sec = 30};
    if (made < 0 || setsockopt(made, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience)) < 0) fail("socket");
    if (connect(made, (struct sockaddr *)&address, sizeof(address)) < 0) fail("connect");
    if (dup2(made, CONNECTION) < 0) fail("dup2");
    if (made != CONNECTION) close(made);
}

static void send_bytes(const char *digits) {
    for (; digits[0] != 0; digits += 2) {
        char text[3] = {digits[0], digits[1], 0};
        char byte = (char)strtol(text, NULL, 16);
        // A closed connection shows in the answer.
        if (send(CONNECTION, &byte, 1, MSG_NOSIGNAL) < 0) return;
    }
}

/// 1 for a frame whose payload is at `payload`, 0 when the connection is closed.
static int receive_frame(uint8_t *header, uint8_t *payload, size_t capacity, size_t *length) {
    for (size_t got = 0; got < HEADER;) {
        ssize_t count = recv(CONNECTION, header + got, HEADER - got, 0);
        if (count < 0 && errno == EAGAIN) exit(74);
        if (count <= 0) return 0;
        got += (size_t)count;
    }
    *length = (size_t)header[0] << 24 | (size_t)header[1] << 16 | (size_t)header[2] << 8 | header[3];
    if (*length > capacity) exit(65);
    for (size_t got = 0; got < *length;) {
        ssize_t count = recv(CONNECTION, payload + got, *length - got, 0);
        if (count <= 0) return 0;
        got += (size_t)count;
    }
    return 1;
}

static void answer(void) {
    uint8_t header[HEADER];
    static uint8_t payload[1 << 20];
    size_t length = 0;
    while (receive_frame(header, payload, sizeof(payload), &length)) {
        if (header[8] != RESPONSE) continue;
        char *text = calloc(length * 2 + 1, 1);
        if (text == NULL) fail("calloc");
        for (size_t index = 0; index < length; index++) snprintf(text + index * 2, 3, "%02x", payload[index]);
        if (dprintf(STDOUT_FILENO, "answered %s\n", text) < 0) exit(71);
        free(text);
        return;
    }
    say("closed");
}

static void settle(void) {
    uint8_t header[HEADER];
    static uint8_t payload[1 << 20];
    size_t length = 0;
    if (!receive_frame(header, payload, sizeof(payload), &length)) say("closed");
}

static void wait_for(pid_t child) {
    int status = 0;
    if (waitpid(child, &status, 0) < 0) fail("waitpid");
    exit(WIFEXITED(status) ? WEXITSTATUS(status) : 72);
}

static void fork_child(void) {
    pid_t child = fork();
    if (child < 0) fail("fork");
    if (child > 0) wait_for(child);
}

/// Ends this process and goes on in a child of it, or in a child's child that has the number that this process had.
static void replace_self(int recycles) {
    int gone[2];
    if (pipe(gone) < 0) fail("pipe");
    pid_t old = getpid();
    pid_t child = fork();
    if (child < 0) fail("fork");
    // The pipe's other end closes when the parent is gone.
    if (child > 0) _exit(0);
    close(gone[1]);
    char byte;
    if (read(gone[0], &byte, 1) < 0) fail("read");
    close(gone[0]);
    if (!recycles) return;
    for (int attempt = 0; attempt < 1000; attempt++) {
        int file = open("/proc/sys/kernel/ns_last_pid", O_WRONLY);
        if (file < 0) fail("ns_last_pid");
        if (dprintf(file, "%d", old - 1) < 0) fail("ns_last_pid");
        close(file);
        pid_t next = fork();
        if (next < 0) fail("fork");
        if (next == 0) {
            if (getpid() != old) _exit(75);
            return;
        }
        int status = 0;
        if (waitpid(next, &status, 0) < 0) fail("waitpid");
        if (WIFEXITED(status) && WEXITSTATUS(status) != 75) _exit(WEXITSTATUS(status));
        usleep(1000);
    }
    errno = EAGAIN;
    fail("recycle");
}

int main(int count, char **arguments) {
    for (int index = 1; index < count; index++) {
        const char *step = arguments[index];
        char *value = index + 1 < count ? arguments[index + 1] : "";
        if (strcmp(step, "connect") == 0) {
            connect_to(value);
            index++;
        } else if (strcmp(step, "send") == 0) {
            send_bytes(value);
            index++;
        } else if (strcmp(step, "say") == 0) {
            say(value);
            index++;
        } else if (strcmp(step, "answer") == 0) {
            answer();
        } else if (strcmp(step, "listen") == 0) {
            pid_t child = fork();
            if (child < 0) fail("fork");
            if (child == 0) {
                answer();
                return 0;
            }
        } else if (strcmp(step, "settle") == 0) {
            settle();
        } else if (strcmp(step, "pause") == 0) {
            char byte;
            if (read(STDIN_FILENO, &byte, 1) < 0) fail("read");
        } else if (strcmp(step, "fork") == 0) {
            fork_child();
        } else if (strcmp(step, "orphan") == 0) {
            replace_self(0);
        } else if (strcmp(step, "recycle") == 0) {
            replace_self(1);
        } else if (strcmp(step, "exec") == 0) {
            // The steps that are left are the other program's arguments.
            execv(value, &arguments[index + 1]);
            fail("exec");
        } else if (strcmp(step, "spawn") == 0) {
            pid_t child;
            int error = posix_spawn(&child, value, NULL, NULL, &arguments[index + 1], environ);
            if (error != 0) {
                errno = error;
                fail("posix_spawn");
            }
            wait_for(child);
        } else {
            fprintf(stderr, "unknown step %s\n", step);
            return 64;
        }
    }
    return 0;
}
