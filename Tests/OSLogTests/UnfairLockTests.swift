import Foundation
import Testing
import os.lock

@Suite struct UnfairLockTests {
    /// A lock at one address, and what it guards.
    @safe
    private final class Counter: @unchecked Sendable {
        let lock = os_unfair_lock_t.allocate(capacity: 1)
        var count = 0
        init() { unsafe lock.initialize(to: os_unfair_lock()) }
        deinit { unsafe lock.deallocate() }
    }

    @Test func `nobody else is inside, however many threads want in`() {
        let counter = Counter()
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<20_000 {
                unsafe os_unfair_lock_lock(counter.lock)
                counter.count += 1
                unsafe os_unfair_lock_unlock(counter.lock)
            }
        }
        #expect(counter.count == 160_000)
    }

    @Test func `a lock that another thread has cannot be taken, and its owner is known`() {
        let counter = Counter()
        unsafe os_unfair_lock_lock(counter.lock)
        unsafe os_unfair_lock_assert_owner(counter.lock)
        let (asked, taken) = (DispatchSemaphore(value: 0), Taken())
        Thread.detachNewThread {
            unsafe os_unfair_lock_assert_not_owner(counter.lock)
            taken.isTaken = unsafe os_unfair_lock_trylock(counter.lock)
            asked.signal()
        }
        asked.wait()
        #expect(taken.isTaken == false)
        unsafe os_unfair_lock_unlock(counter.lock)
        unsafe os_unfair_lock_assert_not_owner(counter.lock)
        let isTaken = unsafe os_unfair_lock_trylock(counter.lock)
        #expect(isTaken)
        unsafe os_unfair_lock_unlock(counter.lock)
    }

    private final class Taken: @unchecked Sendable { var isTaken: Bool? }

    @Test func `taking it twice ends the program, and says why`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var lock = os_unfair_lock()
            unsafe os_unfair_lock_lock(&lock)
            unsafe os_unfair_lock_lock(&lock)
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(said.contains("a thread takes a lock that it has"))
    }

    @Test func `giving back what one has not ends the program`() async {
        await #expect(processExitsWith: .failure) {
            var lock = os_unfair_lock()
            unsafe os_unfair_lock_unlock(&lock)
        }
    }
}
