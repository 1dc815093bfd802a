// Runs a program that must not reach a network: the first socket for one ends whichever process makes it, also one that
// the program starts.
//
//     network-trap none PROGRAM …     no sockets but Unix ones
//     network-trap page PROGRAM …     also TCP's, to wait for connections; they connect nowhere
#define _GNU_SOURCE
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined __x86_64__
#define THIS_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define THIS_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define IF_EQUAL(value, skipped) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), 0, (skipped))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, (action))

/// Landlock: to connect by TCP fails.
static int forbid_connecting(void) {
    enum { CONNECT_TCP = 2 };
    uint64_t rights[2] = {0, CONNECT_TCP};
    int rules = (int)syscall(SYS_landlock_create_ruleset, rights, sizeof rights, 0);
    return rules < 0 || syscall(SYS_landlock_restrict_self, rules, 0) != 0;
}

int main(int count, char **arguments) {
    if (count < 3) return 64;
    int is_page = strcmp(arguments[1], "page") == 0;
    // No socket has this type.
    uint32_t allowed_type = is_page ? SOCK_STREAM : 0xF;
    struct sock_filter filter[] = {
        LOAD(arch),
        IF_EQUAL(THIS_ARCHITECTURE, 8),
        LOAD(nr),
        IF_EQUAL(SYS_socket, 7),
        LOAD(args[0]),
        IF_EQUAL(AF_UNIX, 1),
        RETURN(SECCOMP_RET_ALLOW),
        LOAD(args[1]),
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xF),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, allowed_type, 1, 0),
        RETURN(SECCOMP_RET_KILL_PROCESS),
        RETURN(SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || (is_page && forbid_connecting())
        || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
        perror("network-trap");
        return 71;
    }
    execv(arguments[2], arguments + 2);
    perror(arguments[2]);
    return 71;
}
