import LinuxSystem
import Synchronization
import Testing

@Suite struct CancellationTests {
    @Test func `work goes on until it is cancelled or its deadline has passed`() {
        let cancelled = Cancellation()
        #expect(cancelled.cause == nil && cancelled.deadline == nil)
        cancelled.cancel()
        #expect(cancelled.cause == .cancelled)
        #expect(Cancellation(deadline: MonotonicClock.now()).cause == .deadline)
        #expect(Cancellation(deadline: MonotonicClock.deadline(after: 60_000_000_000)).cause == nil)
    }

    @Test func `the first cause stays`() {
        let stopped = Cancellation()
        stopped.stop(.deadline)
        stopped.cancel()
        #expect(stopped.cause == .deadline)
    }

    @Test func `a deadline moves forward only`() {
        let limited = Cancellation(deadline: 500)
        limited.limit(to: 900)
        #expect(limited.deadline == 500)
        limited.limit(to: 300)
        #expect(limited.deadline == 300)
    }

    @Test func `a part stops with the whole, and the whole goes on without a part`() {
        let whole = Cancellation(deadline: MonotonicClock.deadline(after: 60_000_000_000))
        let part = Cancellation(within: whole, deadline: .max)
        #expect(part.deadline == whole.deadline)
        let other = Cancellation(within: whole)
        other.cancel()
        #expect(other.cause == .cancelled && whole.cause == nil && part.cause == nil)
        whole.cancel()
        #expect(part.cause == .cancelled)
    }

    @Test func `a handler runs once when the work is stopped, and not at all when it was forgotten`() {
        let runs = Atomic(0)
        let whole = Cancellation()
        let part = Cancellation(within: whole)
        let kept = part.whenStopped { runs.add(1, ordering: .relaxed) }
        var dropped: Cancellation.Registration? = part.whenStopped { runs.add(100, ordering: .relaxed) }
        #expect(dropped != nil)
        dropped = nil
        let ended = whole.whenStopped { runs.add(100, ordering: .relaxed) }
        ended.end()
        whole.cancel()
        part.cancel()
        #expect(runs.load(ordering: .relaxed) == 1)
        let late = whole.whenStopped { runs.add(10, ordering: .relaxed) }
        #expect(runs.load(ordering: .relaxed) == 11)
        withExtendedLifetime((kept, late)) {}
    }

    @Test func `a handler and what it captured go with the registration`() {
        final class Captured: Sendable {}
        let cancellation = Cancellation()
        weak var captured: Captured?
        do {
            let value = Captured()
            captured = value
            let registration = cancellation.whenStopped { withExtendedLifetime(value) {} }
            withExtendedLifetime(registration) {}
        }
        #expect(captured == nil)
    }
}
