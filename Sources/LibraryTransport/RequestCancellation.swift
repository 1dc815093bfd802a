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

    /// Whether somebody wants to know that the work takes long.
    private let isWatched = Atomic<Bool>(false)
    private let watch = Mutex<Watch?>(nil)

    /// What is done when the work goes on at a moment or later.
    private struct Watch {
        var moment: UInt64
        /// True when it is done with and need not be told again.
        var workGoesOn: @Sendable () -> Bool
        var isDone = false
    }

    init() {}

    /// Cheap enough for a progress hook: two loads, and a look at the clock when there is a deadline. Whoever works on a
    /// request that may be long asks it now and then.
    package var isCancelled: Bool {
        if isWatched.load(ordering: .relaxed) { tellWatch() }
        return isStopped
    }

    /// The same, not by somebody at work.
    var isStopped: Bool {
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

    // MARK: Taking long

    /// Has `workGoesOn` called on the thread that does the work, when it asks at `moment` or later whether it is cancelled,
    /// until it answers true.
    func watch(from moment: UInt64, _ workGoesOn: @escaping @Sendable () -> Bool) {
        watch.withLock { $0 = Watch(moment: moment, workGoesOn: workGoesOn) }
        isWatched.store(true, ordering: .relaxed)
    }

    /// Whether `workGoesOn` has answered true. It is not called any more.
    func endWatch() -> Bool {
        isWatched.store(false, ordering: .relaxed)
        return watch.withLock { watch in
            defer { watch = nil }
            return watch?.isDone ?? false
        }
    }

    private func tellWatch() {
        watch.withLock { watch in
            guard let watched = watch, !watched.isDone, MonotonicClock.now() >= watched.moment else { return }
            if watched.workGoesOn() {
                watch?.isDone = true
                isWatched.store(false, ordering: .relaxed)
            }
        }
    }

    /// Makes it ready for the next request.
    func reset() {
        isRaised.store(false, ordering: .relaxed)
        deadline.store(0, ordering: .relaxed)
        isAnswered.store(false, ordering: .relaxed)
    }
}
