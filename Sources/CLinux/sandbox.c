// Irrevocable restrictions of a process. Every function returns 0 or an errno.
#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// MARK: Namespaces

int clinux_enter_own_namespaces(void) {
    int kinds = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
    if (unshare(kinds) != 0) return errno;
    // Later mounts do not propagate out.
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return errno;
    // Some systems allow the namespaces but not mounting in them: fails here, before anything has changed.
    if (mount("none", "/proc", "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, "mode=0555,size=4096,nr_inodes=1") != 0)
        return errno;
    return umount2("/proc", MNT_DETACH) == 0 ? 0 : errno;
}

int clinux_drop_capabilities(void) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[2] = {{0}};
    return syscall(SYS_capset, &header, none) == 0 ? 0 : errno;
}

int clinux_empty_root(void) {
    unsigned long flags = MS_NOSUID | MS_NODEV | MS_NOEXEC;
    if (mount("none", "/proc", "tmpfs", flags, "mode=0555,size=4096,nr_inodes=1") != 0) return errno;
    if (chdir("/proc") != 0) return errno;
    // The old root is now stacked on the new one, and is unmounted.
    if (syscall(SYS_pivot_root, ".", ".") != 0) return errno;
    if (umount2(".", MNT_DETACH) != 0 || chdir("/") != 0) return errno;
    return mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | flags, NULL) == 0 ? 0 : errno;
}

// MARK: Landlock

// As in <linux/landlock.h> of Linux 6.12; the header of the oldest supported release lacks the last ones.
struct ruleset {
    uint64_t files;
    uint64_t network;
    uint64_t scope;
};

enum { WRITE_FILE = 1 << 1, READ_FILE = 1 << 2, READ_DIR = 1 << 3, REMOVE_DIR = 1 << 4, REMOVE_FILE = 1 << 5 };
enum { MAKE_DIR = 1 << 7, MAKE_REG = 1 << 8, REFER = 1 << 13, TRUNCATE = 1 << 14 };
enum { BIND_TCP = 1, CONNECT_TCP = 2 };

/// The file access rights of an ABI version. TCP is from 4 on, abstract sockets and signals from 6 on.
static uint64_t file_rights(long version) {
    int count = version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13;
    return (1ull << count) - 1;
}

static size_t ruleset_size(long version) {
    return version >= 6 ? sizeof(struct ruleset) : version >= 4 ? 2 * sizeof(uint64_t) : sizeof(uint64_t);
}

int clinux_forbid_files(void) {
    enum { CREATE_RULESET_VERSION = 1 };
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, CREATE_RULESET_VERSION);
    if (version < 0) return errno;
    struct ruleset all = {
        .files = file_rights(version),
        .network = version >= 4 ? BIND_TCP | CONNECT_TCP : 0,
        .scope = version >= 6 ? 3 : 0,
    };
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &all, ruleset_size(version), 0);
    if (ruleset < 0) return errno;
    // A ruleset without rules forbids everything that it handles.
    int error = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0 ? 0 : errno;
    close(ruleset);
    return error;
}

int clinux_begin_file_rules(int may_connect) {
    enum { CREATE_RULESET_VERSION = 1 };
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, CREATE_RULESET_VERSION);
    if (version < 0) return -errno;
    // Without the right of version 2 no file could be renamed into another folder.
    if (version < 2) return -EOPNOTSUPP;
    struct ruleset all = {
        .files = file_rights(version),
        .network = version >= 4 ? (may_connect ? BIND_TCP : BIND_TCP | CONNECT_TCP) : 0,
        .scope = version >= 6 ? 3 : 0,
    };
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &all, ruleset_size(version), 0);
    return ruleset < 0 ? -errno : ruleset;
}

int clinux_add_file_rule(int ruleset, const char *path, int access) {
    enum { PATH_BENEATH = 1, CREATE_RULESET_VERSION = 1 };
    struct {
        uint64_t rights;
        int32_t folder;
    } __attribute__((packed)) rule;
    rule.folder = open(path, O_PATH | O_CLOEXEC);
    if (rule.folder < 0) return errno;
    struct stat status;
    int error = fstat(rule.folder, &status) == 0 ? 0 : errno;
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, CREATE_RULESET_VERSION);
    rule.rights = access == CLINUX_MAKE_FOLDERS ? MAKE_DIR : READ_FILE | READ_DIR;
    if (access == CLINUX_WRITE)
        rule.rights |= WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | REFER | TRUNCATE;
    rule.rights &= file_rights(version);
    if (!error && !S_ISDIR(status.st_mode)) rule.rights &= READ_FILE | WRITE_FILE | TRUNCATE;
    if (!error && syscall(SYS_landlock_add_rule, ruleset, PATH_BENEATH, &rule, 0) != 0) error = errno;
    close(rule.folder);
    return error;
}

int clinux_enter_file_rules(int ruleset) {
    int error = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0 ? 0 : errno;
    close(ruleset);
    return error;
}

// MARK: System calls

#if defined __x86_64__
#define THIS_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define THIS_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "the filter of system calls is written for x86-64 and ARM64"
#endif

/// The low half of an argument: both architectures are little-endian.
#define LOAD_ARGUMENT(number) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[number]))
#define LOAD_UPPER_HALF(number) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[number]) + 4)
#define IF_EQUAL(value, skipped) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), 0, (skipped))
#define IF_ANY_BIT(bits, skipped) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (uint32_t)(bits), 0, (skipped))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, (action))
#define FAIL(error) RETURN(SECCOMP_RET_ERRNO | (error))
#define KILL RETURN(SECCOMP_RET_KILL_PROCESS)
#define ALLOW RETURN(SECCOMP_RET_ALLOW)

#define MAY(call) IF_EQUAL(SYS_##call, 1), ALLOW
#define FAILS(call, error) IF_EQUAL(SYS_##call, 1), FAIL(error)
/// `call`, but only with one of the values that follow as an argument; kills otherwise. `count`: of the values.
#define MAY_WITH(call, argument, count) IF_EQUAL(SYS_##call, 2 * (count) + 2), LOAD_ARGUMENT(argument)
#define VALUE(value) IF_EQUAL(value, 1), ALLOW

static int install(struct sock_filter *filter, unsigned short length) {
    struct sock_fprog program = {.len = length, .filter = filter};
    // All threads, including those of libraries.
    long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
    // A positive result is a thread that could not be synchronised, because it has filters of its own.
    return result == 0 ? 0 : result > 0 ? EBUSY : errno;
}

/// What decoding and copying need. Installed before the first hostile byte.
int clinux_filter_system_calls(int may_clone_files) {
    uint32_t own_process = (uint32_t)getpid();
    uint32_t clone_file = may_clone_files ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | ENOTTY;
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, THIS_ARCHITECTURE, 1, 0),
        KILL,
        // x32 calls have other numbers, none of which is here.
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),

        // Open files, and the socket.
        MAY(read), MAY(pread64), MAY(readv), MAY(preadv), MAY(write), MAY(writev), MAY(pwrite64), MAY(lseek),
        MAY(close), MAY(fstat), MAY(ftruncate), MAY(memfd_create), MAY(ppoll), MAY(recvmsg), MAY(sendmsg),
        MAY(sendto), MAY(recvfrom),
        // Memory and threads.
        MAY(brk), MAY(munmap), MAY(mremap), MAY(madvise), MAY(futex), MAY(set_robust_list), MAY(rseq),
        MAY(sched_yield), MAY(sched_getaffinity), MAY(gettid), MAY(getpid), MAY(exit), MAY(exit_group),
        MAY(set_tid_address), MAY(getcpu), MAY(sched_getparam), MAY(sched_getscheduler), MAY(membarrier),
        // Time, random numbers, signals to itself.
        MAY(clock_gettime), MAY(clock_getres), MAY(clock_nanosleep), MAY(nanosleep), MAY(gettimeofday), MAY(getrandom),
        MAY(getrusage), MAY(times), MAY(sysinfo), MAY(setitimer), MAY(getitimer), MAY(restart_syscall),
        MAY(rt_sigaction), MAY(rt_sigprocmask), MAY(rt_sigreturn), MAY(sigaltstack),
        MAY(getuid), MAY(geteuid), MAY(getgid), MAY(getegid),
#ifdef __x86_64__
        MAY(poll), MAY(alarm), MAY(time),
#endif

        // Threads, but no processes. glibc tries clone3 first, whose flags a filter cannot read, then clone.
        FAILS(clone3, ENOSYS),
        IF_EQUAL(SYS_clone, 4), LOAD_ARGUMENT(0), IF_ANY_BIT(CLONE_THREAD, 1), ALLOW, KILL,
        // No executable memory.
        IF_EQUAL(SYS_mmap, 4), LOAD_ARGUMENT(2), IF_ANY_BIT(PROT_EXEC, 1), FAIL(EPERM), ALLOW,
        IF_EQUAL(SYS_mprotect, 4), LOAD_ARGUMENT(2), IF_ANY_BIT(PROT_EXEC, 1), FAIL(EPERM), ALLOW,
        MAY_WITH(tgkill, 0, 1), VALUE(own_process), KILL,
        MAY_WITH(fcntl, 1, 7), VALUE(F_DUPFD), VALUE(F_DUPFD_CLOEXEC), VALUE(F_GETFD), VALUE(F_SETFD), VALUE(F_GETFL),
        VALUE(F_ADD_SEALS), VALUE(F_GET_SEALS), KILL,
        IF_EQUAL(SYS_prctl, 4), LOAD_ARGUMENT(0), IF_EQUAL(PR_SET_NAME, 1), ALLOW, FAIL(EPERM),
        // FICLONE, which copiers use.
        IF_EQUAL(SYS_ioctl, 4), LOAD_ARGUMENT(1), IF_EQUAL(0x40049409, 1), RETURN(clone_file), FAIL(ENOTTY),
        // Limits may be read, not set.
        IF_EQUAL(SYS_prlimit64, 6), LOAD_ARGUMENT(2), IF_EQUAL(0, 3), LOAD_UPPER_HALF(2), IF_EQUAL(0, 1), ALLOW,
        FAIL(EPERM),

        // Libraries try these and continue without: they fail instead of killing the process.
        FAILS(openat, EACCES), FAILS(openat2, EACCES), FAILS(newfstatat, EACCES), FAILS(statx, EACCES),
        FAILS(faccessat, EACCES), FAILS(faccessat2, EACCES), FAILS(readlinkat, EACCES), FAILS(getcwd, EACCES),
        FAILS(statfs, EACCES), FAILS(uname, EPERM), FAILS(sched_setaffinity, EPERM), FAILS(sched_setscheduler, EPERM),
        FAILS(setpriority, EPERM), FAILS(mlock, EPERM), FAILS(mbind, EPERM), FAILS(get_mempolicy, EPERM),
        FAILS(set_mempolicy, EPERM),
#ifdef __x86_64__
        FAILS(open, EACCES), FAILS(stat, EACCES), FAILS(lstat, EACCES), FAILS(access, EACCES), FAILS(readlink, EACCES),
#endif
        KILL,
    };
    return install(filter, sizeof filter / sizeof *filter);
}

#define KILLS(call) IF_EQUAL(SYS_##call, 1), KILL

/// Kills a process that talks to servers when it makes a call that it does not need. A list of allowed calls would
/// break with the libraries that resolve names and speak TLS.
int clinux_filter_network_program(void) {
    uint32_t own_process = (uint32_t)getpid();
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, THIS_ARCHITECTURE, 1, 0),
        KILL,
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        // Calls of another kind (x32).
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        KILL,

        // No other programs, and no other processes.
        KILLS(execve), KILLS(execveat),
#ifdef __x86_64__
        KILLS(fork), KILLS(vfork),
#endif
        FAILS(clone3, ENOSYS),
        IF_EQUAL(SYS_clone, 4), LOAD_ARGUMENT(0), IF_ANY_BIT(CLONE_THREAD, 1), ALLOW, KILL,
        KILLS(ptrace), KILLS(process_vm_readv), KILLS(process_vm_writev), KILLS(process_madvise), KILLS(kcmp),
        KILLS(pidfd_getfd), KILLS(pidfd_send_signal), KILLS(tkill), KILLS(rt_sigqueueinfo), KILLS(rt_tgsigqueueinfo),
        MAY_WITH(kill, 0, 1), VALUE(own_process), KILL,
        MAY_WITH(tgkill, 0, 1), VALUE(own_process), KILL,
        // Sockets that call: nobody calls here. AF_NETLINK is how glibc learns of addresses.
        MAY_WITH(socket, 0, 4), VALUE(AF_UNIX), VALUE(AF_INET), VALUE(AF_INET6), VALUE(AF_NETLINK), KILL,
        KILLS(listen), KILLS(accept), KILLS(accept4),
        // Memory that is code comes from libraries only.
        IF_EQUAL(SYS_mmap, 6), LOAD_ARGUMENT(2), IF_ANY_BIT(PROT_EXEC, 3), LOAD_ARGUMENT(3),
        IF_ANY_BIT(MAP_ANONYMOUS, 1), FAIL(EPERM), ALLOW,
        IF_EQUAL(SYS_mprotect, 4), LOAD_ARGUMENT(2), IF_ANY_BIT(PROT_EXEC, 1), FAIL(EPERM), ALLOW,
        KILLS(pkey_mprotect),
        // The kernel's larger surfaces.
        KILLS(unshare), KILLS(setns), KILLS(mount), KILLS(umount2), KILLS(pivot_root), KILLS(chroot), KILLS(bpf),
        KILLS(perf_event_open), KILLS(userfaultfd), KILLS(io_uring_setup), KILLS(io_uring_enter),
        KILLS(io_uring_register), KILLS(keyctl), KILLS(add_key), KILLS(request_key), KILLS(open_by_handle_at),
        KILLS(init_module), KILLS(finit_module), KILLS(delete_module), KILLS(kexec_load), KILLS(reboot),
        KILLS(swapon), KILLS(swapoff), KILLS(personality), KILLS(move_mount), KILLS(open_tree), KILLS(fsopen),
        KILLS(fsmount), KILLS(mknodat), KILLS(acct), KILLS(quotactl), KILLS(syslog), KILLS(settimeofday),
        KILLS(clock_settime), KILLS(sethostname), KILLS(setdomainname),
        ALLOW,
    };
    return install(filter, sizeof filter / sizeof *filter);
}
