#ifndef COS_OS_LOCK_H
#define COS_OS_LOCK_H

#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A lock of Apple's systems, by a futex: all zeros is a lock that nobody has.
///
/// Mistakes end the program, as on Apple's systems: to take a lock twice in one thread, and to give back what another
/// thread has. Threads that wait sleep; the one that has the lock does not get their priority.
typedef struct os_unfair_lock_s {
    uint32_t _os_unfair_lock_opaque;
} os_unfair_lock, *os_unfair_lock_t;

#define OS_UNFAIR_LOCK_INIT ((os_unfair_lock){0})

/// Waits for the lock, and takes it.
void os_unfair_lock_lock(os_unfair_lock_t lock);
/// Takes the lock, if nobody has it.
bool os_unfair_lock_trylock(os_unfair_lock_t lock);
/// Gives the lock back, in the thread that took it.
void os_unfair_lock_unlock(os_unfair_lock_t lock);
/// Ends the program, if this thread does not have the lock.
void os_unfair_lock_assert_owner(const os_unfair_lock *lock);
/// Ends the program, if this thread has the lock.
void os_unfair_lock_assert_not_owner(const os_unfair_lock *lock);

#pragma clang assume_nonnull end

#endif
