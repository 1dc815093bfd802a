import Testing
import os

@Suite struct OSAllocatedUnfairLockTests {
    @Test func `nobody else is inside`() async {
        let lock = OSAllocatedUnfairLock(initialState: 0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1000 { lock.withLock { $0 += 1 } }
                }
            }
        }
        #expect(lock.withLock { $0 } == 8000)
    }

    @Test func `is tried without waiting`() {
        let lock = OSAllocatedUnfairLock()
        #expect(lock.lockIfAvailable())
        let again: Bool? = lock.withLockIfAvailable { _ in true }
        #expect(again == nil)
        lock.unlock()
        #expect(lock.withLock { 3 } == 3)
    }

    @Test func `knows its owner`() async {
        let lock = OSAllocatedUnfairLock()
        lock.precondition(.notOwner)
        lock.lock()
        lock.precondition(.owner)
        lock.unlock()
        await #expect(processExitsWith: .failure) { OSAllocatedUnfairLock().precondition(.owner) }
        await #expect(processExitsWith: .failure) {
            let lock = OSAllocatedUnfairLock()
            lock.withLock { lock.precondition(.notOwner) }
        }
    }
}
