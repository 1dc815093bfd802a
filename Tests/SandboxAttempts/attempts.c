#define _GNU_SOURCE
#include "CSandboxAttempts.h"

#include <arpa/inet.h>
#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static int outcome(long result) { return result < 0 ? errno : 0; }

int sandbox_execute(void) { return outcome(execl("/bin/true", "true", NULL)); }

int sandbox_fork(void) {
    long child = fork();
    if (child == 0) _exit(0);
    return outcome(child);
}

int sandbox_trace_parent(void) { return outcome(ptrace(PTRACE_ATTACH, getppid(), NULL, NULL)); }

int sandbox_read_memory_of_parent(void) {
    char byte;
    struct iovec here = {.iov_base = &byte, .iov_len = 1}, there = {.iov_base = &byte, .iov_len = 1};
    return outcome(process_vm_readv(getppid(), &here, 1, &there, 1, 0));
}

int sandbox_signal_parent(void) { return outcome(kill(getppid(), 0)); }

int sandbox_listen(void) {
    int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    return descriptor < 0 ? errno : outcome(listen(descriptor, 1));
}

int sandbox_open_raw_socket(void) { return outcome(socket(AF_PACKET, SOCK_RAW, 0)); }

int sandbox_connect(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(9)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    if (descriptor < 0) return errno;
    return outcome(connect(descriptor, (const struct sockaddr *)&address, sizeof address));
}

int sandbox_make_code(void) {
    void *memory = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? errno : 0;
}
