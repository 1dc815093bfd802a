// A media worker that a file has taken over. What it does is its name: tests start it by links. Behind the sandbox of
// the real one, or a layer of it, it tries to get out (attacks), or it answers with what no worker would say (lies).
#define _GNU_SOURCE
#include "CLinux.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CHANNEL = 3, READY = 1, ANSWER = 3, PROGRESS = 4, NAMESPACES = 1, LANDLOCK = 2, FILTER = 4, ALL = 7 };

// MARK: The protocol, by hand

static void put32(uint8_t *bytes, uint32_t value) {
    for (int index = 0; index < 4; index++) bytes[index] = (uint8_t)(value >> (24 - 8 * index));
}

static void send_frame(
    int kind, uint32_t number, const void *payload, uint32_t length, const int *descriptors, unsigned int count) {
    uint8_t frame[4096];
    put32(frame, length);
    put32(frame + 4, number);
    frame[8] = (uint8_t)kind;
    frame[9] = (uint8_t)count;
    frame[10] = frame[11] = 0;
    memcpy(frame + 12, payload, length);
    if (clinux_send(CHANNEL, frame, 12 + length, descriptors, count, 0) < 0) _exit(3);
}

/// Those of the last job. They stay open.
static int descriptors[CLINUX_MAXIMUM_DESCRIPTORS];

/// Waits for a job and returns its number.
static uint32_t next_job(void) {
    uint8_t bytes[4096];
    unsigned int count = 0;
    int truncated = 0;
    int32_t sender = 0;
    if (clinux_receive(CHANNEL, bytes, sizeof bytes, descriptors, &count, &truncated, &sender, 0) < 12) _exit(0);
    return (uint32_t)bytes[4] << 24 | (uint32_t)bytes[5] << 16 | (uint32_t)bytes[6] << 8 | bytes[7];
}

static void answer_with_text(uint32_t number, const char *text) {
    uint8_t payload[256] = {1, 1, 0, (uint8_t)strlen(text)};
    memcpy(payload + 4, text, strlen(text));
    send_frame(ANSWER, number, payload, 5 + (uint32_t)strlen(text), NULL, 0);
}

/// A picture of 2 times 2 pixels.
static void answer_with_picture(uint32_t number, const int *descriptors, unsigned int count) {
    static const uint8_t payload[] = {3, 0, 0, 0, 2, 0, 0, 0, 2};
    send_frame(ANSWER, number, payload, sizeof payload, descriptors, count);
}

static int memory(off_t size, int seals) {
    int descriptor = clinux_memory_file("lie");
    if (ftruncate(descriptor, size) != 0 || clinux_add_seals(descriptor, seals) != 0) _exit(4);
    return descriptor;
}

static int all_seals(void) {
    return clinux_seal_shrink() | clinux_seal_grow() | clinux_seal_write() | clinux_seal_seal();
}

// MARK: Attacks

/// The server; looked up before the filter, which does not allow the question.
static pid_t parent;

static long connect_to_network(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(9), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int channel = socket(AF_INET, SOCK_STREAM, 0);
    return channel < 0 ? -1 : connect(channel, (struct sockaddr *)&address, sizeof address);
}

static long open_file(void) { return open("/etc/passwd", O_RDONLY); }
static long make_file(void) { return open("/tmp/hostile-worker", O_WRONLY | O_CREAT, 0600); }
static long look_at_file(void) { return access("/etc/passwd", F_OK); }
static long open_memory(void) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/mem", parent);
    return open(path, O_RDONLY);
}
static long fork_itself(void) { return syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0); }
static long run_program(void) { return execl("/bin/true", "true", (char *)NULL); }
static long trace(void) { return ptrace(PTRACE_SEIZE, parent, NULL, NULL); }
static long read_memory(void) { return syscall(SYS_process_vm_readv, parent, NULL, 0, NULL, 0, 0); }
static long take_descriptor(void) { return syscall(SYS_pidfd_getfd, 0, 0, 0); }
static long signal_parent(void) { return kill(parent, SIGTERM); }
static long enter_namespaces(void) { return unshare(CLONE_NEWUSER); }
static long set_up_ring(void) { return syscall(SYS_io_uring_setup, 1, NULL); }
static long make_code(void) {
    void *code = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return code == MAP_FAILED ? -1 : 0;
}

static const struct {
    const char *name;
    int layers;
    long (*attempt)(void);
} attacks[] = {
    {"open", ALL, open_file},
    {"open-behind-landlock", LANDLOCK, open_file},
    {"open-behind-namespaces", NAMESPACES, open_file},
    {"look-behind-namespaces", NAMESPACES, look_at_file},
    {"make-file-behind-landlock", LANDLOCK, make_file},
    {"make-file-behind-namespaces", NAMESPACES, make_file},
    {"open-memory", ALL, open_memory},
    {"open-memory-behind-landlock", LANDLOCK, open_memory},
    {"connect", ALL, connect_to_network},
    {"connect-behind-landlock", LANDLOCK, connect_to_network},
    {"connect-behind-namespaces", NAMESPACES, connect_to_network},
    {"signal-behind-landlock", LANDLOCK, signal_parent},
    {"fork", ALL, fork_itself},
    {"run", ALL, run_program},
    {"trace", ALL, trace},
    {"trace-behind-namespaces", NAMESPACES, trace},
    {"read-memory", ALL, read_memory},
    {"take-descriptor", ALL, take_descriptor},
    {"signal", ALL, signal_parent},
    {"enter-namespaces", ALL, enter_namespaces},
    {"set-up-ring", ALL, set_up_ring},
    {"make-code", ALL, make_code},
};

// MARK: Lies

static int folder = -1;

static void lie(const char *name, uint32_t number) {
    if (!strcmp(name, "takes-the-file-and-dies")) {
        char byte;
        int file;
        unsigned int count = 0;
        int truncated = 0;
        int32_t sender = 0;
        clinux_receive(descriptors[0], &byte, 1, &file, &count, &truncated, &sender, 0);
        _exit(count == 1 ? 10 : 11);
    } else if (!strcmp(name, "never-answers")) {
        for (;;) pause();
    } else if (!strcmp(name, "answers-another-job")) {
        answer_with_text(number + 1, "no");
    } else if (!strcmp(name, "answers-twice")) {
        answer_with_text(number, "the file is damaged");
        answer_with_text(number, "the file is damaged");
    } else if (!strcmp(name, "answers-ahead")) {
        answer_with_text(number, "the file is damaged");
        answer_with_text(number + 1, "the file is damaged");
    } else if (!strcmp(name, "writes-without-end")) {
        static const uint8_t zeros[1 << 16];
        while (send(CHANNEL, zeros, sizeof zeros, MSG_NOSIGNAL) > 0) {}
    } else if (!strcmp(name, "complains-without-end")) {
        static char text[1 << 16];
        memset(text, 'x', sizeof text);
        for (int count = 0; count < 1 << 16; count++)
            if (write(2, text, sizeof text) < 0 && errno != EAGAIN) break;
        answer_with_text(number, "the file is damaged");
    } else if (!strcmp(name, "control-characters")) {
        answer_with_text(number, "\033[31mred");
    } else if (!strcmp(name, "no-memory")) {
        answer_with_picture(number, NULL, 0);
    } else if (!strcmp(name, "unsealed-memory")) {
        int descriptor = memory(16, clinux_seal_shrink() | clinux_seal_grow());
        answer_with_picture(number, &descriptor, 1);
    } else if (!strcmp(name, "short-memory")) {
        int descriptor = memory(15, all_seals());
        answer_with_picture(number, &descriptor, 1);
    } else if (!strcmp(name, "huge-memory")) {
        int descriptor = memory((off_t)3 << 30, all_seals());
        answer_with_picture(number, &descriptor, 1);
    } else if (!strcmp(name, "folder")) {
        answer_with_picture(number, &folder, 1);
    } else if (!strcmp(name, "many-descriptors")) {
        int many[CLINUX_MAXIMUM_DESCRIPTORS];
        for (int index = 0; index < CLINUX_MAXIMUM_DESCRIPTORS; index++) many[index] = memory(16, all_seals());
        answer_with_picture(number, many, CLINUX_MAXIMUM_DESCRIPTORS);
    } else if (!strcmp(name, "larger-picture")) {
        int descriptor = memory(4 * 5000 * 5000, all_seals());
        static const uint8_t payload[] = {3, 0, 0, 0x13, 0x88, 0, 0, 0x13, 0x88};
        send_frame(ANSWER, number, payload, sizeof payload, &descriptor, 1);
    } else if (!strcmp(name, "tells-progress")) {
        static const uint8_t half[] = {1, 0xF4};
        send_frame(PROGRESS, number, half, sizeof half, NULL, 0);
        answer_with_text(number, "the file is damaged");
    } else if (!strcmp(name, "goes-back")) {
        static const uint8_t half[] = {1, 0xF4};
        send_frame(PROGRESS, number, half, sizeof half, NULL, 0);
        send_frame(PROGRESS, number, half, sizeof half, NULL, 0);
        answer_with_text(number, "the file is damaged");
    } else if (!strcmp(name, "writes-more")) {
        static const uint8_t size[] = {9, 1, 0, 0, 0, 0, 0, 0, 0, 101};
        send_frame(ANSWER, number, size, sizeof size, NULL, 0);
    } else if (!strcmp(name, "another-result")) {
        static const uint8_t payload[] = {5, 0, 0, 0, 0, 0, 0, 0, 1};
        send_frame(ANSWER, number, payload, sizeof payload, NULL, 0);
    } else if (!strcmp(name, "plans-nothing")) {
        static const uint8_t payload[] = {8};
        send_frame(ANSWER, number, payload, sizeof payload, NULL, 0);
    } else if (!strcmp(name, "plans-nonsense")) {
        int descriptor = memory(16, all_seals());
        static const uint8_t payload[] = {8};
        send_frame(ANSWER, number, payload, sizeof payload, &descriptor, 1);
    } else {
        _exit(2);
    }
}

int main(int count, char *arguments[]) {
    const char *name = count > 0 ? strrchr(arguments[0], '/') : NULL;
    if (!name++) return 2;
    int layers = 0;
    long (*attempt)(void) = NULL;
    for (size_t index = 0; index < sizeof attacks / sizeof *attacks; index++) {
        if (strcmp(attacks[index].name, name)) continue;
        layers = attacks[index].layers;
        attempt = attacks[index].attempt;
    }
    parent = getppid();
    folder = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (clinux_deny_new_privileges() < 0 || clinux_refuse_tracers() < 0) return 5;
    if (layers & NAMESPACES && (clinux_enter_own_namespaces() != 0 || clinux_empty_root() != 0)) return 6;
    if (layers && clinux_drop_capabilities() != 0) return 7;
    if (layers & LANDLOCK && clinux_forbid_files() != 0) return 8;
    if (layers & FILTER && clinux_filter_system_calls(0) != 0) return 9;
    // All layers hold, it says.
    static const uint8_t report[12];
    send_frame(READY, 0, report, sizeof report, NULL, 0);
    for (;;) {
        uint32_t number = next_job();
        if (!attempt) {
            lie(name, number);
            continue;
        }
        long result = attempt();
        answer_with_text(number, result == -1 ? strerror(errno) : "done");
    }
}
