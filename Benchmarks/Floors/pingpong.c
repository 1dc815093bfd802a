// The floor under every call: blocking threads that pass fixed requests of 64 bytes and replies of N bytes over a Unix
// stream socket, with no parsing at all. A server that checks accepts bytes only from the process that connected, while
// it runs the program that it ran then, as photolibraryd does: the kernel names the sender of each receive
// (SO_PASSCRED), and the address space of then must still be in use.
//
//   pingpong server SOCKET [checks]
//   pingpong client SOCKET CLIENTS REPLY_BYTES SECONDS     prints: p50_us p99_us calls_per_second
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { REQUEST_SIZE = 64, LARGEST_REPLY = 1 << 20, WARM_UP_CALLS = 500, MOST_SAMPLES = 4 << 20 };

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static int transfer(int socket, char *bytes, size_t count, int sends) {
    while (count > 0) {
        ssize_t done = sends ? send(socket, bytes, count, MSG_NOSIGNAL) : recv(socket, bytes, count, MSG_WAITALL);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return -1;
        bytes += done;
        count -= (size_t)done;
    }
    return 0;
}

static struct sockaddr_un address_of(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        fprintf(stderr, "socket path too long\n");
        exit(1);
    }
    strcpy(address.sun_path, path);
    return address;
}

static int server_checks;

typedef struct {
    pid_t process;
    int memory;
} pinned_process;

static pinned_process pin_peer(int client) {
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(client, SOL_SOCKET, SO_PEERCRED, &peer, &length)) fail("SO_PEERCRED");
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/pagemap", (int)peer.pid);
    pinned_process pinned = {.process = peer.pid, .memory = open(path, O_RDONLY | O_CLOEXEC)};
    if (pinned.memory < 0) fail(path);
    return pinned;
}

// A misaligned read of pagemap fails with EINVAL while the address space exists.
static int is_unchanged(const pinned_process *pinned) {
    char byte;
    return pread(pinned->memory, &byte, 1, 1) < 0 && errno == EINVAL;
}

static int receive_checked(int client, const pinned_process *pinned, char *bytes, size_t count) {
    while (count > 0) {
        union {
            struct cmsghdr header;
            char space[CMSG_SPACE(sizeof(struct ucred))];
        } control;
        struct iovec part = {.iov_base = bytes, .iov_len = count};
        struct msghdr message = {
            .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
        ssize_t done = recvmsg(client, &message, 0);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return -1;
        struct cmsghdr *item = CMSG_FIRSTHDR(&message);
        if (!item || item->cmsg_level != SOL_SOCKET || item->cmsg_type != SCM_CREDENTIALS) return -1;
        struct ucred sender;
        memcpy(&sender, CMSG_DATA(item), sizeof sender);
        if (sender.pid != pinned->process || !is_unchanged(pinned)) return -1;
        bytes += done;
        count -= (size_t)done;
    }
    return 0;
}

static void *serve(void *argument) {
    int client = (int)(intptr_t)argument;
    char request[REQUEST_SIZE];
    char *reply = calloc(1, LARGEST_REPLY);
    if (!reply) fail("calloc");
    pinned_process pinned = {0};
    if (server_checks) pinned = pin_peer(client);
    for (;;) {
        int received = server_checks ? receive_checked(client, &pinned, request, sizeof request)
                                     : transfer(client, request, sizeof request, 0);
        if (received != 0) break;
        uint32_t size;
        memcpy(&size, request, sizeof size);
        if (size > LARGEST_REPLY || transfer(client, reply, size, 1) != 0) break;
    }
    free(reply);
    close(client);
    if (server_checks) close(pinned.memory);
    return NULL;
}

__attribute__((noreturn)) static void run_server(const char *path) {
    struct sockaddr_un address = address_of(path);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    unlink(path);
    // Accepted sockets inherit it, for their first byte too.
    if (server_checks && setsockopt(listener, SOL_SOCKET, SO_PASSCRED, &server_checks, sizeof server_checks)) {
        fail("SO_PASSCRED");
    }
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 64)) fail("listen");
    for (;;) {
        int client = accept(listener, NULL, NULL);
        if (client < 0) continue;
        pthread_t thread;
        if (pthread_create(&thread, NULL, serve, (void *)(intptr_t)client)) fail("pthread_create");
        pthread_detach(thread);
    }
}

static const char *socket_path;
static uint32_t reply_size;
static double seconds;
static pthread_barrier_t start_line;

typedef struct {
    uint32_t *nanoseconds;
    size_t count;
} samples;

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void *call(void *argument) {
    samples *result = argument;
    struct sockaddr_un address = address_of(socket_path);
    int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (server < 0 || connect(server, (struct sockaddr *)&address, sizeof address)) fail("connect");
    char request[REQUEST_SIZE] = {0};
    memcpy(request, &reply_size, sizeof reply_size);
    char *reply = malloc(LARGEST_REPLY);
    result->nanoseconds = malloc(sizeof(uint32_t) * MOST_SAMPLES);
    if (!reply || !result->nanoseconds) fail("malloc");
    for (int i = 0; i < WARM_UP_CALLS; i++) {
        if (transfer(server, request, sizeof request, 1) || transfer(server, reply, reply_size, 0)) fail("call");
    }
    pthread_barrier_wait(&start_line);
    uint64_t before = now(), end = before + (uint64_t)(seconds * 1e9);
    while (before < end && result->count < MOST_SAMPLES) {
        if (transfer(server, request, sizeof request, 1) || transfer(server, reply, reply_size, 0)) fail("call");
        uint64_t after = now();
        result->nanoseconds[result->count++] = (uint32_t)(after - before);
        before = after;
    }
    free(reply);
    close(server);
    return NULL;
}

static int ascending(const void *left, const void *right) {
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

static int run_clients(int clients) {
    samples *results = calloc((size_t)clients, sizeof *results);
    pthread_t *threads = calloc((size_t)clients, sizeof *threads);
    if (!results || !threads || pthread_barrier_init(&start_line, NULL, (unsigned)clients)) fail("start");
    for (int i = 0; i < clients; i++) {
        if (pthread_create(&threads[i], NULL, call, &results[i])) fail("pthread_create");
    }
    size_t total = 0;
    for (int i = 0; i < clients; i++) {
        pthread_join(threads[i], NULL);
        total += results[i].count;
    }
    uint32_t *all = malloc(sizeof(uint32_t) * (total ? total : 1));
    if (!all || total == 0) fail("no calls");
    size_t next = 0;
    for (int i = 0; i < clients; i++) {
        memcpy(all + next, results[i].nanoseconds, sizeof(uint32_t) * results[i].count);
        next += results[i].count;
    }
    qsort(all, total, sizeof *all, ascending);
    printf("%.3f %.3f %.0f\n", all[total / 2] / 1e3, all[total - 1 - total / 100] / 1e3, (double)total / seconds);
    return 0;
}

int main(int argc, char **argv) {
    server_checks = argc == 4 && strcmp(argv[3], "checks") == 0;
    if ((argc == 3 || server_checks) && strcmp(argv[1], "server") == 0) run_server(argv[2]);
    if (argc == 6 && strcmp(argv[1], "client") == 0) {
        socket_path = argv[2];
        reply_size = (uint32_t)strtoul(argv[4], NULL, 10);
        seconds = strtod(argv[5], NULL);
        if (reply_size > 0 && reply_size <= LARGEST_REPLY && seconds > 0) return run_clients(atoi(argv[3]));
    }
    fprintf(stderr, "usage: pingpong server SOCKET [checks] | pingpong client SOCKET CLIENTS REPLY_BYTES SECONDS\n");
    return 2;
}
