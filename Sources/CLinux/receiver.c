// Processes that receive peers' descriptors, whose file system may never answer. Closing such a descriptor can block
// for ever (FUSE: FLUSH), and SIGKILL does not end a process that is blocked there. So this happens in processes that
// hold nothing else.
//
// A keeper, forked before there is much memory to share, forks the receivers: one is always free. Between fork and exit
// all of them make system calls only, because the program that is forked may have other threads.
#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    /// The keeper's and the receivers' end of the request socket.
    REQUESTS = 3,
    /// The lowest descriptor of a request's answer socket. Received descriptors are lower, so that they are closed
    /// before it, also when the process ends.
    ANSWERS = 64,
    /// Bytes received at a time.
    CHUNK = 16 << 10,
    /// Milliseconds after which an idle receiver ends.
    IDLE_TIME = 60000,
    /// Milliseconds before a failed fork is retried.
    RETRY_TIME = 100,
};

static const char BUSY = 'b', IDLE = 'i';

static void report(int reports, char what) {
    // The keeper has ended, so this process ends too.
    if (write(reports, &what, 1) < 0) _exit(1);
}

/// Returns a socket that encloses the descriptor; -1 on error.
static int enclose(int descriptor) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0) return -1;
    char byte = 0;
    ssize_t sent = clinux_send(ends[0], &byte, 1, &descriptor, 1, MSG_DONTWAIT);
    close(ends[0]);
    if (sent == 1) return ends[1];
    close(ends[1]);
    return -1;
}

/// Receives `count` bytes from the connection, and their descriptors.
static void receive_from(int connection, uint32_t count, int answers) {
    static uint8_t bytes[CHUNK];
    int received[CLINUX_MAXIMUM_DESCRIPTORS], given[CLINUX_MAXIMUM_DESCRIPTORS];
    unsigned int total = 0, given_count = 0;
    int32_t lost = 0;
    // Descriptors come with one receive, the last or nearly.
    while (count > 0) {
        int more[CLINUX_MAXIMUM_DESCRIPTORS];
        unsigned int more_count = 0;
        int32_t sender = 0;
        int truncated = 0;
        size_t wanted = count < CHUNK ? count : CHUNK;
        ssize_t length = clinux_receive(
            connection, bytes, wanted, total == 0 ? received : more, total == 0 ? &total : &more_count, &truncated,
            &sender, MSG_DONTWAIT);
        if (length < 0 && errno == EINTR) continue;
        // The bytes were peeked, and only this process receives them, so the connection has ended.
        if (length <= 0) break;
        lost |= truncated || more_count > 0;
        count -= (uint32_t)length;
    }
    if (count > 0) lost = 1;
    for (unsigned int index = 0; index < total; index++) {
        // A descriptor with seals is the kernel's own memory.
        int is_memory = fcntl(received[index], F_GET_SEALS) >= 0;
        int descriptor = is_memory ? received[index] : enclose(received[index]);
        if (descriptor < 0) {
            lost = 1;
            continue;
        }
        given[given_count++] = descriptor;
    }
    clinux_send(answers, &lost, sizeof(lost), given, given_count, 0);
    for (unsigned int index = 0; index < given_count; index++) {
        int is_received = 0;
        for (unsigned int other = 0; other < total; other++) is_received |= received[other] == given[index];
        if (!is_received) close(given[index]);
    }
    close(connection);
    for (unsigned int index = 0; index < total; index++) close(received[index]);
}

static _Noreturn void run_receiver(int reports) {
    for (;;) {
        struct pollfd entry = {.fd = REQUESTS, .events = POLLIN};
        int ready = poll(&entry, 1, IDLE_TIME);
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0) _exit(0);
        uint32_t count = 0;
        int with[CLINUX_MAXIMUM_DESCRIPTORS];
        unsigned int with_count = 0;
        int truncated = 0;
        int32_t sender = 0;
        ssize_t length =
            clinux_receive(REQUESTS, &count, sizeof(count), with, &with_count, &truncated, &sender, MSG_DONTWAIT);
        // Another receiver was faster.
        if (length < 0 && (errno == EAGAIN || errno == EINTR)) continue;
        if (length != sizeof(count) || with_count != 2) _exit(0);
        report(reports, BUSY);
        int answers = fcntl(with[1], F_DUPFD_CLOEXEC, ANSWERS);
        close(with[1]);
        if (answers >= 0) receive_from(with[0], count, answers);
        close(answers);
        report(reports, IDLE);
    }
}

static void child_ended(int signal) { (void)signal; }

static _Noreturn void run_keeper(void) {
    int reports[2];
    if (pipe2(reports, O_CLOEXEC) < 0) _exit(1);
    // SIGCHLD only interrupts ppoll.
    sigset_t children, none;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    sigemptyset(&none);
    struct sigaction interrupt = {.sa_handler = child_ended};
    if (sigaction(SIGCHLD, &interrupt, NULL) < 0 || sigprocmask(SIG_SETMASK, &children, NULL) < 0) _exit(1);
    int idle = 0;
    for (;;) {
        while (waitpid(-1, NULL, WNOHANG) > 0) idle -= idle > 0;
        struct timespec retry = {.tv_nsec = RETRY_TIME * 1000000L};
        int is_short = 0;
        if (idle == 0) {
            pid_t receiver = _Fork();
            if (receiver == 0) {
                close(reports[0]);
                run_receiver(reports[1]);
            }
            if (receiver > 0) idle++;
            is_short = receiver < 0;
        }
        struct pollfd entries[2] = {{.fd = reports[0], .events = POLLIN}, {.fd = REQUESTS, .events = 0}};
        if (ppoll(entries, 2, is_short ? &retry : NULL, &none) <= 0) continue;
        // The server has ended.
        if (entries[1].revents & POLLHUP) _exit(0);
        char what = 0;
        if (entries[0].revents & POLLIN && read(reports[0], &what, 1) == 1) idle += what == IDLE ? 1 : -(idle > 0);
    }
}

int clinux_start_receiver(void) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0) return -1;
    // Double fork: the keeper is not a child of this process, so nobody who waits for any child meets it, and nobody
    // has to reap it.
    pid_t child = _Fork();
    if (child < 0) {
        int error = errno;
        close(ends[0]);
        close(ends[1]);
        errno = error;
        return -1;
    }
    if (child > 0) {
        close(ends[1]);
        int status = 0;
        pid_t ended;
        do ended = waitpid(child, &status, 0);
        while (ended < 0 && errno == EINTR);
        // Another thread that waits for any child may have reaped it.
        if (ended < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 0)) return ends[0];
        close(ends[0]);
        errno = EAGAIN;
        return -1;
    }
    pid_t keeper = _Fork();
    if (keeper != 0) _exit(keeper < 0);
    // Ends only when the server has closed the other end.
    signal(SIGTERM, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    int requests = fcntl(ends[1], F_DUPFD, REQUESTS + 1);
    if (nothing < 0 || requests < 0 || dup2(requests, REQUESTS) < 0) _exit(1);
    for (int standard = 0; standard < 3; standard++)
        if (dup2(nothing, standard) < 0) _exit(1);
    if (close_range(REQUESTS + 1, ~0U, 0) < 0 || chdir("/") < 0) _exit(1);
    prctl(PR_SET_NAME, "photos-receive", 0, 0, 0);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    run_keeper();
}

int clinux_request_receiving(int requests, int connection, uint32_t count) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0) return -1;
    int with[2] = {connection, ends[1]};
    ssize_t sent;
    do sent = clinux_send(requests, &count, sizeof(count), with, 2, 0);
    while (sent < 0 && errno == EINTR);
    int error = errno;
    close(ends[1]);
    if (sent == sizeof(count)) return ends[0];
    close(ends[0]);
    errno = error;
    return -1;
}
