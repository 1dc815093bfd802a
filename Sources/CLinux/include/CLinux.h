// What Swift cannot call by itself: variadic calls, macros over structs, and system calls that glibc does not wrap.
// Every function here returns -1 and sets errno like the call it stands for, unless it says otherwise.
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
/// Opens only what is in the folder, with symbolic links, and links of /proc, neither followed nor gone through.
int clinux_open_beneath(int directory, const char *path, int flags);
/// Like open, with no symbolic link on the way followed.
int clinux_open_without_links(const char *path, int flags);
int clinux_duplicate(int descriptor);
/// A duplicate with a number of at least `lowest`.
int clinux_duplicate_above(int descriptor, int lowest);
int clinux_set_close_on_exec(int descriptor);
int clinux_clone_file(int destination, int source);
ssize_t clinux_copy_range(int from, int to, size_t count);
/// fstat into a `struct stat`, by the system call of this name: glibc's may look at a path, which a sandbox does not
/// allow.
int clinux_status(int descriptor, void *status);
ssize_t clinux_read_link(const char *path, uint8_t *bytes, size_t capacity);
int clinux_rename_without_replacing(int from_directory, const char *from, int to_directory, const char *to);
/// The type of the file system that holds a file.
int clinux_file_system(const char *path, uint32_t *type);
const char *clinux_entry_name(const struct dirent *entry);
/// A descriptor of the folder at `path` by a detached mount that takes no changes: what is opened below it cannot be
/// written, dated, or given other rights, by its owner either. `EPERM`, `ENOSPC` and their like where neither this
/// process may mount nor user namespaces can be had. Waits for a child of its own.
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

/// 1 when the path fits into a socket address, else 0.
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
/// How many bytes wait to be received.
int clinux_unread_bytes(int socket);
/// `descriptors` has room for CLINUX_MAXIMUM_DESCRIPTORS. `truncated` is set to 1 when the message carried more.
/// `sender` is the process that sent the bytes, 0 where the socket does not ask for it (SO_PASSCRED).
ssize_t clinux_receive(
    int socket, void *bytes, size_t capacity, int *descriptors, unsigned int *descriptor_count, int *truncated,
    int32_t *sender, int flags);

/// Receives like `clinux_receive`, leaves everything in the socket, and takes no descriptors: `has_descriptors` is set
/// to 1 when some came with the last of the bytes. The next peek continues after them (`clinux_peek_onwards`).
/// The socket has to ask for senders (SO_PASSCRED).
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

/// Starts the processes that receive. Returns the socket by which they are asked; they end when it is closed.
int clinux_start_receiver(void);
/// Has `count` bytes of a connection received. Returns the socket (SOCK_SEQPACKET) by which the answer comes: an
/// int32_t, not 0 when descriptors were lost, with the descriptors. Those of files, and all others that are not of the
/// kernel's own memory, lie in sockets: one each. The other end is closed when the process has let go of everything.
int clinux_request_receiving(int requests, int connection, uint32_t count);

// Processes

char **clinux_environment(void);
int clinux_name_this_thread(const char *name);
/// Capabilities are not passed on to programs that this process starts.
int clinux_clear_ambient_capabilities(void);

int clinux_pidfd_open(pid_t process);
int clinux_pidfd_send_signal(int pidfd, int signal);
/// Starts `path` with no signal blocked or ignored. Returns 0 or an error number, and sets `process`. `folder`: the new
/// program's working folder; NULL for this one's. `first_closed`: descriptors from this number on are closed in it; -1
/// for those that are close-on-exec alone.
int clinux_spawn(
    pid_t *process, const char *path, char *const arguments[], char *const environment[], const int *sources,
    const int *targets, unsigned int count, const char *folder, int first_closed);
/// Neither this process nor what it executes gets rights that it does not have.
int clinux_deny_new_privileges(void);
/// No process of the same user may trace this one or look into it.
int clinux_refuse_tracers(void);
/// O_NONBLOCK.
int clinux_set_not_waiting(int descriptor);
/// 1 when the child has ended, 0 when it has not (only without `block`), -1 on error. `signalled` is 1 when a signal
/// ended it, and `status` is then its number, else the exit status.
int clinux_wait(int pidfd, int block, int *signalled, int *status);

// Sandboxes: what a process gives up for ever. 0 or an errno.

/// Namespaces of its own for users, mounts, network, IPC and host names. For a process with one thread. After an error
/// it may be in some of them.
int clinux_enter_own_namespaces(void);
/// In such namespaces: a root folder that has nothing in it and takes nothing.
int clinux_empty_root(void);
int clinux_drop_capabilities(void);
/// Landlock: this thread, and those that it starts, open no files and folders, change none, and connect to nothing (as
/// far as the kernel's version goes). What is open stays so.
int clinux_forbid_files(void);
/// seccomp: from now on all threads make only those system calls that decoding and copying need. Most others end the
/// process. `may_clone_files`: files may share their blocks (FICLONE).
int clinux_filter_system_calls(int may_clone_files);

// Signals

int clinux_block_termination_signals(void);
int clinux_termination_signal_descriptor(void);
/// The number of the next signal.
int clinux_read_signal(int descriptor);
int clinux_ignore_broken_pipe(void);
/// SIGWINCH, which a terminal of another size sends, and SIGTSTP and SIGCONT, which stop a program and let it go on.
int clinux_block_terminal_signals(void);
int clinux_terminal_signal_descriptor(void);
/// Stops this process as SIGTSTP does, which must be blocked, and returns when it goes on: at once where no shell is
/// there that could let it.
int clinux_stop_until_continued(void);

// Terminals

/// The bytes that `clinux_terminal_begin_raw` keeps.
#define CLINUX_TERMINAL_STATE 128
/// Keys come at once and are not shown; only what interrupts and what stops still send their signals. Keeps how it was
/// in `state`.
int clinux_terminal_begin_raw(int terminal, uint8_t *state);
int clinux_terminal_restore(int terminal, const uint8_t *state);
/// Forgets what was typed and not read yet.
int clinux_terminal_discard_input(int terminal);
/// Characters, and pixels where the terminal tells them, else 0.
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
/// Returns 1 when the token was taken and 0 when the time was over.
int clinux_park(uint32_t *word, uint64_t deadline);
void clinux_unpark(uint32_t *word);
