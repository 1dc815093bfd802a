import LinuxSystem
import Synchronization

/// Whether the work for a request has become pointless: its peer cancelled, its time is over, or its connection ended.
///
/// It belongs to the request and means nothing after the reply. May be asked from any thread.
package final class RequestCancellation: Sendable {
    private let isRaised = Atomic<Bool>(false)
    /// Monotonic nanoseconds, 0 for none.
    private let deadline = Atomic<UInt64>(0)

    /// Whether the request was answered, or a stream opened for it.
    private let isAnswered = Atomic<Bool>(false)

    init() {}

    /// Cheap enough for a progress hook: one load, and a look at the clock when there is a deadline.
    package var isCancelled: Bool {
        if isRaised.load(ordering: .acquiring) { return true }
        let deadline = deadline.load(ordering: .relaxed)
        return deadline != 0 && MonotonicClock.now() >= deadline
    }

    /// True only when the time was over, and nobody cancelled.
    package var isDeadlineExceeded: Bool {
        if isRaised.load(ordering: .acquiring) { return false }
        let deadline = deadline.load(ordering: .relaxed)
        return deadline != 0 && MonotonicClock.now() >= deadline
    }

    /// The time until the deadline, 0 when it has passed; nil without one.
    package var remainingNanoseconds: UInt64? {
        let deadline = deadline.load(ordering: .relaxed)
        if deadline == 0 { return nil }
        let now = MonotonicClock.now()
        return deadline > now ? deadline - now : 0
    }

    var currentDeadline: UInt64 { deadline.load(ordering: .relaxed) }

    func raise() { isRaised.store(true, ordering: .releasing) }

    func setDeadline(_ moment: UInt64) { deadline.store(moment, ordering: .relaxed) }

    var hasAnswer: Bool { isAnswered.load(ordering: .relaxed) }

    func answered() { isAnswered.store(true, ordering: .relaxed) }

    /// Makes it ready for the next request.
    func reset() {
        isRaised.store(false, ordering: .relaxed)
        deadline.store(0, ordering: .relaxed)
        isAnswered.store(false, ordering: .relaxed)
    }
}
