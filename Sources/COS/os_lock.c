#define _GNU_SOURCE
#include "os_lock.h"

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

// The lock's word: 0, or the thread that has it, and whether others may be asleep. Linux' thread numbers have at most
// 22 bits.
#define SLEEPERS ((uint32_t)1 << 31)

static _Thread_local uint32_t this_thread;

// A child of fork has one thread, by another number.
static void forget_thread(void) { this_thread = 0; }

__attribute__((constructor)) static void watch_forks(void) { pthread_atfork(NULL, NULL, forget_thread); }

static uint32_t own_number(void) {
    if (this_thread == 0) this_thread = (uint32_t)gettid();
    return this_thread;
}

static _Noreturn void stop(const char *mistake) {
    fprintf(stderr, "os_unfair_lock: %s\n", mistake);
    abort();
}

static _Atomic uint32_t *word_of(const os_unfair_lock *lock) {
    return (_Atomic uint32_t *)(uintptr_t)&lock->_os_unfair_lock_opaque;
}

static bool has_lock(const os_unfair_lock *lock) { return (atomic_load(word_of(lock)) & ~SLEEPERS) == own_number(); }

bool os_unfair_lock_trylock(os_unfair_lock_t lock) {
    uint32_t nobody = 0;
    return atomic_compare_exchange_strong(word_of(lock), &nobody, own_number());
}

void os_unfair_lock_lock(os_unfair_lock_t lock) {
    if (os_unfair_lock_trylock(lock)) return;
    if (has_lock(lock)) stop("a thread takes a lock that it has");
    _Atomic uint32_t *word = word_of(lock);
    for (;;) {
        uint32_t seen = atomic_load(word);
        if (seen == 0) {
            // This thread cannot know whether others sleep: it says so, and wakes one for nothing at most.
            if (atomic_compare_exchange_weak(word, &seen, own_number() | SLEEPERS)) return;
            continue;
        }
        if (!(seen & SLEEPERS) && !atomic_compare_exchange_weak(word, &seen, seen | SLEEPERS)) continue;
        int saved = errno;
        // Returns at once, if the word is not what it was: the next round sees why.
        syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, seen | SLEEPERS, NULL, NULL, 0);
        errno = saved;
    }
}

void os_unfair_lock_unlock(os_unfair_lock_t lock) {
    if (!has_lock(lock)) stop("a thread gives back a lock that it has not");
    _Atomic uint32_t *word = word_of(lock);
    if (atomic_exchange(word, 0) & SLEEPERS) syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

void os_unfair_lock_assert_owner(const os_unfair_lock *lock) {
    if (!has_lock(lock)) stop("a thread has not the lock that it should have");
}

void os_unfair_lock_assert_not_owner(const os_unfair_lock *lock) {
    if (has_lock(lock)) stop("a thread has a lock that it should not have");
}
