// Calls that Swift cannot make: variadic ones, macros over structs, and system calls that glibc does not wrap. Unless
// it says otherwise, a function returns -1 and sets errno like the call that it wraps.
#pragma once

#include <dirent.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// The most descriptors that `clinux_receive` takes from one message.
#define CLINUX_MAXIMUM_DESCRIPTORS 16

/// The text of an error number. Returns 0, or an error number.
int clinux_describe_error(int error, char *text, size_t capacity);

// Files

int clinux_openat(int directory, const char *path, int flags, unsigned int mode);
/// openat2 with RESOLVE_BENEATH, RESOLVE_NO_SYMLINKS and RESOLVE_NO_MAGICLINKS.
int clinux_open_beneath(int directory, const char *path, int flags);
/// openat2 with RESOLVE_NO_SYMLINKS and RESOLVE_NO_MAGICLINKS.
int clinux_open_without_links(const char *path, int flags);
int clinux_duplicate(int descriptor);
/// F_DUPFD_CLOEXEC: a duplicate of at least `lowest`.
int clinux_duplicate_above(int descriptor, int lowest);
int clinux_set_close_on_exec(int descriptor);
int clinux_clone_file(int destination, int source);
ssize_t clinux_copy_range(int from, int to, size_t count);
/// fstat into a `struct stat`, by the system call of this name: glibc may use newfstatat, which the sandbox does not
/// allow.
int clinux_status(int descriptor, void *status);
ssize_t clinux_read_link(const char *path, uint8_t *bytes, size_t capacity);
int clinux_rename_without_replacing(int from_directory, const char *from, int to_directory, const char *to);
/// The type of the file system that holds a file.
int clinux_file_system(const char *path, uint32_t *type);
const char *clinux_entry_name(const struct dirent *entry);
/// A descriptor of the folder at `path`, on a detached read-only mount: what is opened below it cannot be written, nor
/// its times or mode changed, not even by its owner. Fails with `EPERM`, `ENOSPC` or the like when this process may
/// neither mount nor create user namespaces. Forks a child and waits for it.
int clinux_read_only_folder(const char *path);

// Sealed memory

int clinux_memory_file(const char *name);
int clinux_add_seals(int descriptor, int seals);
int clinux_get_seals(int descriptor);
int clinux_seal_shrink(void);
int clinux_seal_grow(void);
int clinux_seal_write(void);
int clinux_seal_seal(void);

// Sockets

/// Returns 1 when the path fits into a socket address, else 0.
int clinux_socket_path_fits(const char *path);
int clinux_bind_path(int socket, const char *path);
int clinux_connect_path(int socket, const char *path);
/// `name` starts with '/' or with '@' for the abstract namespace.
int clinux_connect_named(int socket, const char *name);
int clinux_peer_credentials(int socket, int32_t *process, uint32_t *user, uint32_t *group);
int clinux_peer_pidfd(int socket);
int clinux_accept(int socket);
int clinux_without_waiting(void);
ssize_t clinux_send(
    int socket, const void *bytes, size_t count, const int *descriptors, unsigned int descriptor_count, int flags);
/// FIONREAD.
int clinux_unread_bytes(int socket);
/// `descriptors` has room for CLINUX_MAXIMUM_DESCRIPTORS. `truncated` is set to 1 when the message carried more.
/// `sender` is the process that sent the bytes, 0 without SO_PASSCRED.
ssize_t clinux_receive(
    int socket, void *bytes, size_t capacity, int *descriptors, unsigned int *descriptor_count, int *truncated,
    int32_t *sender, int flags);

/// MSG_PEEK: like `clinux_receive`, but leaves everything in the socket and takes no descriptors. Sets
/// `has_descriptors` to 1 when some came with the last of the bytes. The next peek continues after them
/// (`clinux_peek_onwards`). Needs SO_PASSCRED.
ssize_t clinux_peek(
    int socket, void *bytes, size_t capacity, int *has_descriptors, int32_t *sender, int flags);
/// Receives bytes without their descriptors, which the kernel drops; sets `has_descriptors` like `clinux_peek`.
ssize_t clinux_receive_bytes(
    int socket, void *bytes, size_t capacity, int *has_descriptors, int32_t *sender, int flags);
/// Receives peeked bytes that have no descriptors, and drops them.
int clinux_discard(int socket, size_t count);
/// SO_PEEK_OFF: each peek continues after the last one.
int clinux_peek_onwards(int socket);

// Receiving descriptors in other processes

/// Starts the receiver processes. Returns the socket for requests to them; they end when it is closed.
int clinux_start_receiver(void);
/// Has a receiver receive `count` bytes of a connection. Returns the socket (SOCK_SEQPACKET) for the answer: an
/// int32_t, not 0 when descriptors were lost, with the descriptors. All but sealed memory are enclosed in sockets, one
/// each. The other end is closed once the process has closed everything.
int clinux_request_receiving(int requests, int connection, uint32_t count);

// Processes

char **clinux_environment(void);
int clinux_name_this_thread(const char *name);
/// PR_CAP_AMBIENT_CLEAR_ALL: programs that this process starts inherit no capabilities.
int clinux_clear_ambient_capabilities(void);

int clinux_pidfd_open(pid_t process);
int clinux_pidfd_send_signal(int pidfd, int signal);
/// Starts `path` with no signal blocked or ignored. Returns 0 or an error number, and sets `process`. `folder`: the new
/// program's working folder; NULL for this one's. `first_closed`: descriptors from this number on are closed in it; -1
/// for those that are close-on-exec alone.
int clinux_spawn(
    pid_t *process, const char *path, char *const arguments[], char *const environment[], const int *sources,
    const int *targets, unsigned int count, const char *folder, int first_closed);
/// PR_SET_NO_NEW_PRIVS.
int clinux_deny_new_privileges(void);
/// M_ARENA_MAX: as many arenas as there are processors, at least two.
void clinux_limit_arenas(void);
/// PR_SET_DUMPABLE 0: no process of the same user may trace this one.
int clinux_refuse_tracers(void);
/// O_NONBLOCK.
int clinux_set_not_waiting(int descriptor);
/// 1 when the child has ended, 0 when it has not (only without `block`), -1 on error. `signalled` is 1 when a signal
/// ended it, and `status` is then its number, else the exit status.
int clinux_wait(int pidfd, int block, int *signalled, int *status);

// Sandboxes: irrevocable restrictions of a process. Functions return 0 or an errno.

/// Enters new namespaces for users, mounts, network, IPC, host name and cgroups. For a process with one thread. After
/// an error it may be in some of them.
int clinux_enter_own_namespaces(void);
/// In such namespaces: pivot_root into an empty read-only folder.
int clinux_empty_root(void);
int clinux_drop_capabilities(void);
/// Landlock: this thread, and those that it starts, can open and change no files and folders and connect to nothing (as
/// far as the kernel's version goes). Open descriptors stay usable.
int clinux_forbid_files(void);
/// seccomp: restricts all threads to the system calls that decoding and copying need. Most others kill the process.
/// `may_clone_files`: allows FICLONE.
int clinux_filter_system_calls(int may_clone_files);
/// Landlock for a process that needs some files: returns an empty ruleset, or a negative errno. `may_connect`: to
/// servers by TCP; listening is forbidden in any case.
int clinux_begin_file_rules(int may_connect);
enum { CLINUX_READ, CLINUX_WRITE, CLINUX_MAKE_FOLDERS };
/// Allows reading at and below a path, reading and writing, or only making folders. ENOENT for a missing path.
int clinux_add_file_rule(int ruleset, const char *path, int access);
/// From now on this thread, and those that it starts, open what the rules allow and nothing else. Closes the rules.
int clinux_enter_file_rules(int ruleset);
/// seccomp for a process that talks to servers: starting programs and processes, tracing and signalling others, and
/// listening kill the process.
int clinux_filter_network_program(void);

// Signals

int clinux_block_termination_signals(void);
int clinux_termination_signal_descriptor(void);
/// The number of the next signal.
int clinux_read_signal(int descriptor);
int clinux_ignore_broken_pipe(void);

// Leases

/// Whether other descriptors than this one, of any process, are open on the file: 1 or 0. Takes a write lease for a
/// moment; whoever opens the file meanwhile waits, or fails with EAGAIN. Needs the file's owner; fails with EINVAL
/// where the file system has no leases. Ignores SIGIO, which reports that somebody waits for the lease.
int clinux_is_open_elsewhere(int descriptor);
/// The same for descriptors that are open for writing, with a read lease. `descriptor` is open for reading alone.
int clinux_is_being_written(int descriptor);

// Signals of terminals

/// A signalfd for SIGWINCH, SIGTSTP and SIGCONT.
int clinux_block_terminal_signals(void);
int clinux_terminal_signal_descriptor(void);
/// Stops this process as SIGTSTP does, which must be blocked, and returns when it continues: at once without a shell
/// that could continue it.
int clinux_stop_until_continued(void);

// Terminals

/// The bytes that `clinux_terminal_begin_raw` keeps.
#define CLINUX_TERMINAL_STATE 128
/// Enters raw mode, but keeps the signals of the interrupt and suspend keys. Saves the former settings in `state`.
int clinux_terminal_begin_raw(int terminal, uint8_t *state);
int clinux_terminal_restore(int terminal, const uint8_t *state);
/// tcflush: discards input that was typed and not read yet.
int clinux_terminal_discard_input(int terminal);
/// In characters, and in pixels if the terminal reports them, else 0.
int clinux_terminal_size(int terminal, int *columns, int *rows, int *width, int *height);
int clinux_terminal_set_size(int terminal, int columns, int rows, int width, int height);
/// The master of a new pseudo-terminal, unlocked.
int clinux_pseudo_terminal(void);
/// The other end of a pseudo-terminal.
int clinux_pseudo_terminal_peer(int master);

// Events

int clinux_event_descriptor(void);
int clinux_event_signal(int descriptor);
int clinux_event_clear(int descriptor);
/// The bit of `poll` for a peer that will send no more.
short clinux_poll_peer_finished(void);

// Waiting for a word to change (futex)

/// Takes the token in `word`, waiting for it until the monotonic `deadline` in nanoseconds (0: for ever).
/// Returns 1 when the token was taken, 0 when the deadline passed.
int clinux_park(uint32_t *word, uint64_t deadline);
void clinux_unpark(uint32_t *word);
