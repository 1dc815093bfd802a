// Does, step by step, what its arguments say: the part of an app and of whoever would like to be taken for it. Tests
// copy it to wherever the app is to be. The connection is descriptor 9 and survives fork and exec.
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
//     confine         may make no namespaces from here on, nor may what it becomes, as under Docker's filter
//     fuse TYPE PATH  mounts an empty file system of its own at PATH, as rclone and the like would (needs root)
//     silence TYPE PATH  likewise, and it never tells what is in it
//     hang WHAT PID PATH  mounts one with a file "file", which is this program; asked WHAT (some of "read", "flush",
//                     "getattr" and "statfs", with commas between them), it answers process PID only; after somebody
//                     has looked for a file "silence", asked anything
//     spawn PATH      starts another program, which does the rest, without having forked its memory first
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/fuse.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
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

/// The number of the file that a file system of this program's has, and the bytes of a read.
enum { PROGRAM = 2, READ_SIZE = 128 << 10 };

static void reply_fuse(int device, uint64_t unique, int error, const void *body, size_t length) {
    static uint8_t bytes[sizeof(struct fuse_out_header) + READ_SIZE];
    struct fuse_out_header header = {.len = (uint32_t)(sizeof(header) + length), .error = -error, .unique = unique};
    memcpy(bytes, &header, sizeof(header));
    if (length > 0) memcpy(bytes + sizeof(header), body, length);
    // The kernel refuses what nobody waits for any more.
    if (write(device, bytes, header.len) < 0 && errno != ENOENT) _exit(73);
}

/// What a file system of this program's is.
struct drive {
    const char *type;
    /// It never tells what is in it.
    int is_silent;
    /// It has a file, and this is what is not told about that.
    const char *unanswered;
    pid_t answered;
};


static pid_t process_of(pid_t thread) {
    char path[64], line[128];
    snprintf(path, sizeof(path), "/proc/%d/status", thread);
    FILE *file = fopen(path, "r");
    if (file == NULL) return 0;
    pid_t process = 0;
    while (process == 0 && fgets(line, sizeof(line), file) != NULL) sscanf(line, "Tgid: %d", &process);
    fclose(file);
    return process;
}

static int is_unanswered(const struct drive *drive, const struct fuse_in_header *request) {
    const char *name = request->opcode == FUSE_READ      ? "read"
                       : request->opcode == FUSE_FLUSH   ? "flush"
                       : request->opcode == FUSE_GETATTR ? "getattr"
                       : request->opcode == FUSE_STATFS  ? "statfs"
                                                         : NULL;
    if (request->opcode == FUSE_INIT || drive->unanswered == NULL) return 0;
    int is_silent = drive->is_silent || (name != NULL && strstr(drive->unanswered, name) != NULL);
    return is_silent && process_of((pid_t)request->pid) != drive->answered;
}

/// A folder that is empty, or has one file.
static void serve_fuse(int device, struct drive *drive) {
    static _Alignas(8) uint8_t bytes[1 << 18];
    int program = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat found;
    if (program < 0 || fstat(program, &found) < 0) fail("/proc/self/exe");
    struct fuse_attr_out root = {.attr = {.ino = FUSE_ROOT_ID, .mode = S_IFDIR | 0755, .nlink = 2}};
    struct fuse_attr_out file = {
        .attr = {.ino = PROGRAM, .mode = S_IFREG | 0555, .nlink = 1, .size = (uint64_t)found.st_size}};
    struct fuse_entry_out entry = {.nodeid = PROGRAM, .attr = file.attr};
    for (;;) {
        ssize_t count = read(device, bytes, sizeof(bytes));
        if (count < (ssize_t)sizeof(struct fuse_in_header)) _exit(0);
        struct fuse_in_header request;
        memcpy(&request, bytes, sizeof(request));
        if (is_unanswered(drive, &request)) continue;
        struct fuse_init_out hello = {
            .major = FUSE_KERNEL_VERSION, .minor = FUSE_KERNEL_MINOR_VERSION, .max_write = READ_SIZE, .max_pages = 32};
        struct fuse_open_out opened = {.fh = 1};
        struct fuse_statfs_out space = {.st = {.bsize = 4096, .namelen = 255}};
        switch (request.opcode) {
        case FUSE_INIT: reply_fuse(device, request.unique, 0, &hello, sizeof(hello)); break;
        case FUSE_GETATTR:
            reply_fuse(device, request.unique, 0, request.nodeid == PROGRAM ? &file : &root, sizeof(root));
            break;
        case FUSE_STATFS: reply_fuse(device, request.unique, 0, &space, sizeof(space)); break;
        case FUSE_OPEN:
            if (strstr(drive->unanswered, "read") != NULL) opened.open_flags = FOPEN_DIRECT_IO;
            reply_fuse(device, request.unique, 0, &opened, sizeof(opened));
            break;
        case FUSE_OPENDIR: reply_fuse(device, request.unique, 0, &opened, sizeof(opened)); break;
        case FUSE_READ: {
            struct fuse_read_in wanted;
            memcpy(&wanted, bytes + sizeof(request), sizeof(wanted));
            static uint8_t content[READ_SIZE];
            size_t size = wanted.size < READ_SIZE ? wanted.size : READ_SIZE;
            ssize_t got = pread(program, content, size, (off_t)wanted.offset);
            reply_fuse(device, request.unique, got < 0 ? EIO : 0, content, got < 0 ? 0 : (size_t)got);
            break;
        }
        case FUSE_FLUSH:
        case FUSE_RELEASE:
        case FUSE_READDIR:
        case FUSE_RELEASEDIR: reply_fuse(device, request.unique, 0, NULL, 0); break;
        case FUSE_LOOKUP: {
            const char *name = (const char *)bytes + sizeof(request);
            if (drive->unanswered == NULL && drive->is_silent) break;
            if (drive->unanswered != NULL && strcmp(name, "silence") == 0) drive->is_silent = 1;
            if (drive->unanswered != NULL && strcmp(name, "file") == 0)
                reply_fuse(device, request.unique, 0, &entry, sizeof(entry));
            else
                reply_fuse(device, request.unique, ENOENT, NULL, 0);
            break;
        }
        case FUSE_FORGET:
        case FUSE_INTERRUPT:
        case FUSE_BATCH_FORGET: break;
        default: reply_fuse(device, request.unique, ENOSYS, NULL, 0);
        }
    }
}

static void mount_fuse(struct drive *drive, const char *path) {
    int device = open("/dev/fuse", O_RDWR | O_CLOEXEC);
    if (device < 0) fail("/dev/fuse");
    char options[128];
    snprintf(options, sizeof(options), "fd=%d,rootmode=40000,user_id=0,group_id=0,allow_other", device);
    if (mount("drive:", path, drive->type, MS_NOSUID | MS_NODEV, options) < 0) fail("mount");
    pid_t child = fork();
    if (child < 0) fail("fork");
    if (child > 0) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    serve_fuse(device, drive);
}

static void confine(void) {
    struct sock_filter instructions[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_unshare, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {.len = sizeof(instructions) / sizeof(instructions[0]), .filter = instructions};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) fail("no_new_privs");
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) < 0) fail("seccomp");
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
        } else if (strcmp(step, "confine") == 0) {
            confine();
        } else if (strcmp(step, "exec") == 0) {
            // The steps that are left are the other program's arguments.
            execv(value, &arguments[index + 1]);
            fail("exec");
        } else if (strcmp(step, "fuse") == 0 || strcmp(step, "silence") == 0) {
            struct drive drive = {.type = value, .is_silent = strcmp(step, "silence") == 0};
            mount_fuse(&drive, index + 2 < count ? arguments[index + 2] : "");
            index += 2;
        } else if (strcmp(step, "hang") == 0 && index + 3 < count) {
            struct drive drive = {.type = "fuse.hang", .unanswered = value, .answered = atoi(arguments[index + 2])};
            mount_fuse(&drive, arguments[index + 3]);
            index += 3;
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
