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
//     hold            has a child that shares the memory do what "answer" does, and goes on
//     delay N         waits so many microseconds
//     chroot PATH     takes a folder for its root (needs root)
//     orphan          goes on in a child once the parent has ended
//     recycle         like orphan, and the child has the number that the parent had (needs root)
//     exec PATH       becomes another program, which does the rest
//     fuse TYPE PATH  mounts an empty file system of its own at PATH, as rclone and the like would (needs root)
//     silence TYPE PATH  likewise, and it never tells what is in it
//     spawn PATH      starts another program, which does the rest, without having forked its memory first
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
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

static int answer_from_shared_memory(void *unused) {
    (void)unused;
    answer();
    _exit(0);
}

/// The memory of this process stays in use when it executes another program.
static void hold_memory(void) {
    enum { STACK = 1 << 18 };
    char *stack = malloc(STACK);
    if (stack == NULL || clone(answer_from_shared_memory, stack + STACK, CLONE_VM | SIGCHLD, NULL) < 0) fail("clone");
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

static void reply_fuse(int device, uint64_t unique, int error, const void *body, size_t length) {
    uint8_t bytes[256] = {0};
    struct fuse_out_header header = {.len = (uint32_t)(sizeof(header) + length), .error = -error, .unique = unique};
    memcpy(bytes, &header, sizeof(header));
    if (length > 0) memcpy(bytes + sizeof(header), body, length);
    // The kernel refuses what nobody waits for any more.
    if (write(device, bytes, header.len) < 0 && errno != ENOENT) _exit(73);
}

/// An empty folder is all there is.
static void serve_fuse(int device, int is_silent) {
    static _Alignas(8) uint8_t bytes[1 << 18];
    struct fuse_attr_out root = {.attr = {.ino = 1, .mode = S_IFDIR | 0700, .nlink = 2}};
    for (;;) {
        ssize_t count = read(device, bytes, sizeof(bytes));
        if (count < (ssize_t)sizeof(struct fuse_in_header)) _exit(0);
        struct fuse_in_header request;
        memcpy(&request, bytes, sizeof(request));
        struct fuse_init_out hello = {
            .major = FUSE_KERNEL_VERSION, .minor = FUSE_KERNEL_MINOR_VERSION, .max_write = 4096, .max_pages = 1};
        struct fuse_open_out opened = {.fh = 1};
        struct fuse_statfs_out space = {.st = {.bsize = 4096, .namelen = 255}};
        switch (request.opcode) {
        case FUSE_INIT: reply_fuse(device, request.unique, 0, &hello, sizeof(hello)); break;
        case FUSE_GETATTR: reply_fuse(device, request.unique, 0, &root, sizeof(root)); break;
        case FUSE_STATFS: reply_fuse(device, request.unique, 0, &space, sizeof(space)); break;
        case FUSE_OPENDIR: reply_fuse(device, request.unique, 0, &opened, sizeof(opened)); break;
        case FUSE_READDIR:
        case FUSE_RELEASEDIR: reply_fuse(device, request.unique, 0, NULL, 0); break;
        case FUSE_LOOKUP:
            if (!is_silent) reply_fuse(device, request.unique, ENOENT, NULL, 0);
            break;
        case FUSE_FORGET:
        case FUSE_BATCH_FORGET: break;
        default: reply_fuse(device, request.unique, ENOSYS, NULL, 0);
        }
    }
}

static void mount_fuse(const char *type, const char *path, int is_silent) {
    int device = open("/dev/fuse", O_RDWR | O_CLOEXEC);
    if (device < 0) fail("/dev/fuse");
    char options[128];
    snprintf(options, sizeof(options), "fd=%d,rootmode=40000,user_id=0,group_id=0", device);
    if (mount("drive:", path, type, MS_NOSUID | MS_NODEV, options) < 0) fail("mount");
    pid_t child = fork();
    if (child < 0) fail("fork");
    if (child > 0) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    serve_fuse(device, is_silent);
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
        } else if (strcmp(step, "fuse") == 0 || strcmp(step, "silence") == 0) {
            mount_fuse(value, index + 2 < count ? arguments[index + 2] : "", strcmp(step, "silence") == 0);
            index += 2;
        } else if (strcmp(step, "chroot") == 0) {
            if (chroot(value) < 0 || chdir("/") < 0) fail("chroot");
            index++;
        } else if (strcmp(step, "hold") == 0) {
            hold_memory();
        } else if (strcmp(step, "delay") == 0) {
            usleep((useconds_t)atoi(value));
            index++;
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
