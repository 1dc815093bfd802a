import LinuxSystem
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct ServiceThreadTests {
    private let thread = ServiceThread()
    private let main = Parker()

    /// Wakes the test in each round.
    private func start(interval: UInt64? = nil) throws {
        let (thread, main) = (thread, main)
        try thread.start("rounds") {
            while thread.wait(until: interval.map { MonotonicClock.deadline(after: $0) }) { main.unpark() }
        }
    }

    @Test func `a wake-up before the thread has started is kept`() throws {
        thread.wake()
        try start()
        #expect(main.park())
        thread.stop()
    }

    @Test func `a thread wakes at its deadline`() throws {
        try start(interval: 1_000)
        #expect(main.park())
        #expect(main.park())
        thread.stop()
    }

    @Test func `stop wakes the thread and returns once it has ended`() throws {
        let thread = thread
        let hasEnded = Counter()
        try thread.start("ends") {
            while thread.wait() {}
            hasEnded.value.add(1, ordering: .relaxed)
        }
        thread.stop()
        #expect(hasEnded.value.load(ordering: .relaxed) == 1)
        thread.stop()
    }

    @Test func `a thread that was never started stops at once, and one that was stopped before ends at once`() throws {
        thread.stop()
        try start(interval: 1_000)
        thread.stop()
        #expect(!main.park(until: MonotonicClock.deadline(after: 1_000)))
    }
}

private final class Counter: Sendable { let value = Atomic(0) }
