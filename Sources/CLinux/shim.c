#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/futex.h>
#include <linux/mount.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <pthread.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Debian 12's headers are older than the kernel option.
#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

int clinux_describe_error(int error, char *text, size_t capacity) {
    const char *found = strerror_r(error, text, capacity);
    if (found != text) snprintf(text, capacity, "%s", found);
    return 0;
}

// MARK: Files

int clinux_openat(int directory, const char *path, int flags, unsigned int mode) {
    return openat(directory, path, flags | O_CLOEXEC, (mode_t)mode);
}

static int open_resolving(int directory, const char *path, int flags, uint64_t resolve) {
    struct open_how how = {.flags = (uint64_t)(unsigned int)(flags | O_CLOEXEC), .resolve = resolve};
    return (int)syscall(SYS_openat2, directory, path, &how, sizeof(how));
}

int clinux_open_beneath(int directory, const char *path, int flags) {
    return open_resolving(directory, path, flags, RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS);
}

int clinux_open_without_links(const char *path, int flags) {
    return open_resolving(AT_FDCWD, path, flags, RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS);
}

int clinux_duplicate(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 0); }

int clinux_duplicate_above(int descriptor, int lowest) { return fcntl(descriptor, F_DUPFD_CLOEXEC, lowest); }

int clinux_set_close_on_exec(int descriptor) { return fcntl(descriptor, F_SETFD, FD_CLOEXEC); }

int clinux_clone_file(int destination, int source) { return ioctl(destination, FICLONE, source); }

ssize_t clinux_copy_range(int from, int to, size_t count) { return copy_file_range(from, NULL, to, NULL, count, 0); }

int clinux_status(int descriptor, void *status) { return (int)syscall(SYS_fstat, descriptor, status); }

ssize_t clinux_read_link(const char *path, uint8_t *bytes, size_t capacity) {
    return readlink(path, (char *)bytes, capacity);
}

int clinux_rename_without_replacing(int from_directory, const char *from, int to_directory, const char *to) {
    return renameat2(from_directory, from, to_directory, to, RENAME_NOREPLACE);
}

int clinux_file_system(const char *path, uint32_t *type) {
    struct statfs found;
    if (statfs(path, &found) < 0) return -1;
    *type = (uint32_t)found.f_type;
    return 0;
}

const char *clinux_entry_name(const struct dirent *entry) { return entry->d_name; }

// MARK: Read-only mounts

/// As in glibc's <sys/mount.h>, which cannot be included beside the kernel's header on every release.
enum { PROPAGATION_PRIVATE = 1 << 18 };

/// A detached read-only mount of the folder at `path`.
static int clone_read_only(const char *path) {
    int tree = (int)syscall(
        SYS_open_tree, AT_FDCWD, path, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE | AT_SYMLINK_NOFOLLOW);
    if (tree < 0) return -1;
    // Private: later mounts do not propagate into it.
    struct mount_attr attributes = {
        .attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC,
        .propagation = PROPAGATION_PRIVATE,
    };
    if (syscall(SYS_mount_setattr, tree, "", AT_EMPTY_PATH | AT_RECURSIVE, &attributes, sizeof(attributes)) == 0)
        return tree;
    int error = errno;
    close(tree);
    errno = error;
    return -1;
}

/// The child's part of `clinux_read_only_folder`. Between fork and exit it makes system calls only: the parent may have
/// had other threads.
static void send_read_only_folder(int socket, const char *path) {
    int tree = clone_read_only(path);
    // An unprivileged process may mount only in a user namespace of its own.
    if (tree < 0 && errno == EPERM && unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0) tree = clone_read_only(path);
    int error = tree < 0 ? errno : 0;
    clinux_send(socket, &error, sizeof(error), &tree, tree < 0 ? 0 : 1, 0);
}

int clinux_read_only_folder(const char *path) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) return -1;
    pid_t child = fork();
    if (child == 0) {
        send_read_only_folder(ends[1], path);
        _exit(0);
    }
    int error = child < 0 ? errno : 0;
    close(ends[1]);
    int received[CLINUX_MAXIMUM_DESCRIPTORS] = {-1};
    if (child > 0) {
        unsigned int count = 0;
        int truncated = 0;
        int32_t sender = 0;
        ssize_t length;
        do length = clinux_receive(ends[0], &error, sizeof(error), received, &count, &truncated, &sender, 0);
        while (length < 0 && errno == EINTR);
        if (length != sizeof(error)) error = length < 0 ? errno : ECHILD;
        if (error == 0 && count == 0) error = EPROTO;
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
    }
    close(ends[0]);
    if (error == 0) return received[0];
    errno = error;
    return -1;
}

// MARK: Sealed memory

int clinux_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING); }

int clinux_add_seals(int descriptor, int seals) { return fcntl(descriptor, F_ADD_SEALS, seals); }

int clinux_get_seals(int descriptor) { return fcntl(descriptor, F_GET_SEALS); }

int clinux_seal_shrink(void) { return F_SEAL_SHRINK; }

int clinux_seal_grow(void) { return F_SEAL_GROW; }

int clinux_seal_write(void) { return F_SEAL_WRITE; }

int clinux_seal_seal(void) { return F_SEAL_SEAL; }

// MARK: Sockets

int clinux_socket_path_fits(const char *path) {
    struct sockaddr_un address;
    return strlen(path) < sizeof(address.sun_path);
}

/// Fills `address` and returns its length, or 0 when the name is empty or too long.
static socklen_t fill_address(struct sockaddr_un *address, const char *name) {
    size_t length = strlen(name);
    if (length == 0 || length >= sizeof(address->sun_path)) return 0;
    memset(address, 0, sizeof(*address));
    address->sun_family = AF_UNIX;
    memcpy(address->sun_path, name, length);
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + 1);
}

int clinux_bind_path(int socket, const char *path) {
    struct sockaddr_un address;
    socklen_t length = fill_address(&address, path);
    if (length == 0) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return bind(socket, (const struct sockaddr *)&address, length);
}

int clinux_connect_path(int socket, const char *path) {
    struct sockaddr_un address;
    socklen_t length = fill_address(&address, path);
    if (length == 0) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return connect(socket, (const struct sockaddr *)&address, length);
}

int clinux_connect_named(int socket, const char *name) {
    struct sockaddr_un address;
    socklen_t length = fill_address(&address, name);
    if (length == 0) {
        errno = ENAMETOOLONG;
        return -1;
    }
    if (name[0] == '@') {
        // An abstract name starts with a zero byte and has no terminator.
        address.sun_path[0] = 0;
        length -= 1;
    }
    return connect(socket, (const struct sockaddr *)&address, length);
}

int clinux_peer_credentials(int socket, int32_t *process, uint32_t *user, uint32_t *group) {
    struct ucred credentials;
    socklen_t length = sizeof(credentials);
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) < 0) return -1;
    *process = credentials.pid;
    *user = credentials.uid;
    *group = credentials.gid;
    return 0;
}

int clinux_peer_pidfd(int socket) {
    int pidfd = -1;
    socklen_t length = sizeof(pidfd);
    if (getsockopt(socket, SOL_SOCKET, SO_PEERPIDFD, &pidfd, &length) < 0) return -1;
    return pidfd;
}

ssize_t clinux_send(
    int socket, const void *bytes, size_t count, const int *descriptors, unsigned int descriptor_count, int flags) {
    if (descriptor_count == 0) return send(socket, bytes, count, flags | MSG_NOSIGNAL);
    if (descriptor_count > CLINUX_MAXIMUM_DESCRIPTORS) {
        errno = EINVAL;
        return -1;
    }
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(CLINUX_MAXIMUM_DESCRIPTORS * sizeof(int))];
    } control;
    memset(&control, 0, sizeof(control));
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {
        .msg_iov = &part,
        .msg_iovlen = 1,
        .msg_control = &control,
        .msg_controllen = CMSG_SPACE(descriptor_count * sizeof(int)),
    };
    struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(descriptor_count * sizeof(int));
    memcpy(CMSG_DATA(rights), descriptors, descriptor_count * sizeof(int));
    return sendmsg(socket, &message, flags | MSG_NOSIGNAL);
}

/// The sender in a control message; 0 when it has none.
static int32_t sender_told_by(struct cmsghdr *item) {
    if (item->cmsg_level != SOL_SOCKET || item->cmsg_type != SCM_CREDENTIALS
        || item->cmsg_len != CMSG_LEN(sizeof(struct ucred)))
        return 0;
    struct ucred credentials;
    memcpy(&credentials, CMSG_DATA(item), sizeof(credentials));
    return credentials.pid;
}

ssize_t clinux_receive(
    int socket, void *bytes, size_t capacity, int *descriptors, unsigned int *descriptor_count, int *truncated,
    int32_t *sender, int flags) {
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(struct ucred)) + CMSG_SPACE(CLINUX_MAXIMUM_DESCRIPTORS * sizeof(int))];
    } control;
    struct iovec part = {.iov_base = bytes, .iov_len = capacity};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof(control)};
    *descriptor_count = 0;
    *truncated = 0;
    *sender = 0;
    ssize_t received = recvmsg(socket, &message, flags | MSG_CMSG_CLOEXEC);
    if (received < 0) return -1;
    if (message.msg_flags & MSG_CTRUNC) *truncated = 1;
    if (message.msg_controllen == 0) return received;
    for (struct cmsghdr *item = CMSG_FIRSTHDR(&message); item != NULL; item = CMSG_NXTHDR(&message, item)) {
        int32_t told = sender_told_by(item);
        if (told != 0) *sender = told;
        if (item->cmsg_level != SOL_SOCKET || item->cmsg_type != SCM_RIGHTS) continue;
        size_t count = (item->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t index = 0; index < count; index++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(item) + index * sizeof(int), sizeof(int));
            if (*descriptor_count < CLINUX_MAXIMUM_DESCRIPTORS) {
                descriptors[*descriptor_count] = descriptor;
                *descriptor_count += 1;
            } else {
                close(descriptor);
                *truncated = 1;
            }
        }
    }
    return received;
}

ssize_t clinux_receive_bytes(
    int socket, void *bytes, size_t capacity, int *has_descriptors, int32_t *sender, int flags) {
    // Room for the sender and no more: the kernel drops descriptors without giving them numbers here.
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(struct ucred))];
    } control;
    struct iovec part = {.iov_base = bytes, .iov_len = capacity};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof(control)};
    *sender = 0;
    ssize_t received = recvmsg(socket, &message, flags);
    if (received < 0) return -1;
    *has_descriptors = (message.msg_flags & MSG_CTRUNC) != 0;
    struct cmsghdr *item = message.msg_controllen == 0 ? NULL : CMSG_FIRSTHDR(&message);
    if (item != NULL) *sender = sender_told_by(item);
    return received;
}

ssize_t clinux_peek(
    int socket, void *bytes, size_t capacity, int *has_descriptors, int32_t *sender, int flags) {
    return clinux_receive_bytes(socket, bytes, capacity, has_descriptors, sender, flags | MSG_PEEK);
}

int clinux_discard(int socket, size_t count) {
    char bytes[8 << 10];
    while (count > 0) {
        ssize_t taken = recv(socket, bytes, count < sizeof(bytes) ? count : sizeof(bytes), MSG_DONTWAIT);
        if (taken < 0 && errno == EINTR) continue;
        if (taken < 0) return -1;
        if (taken == 0) break;
        count -= (size_t)taken;
    }
    return 0;
}

int clinux_peek_onwards(int socket) {
    int offset = 0;
    return setsockopt(socket, SOL_SOCKET, SO_PEEK_OFF, &offset, sizeof(offset));
}

int clinux_unread_bytes(int socket) {
    int count = 0;
    return ioctl(socket, FIONREAD, &count) < 0 ? -1 : count;
}

int clinux_accept(int socket) { return accept4(socket, NULL, NULL, SOCK_CLOEXEC); }

int clinux_without_waiting(void) { return MSG_DONTWAIT; }

// MARK: Processes

char **clinux_environment(void) { return environ; }

int clinux_name_this_thread(const char *name) { return pthread_setname_np(pthread_self(), name); }

int clinux_clear_ambient_capabilities(void) { return prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); }

int clinux_pidfd_open(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int clinux_pidfd_send_signal(int pidfd, int signal) {
    return (int)syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0);
}

int clinux_spawn(
    pid_t *process, const char *path, char *const arguments[], char *const environment[], const int *sources,
    const int *targets, unsigned int count, const char *folder, int first_closed) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0) return error;
    error = posix_spawnattr_init(&attributes);
    if (error != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return error;
    }
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    sigdelset(&all, SIGKILL);
    sigdelset(&all, SIGSTOP);
    error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    if (error == 0) error = posix_spawnattr_setsigmask(&attributes, &none);
    if (error == 0) error = posix_spawnattr_setsigdefault(&attributes, &all);
    for (unsigned int index = 0; error == 0 && index < count; index++)
        error = posix_spawn_file_actions_adddup2(&actions, sources[index], targets[index]);
    if (error == 0 && folder != NULL) error = posix_spawn_file_actions_addchdir_np(&actions, folder);
    if (error == 0 && first_closed >= 0) error = posix_spawn_file_actions_addclosefrom_np(&actions, first_closed);
    if (error == 0) error = posix_spawn(process, path, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

void clinux_limit_arenas(void) {
    int processors = get_nprocs();
    mallopt(M_ARENA_MAX, processors < 2 ? 2 : processors);
}

int clinux_deny_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

int clinux_refuse_tracers(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

int clinux_set_not_waiting(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    return flags < 0 ? -1 : fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}

int clinux_wait(int pidfd, int block, int *signalled, int *status) {
    siginfo_t information;
    memset(&information, 0, sizeof(information));
    if (waitid((idtype_t)P_PIDFD, (id_t)pidfd, &information, WEXITED | (block ? 0 : WNOHANG)) < 0) return -1;
    if (information.si_pid == 0) return 0;
    *signalled = information.si_code != CLD_EXITED;
    *status = information.si_status;
    return 1;
}

// MARK: Signals

static int block_signals(const sigset_t *signals) {
    int error = pthread_sigmask(SIG_BLOCK, signals, NULL);
    if (error == 0) return 0;
    errno = error;
    return -1;
}

static void termination_signals(sigset_t *signals) {
    sigemptyset(signals);
    sigaddset(signals, SIGTERM);
    sigaddset(signals, SIGINT);
    // A hangup ends the program like SIGTERM, unless nohup had it ignored.
    struct sigaction hangup;
    if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN) sigaddset(signals, SIGHUP);
}

int clinux_block_termination_signals(void) {
    sigset_t signals;
    termination_signals(&signals);
    return block_signals(&signals);
}

int clinux_termination_signal_descriptor(void) {
    sigset_t signals;
    termination_signals(&signals);
    return signalfd(-1, &signals, SFD_CLOEXEC);
}

int clinux_read_signal(int descriptor) {
    struct signalfd_siginfo information;
    ssize_t count = read(descriptor, &information, sizeof(information));
    if (count < 0) return -1;
    if (count != sizeof(information)) {
        errno = EIO;
        return -1;
    }
    return (int)information.ssi_signo;
}

int clinux_ignore_broken_pipe(void) { return signal(SIGPIPE, SIG_IGN) == SIG_ERR ? -1 : 0; }

/// Whether a lease of this type is refused: 1 or 0. Takes it for a moment.
static int is_lease_refused(int descriptor, int type) {
    if (signal(SIGIO, SIG_IGN) == SIG_ERR) return -1;
    if (fcntl(descriptor, F_SETLEASE, type) != 0) return errno == EAGAIN ? 1 : -1;
    return fcntl(descriptor, F_SETLEASE, F_UNLCK) == 0 ? 0 : -1;
}

int clinux_is_open_elsewhere(int descriptor) { return is_lease_refused(descriptor, F_WRLCK); }

int clinux_is_being_written(int descriptor) { return is_lease_refused(descriptor, F_RDLCK); }

static void terminal_signals(sigset_t *signals) {
    sigemptyset(signals);
    sigaddset(signals, SIGWINCH);
    sigaddset(signals, SIGTSTP);
    sigaddset(signals, SIGCONT);
}

int clinux_block_terminal_signals(void) {
    sigset_t signals;
    terminal_signals(&signals);
    return block_signals(&signals);
}

int clinux_terminal_signal_descriptor(void) {
    sigset_t signals;
    terminal_signals(&signals);
    return signalfd(-1, &signals, SFD_CLOEXEC);
}

int clinux_stop_until_continued(void) {
    sigset_t stop, before;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    // Sent to this thread and unblocked here, so that the process stops within this call.
    int error = pthread_kill(pthread_self(), SIGTSTP);
    if (error == 0) error = pthread_sigmask(SIG_UNBLOCK, &stop, &before);
    if (error == 0) error = pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error != 0) {
        errno = error;
        return -1;
    }
    // Discards the SIGCONT that ended the stop.
    sigset_t continued;
    sigemptyset(&continued);
    sigaddset(&continued, SIGCONT);
    const struct timespec now = {0};
    while (sigtimedwait(&continued, NULL, &now) > 0) continue;
    return 0;
}

// MARK: Terminals

_Static_assert(sizeof(struct termios) <= CLINUX_TERMINAL_STATE, "a terminal's state does not fit");

int clinux_terminal_begin_raw(int terminal, uint8_t *state) {
    struct termios now;
    if (tcgetattr(terminal, &now) < 0) return -1;
    memset(state, 0, CLINUX_TERMINAL_STATE);
    memcpy(state, &now, sizeof(now));
    cfmakeraw(&now);
    now.c_lflag |= ISIG;
    now.c_cc[VQUIT] = _POSIX_VDISABLE;
    now.c_cc[VMIN] = 1;
    now.c_cc[VTIME] = 0;
    return tcsetattr(terminal, TCSAFLUSH, &now);
}

int clinux_terminal_restore(int terminal, const uint8_t *state) {
    struct termios before;
    memcpy(&before, state, sizeof(before));
    return tcsetattr(terminal, TCSANOW, &before);
}

int clinux_terminal_discard_input(int terminal) { return tcflush(terminal, TCIFLUSH); }

int clinux_terminal_size(int terminal, int *columns, int *rows, int *width, int *height) {
    struct winsize size;
    if (ioctl(terminal, TIOCGWINSZ, &size) < 0) return -1;
    *columns = size.ws_col;
    *rows = size.ws_row;
    *width = size.ws_xpixel;
    *height = size.ws_ypixel;
    return 0;
}

int clinux_terminal_set_size(int terminal, int columns, int rows, int width, int height) {
    struct winsize size = {
        .ws_col = (unsigned short)columns,
        .ws_row = (unsigned short)rows,
        .ws_xpixel = (unsigned short)width,
        .ws_ypixel = (unsigned short)height,
    };
    return ioctl(terminal, TIOCSWINSZ, &size);
}

int clinux_pseudo_terminal(void) {
    int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (master < 0) return -1;
    if (grantpt(master) < 0 || unlockpt(master) < 0) {
        int error = errno;
        close(master);
        errno = error;
        return -1;
    }
    return master;
}

int clinux_pseudo_terminal_peer(int master) { return ioctl(master, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC); }

// MARK: Events

int clinux_event_descriptor(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int clinux_event_signal(int descriptor) { return eventfd_write(descriptor, 1); }

int clinux_event_clear(int descriptor) {
    eventfd_t value;
    return eventfd_read(descriptor, &value);
}

short clinux_poll_peer_finished(void) { return POLLRDHUP; }

// MARK: Waiting for a word to change

enum { EMPTY = 0, NOTIFIED = 1, PARKED = 2 };

int clinux_park(uint32_t *word, uint64_t deadline) {
    uint32_t expected = NOTIFIED;
    if (__atomic_compare_exchange_n(word, &expected, EMPTY, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return 1;
    expected = EMPTY;
    if (!__atomic_compare_exchange_n(word, &expected, PARKED, 0, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE)) {
        __atomic_store_n(word, EMPTY, __ATOMIC_RELAXED);
        return 1;
    }
    struct timespec until = {.tv_sec = (time_t)(deadline / 1000000000), .tv_nsec = (long)(deadline % 1000000000)};
    for (;;) {
        // FUTEX_WAIT_BITSET takes an absolute time of the monotonic clock.
        long result = syscall(
            SYS_futex, word, FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG, PARKED, deadline == 0 ? NULL : &until, NULL,
            FUTEX_BITSET_MATCH_ANY);
        expected = NOTIFIED;
        if (__atomic_compare_exchange_n(word, &expected, EMPTY, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return 1;
        if (result < 0 && errno == ETIMEDOUT)
            return __atomic_exchange_n(word, EMPTY, __ATOMIC_ACQUIRE) == NOTIFIED;
    }
}

void clinux_unpark(uint32_t *word) {
    if (__atomic_exchange_n(word, NOTIFIED, __ATOMIC_RELEASE) == PARKED)
        syscall(SYS_futex, word, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, 1, NULL, NULL, 0);
}
