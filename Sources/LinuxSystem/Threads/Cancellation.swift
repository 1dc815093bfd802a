import Synchronization

/// The deadline and cancellation of a request, in one value.
///
/// It goes from the wire through queues, SQLite, copies and media workers to the last byte of the reply. Working
/// threads poll `cause`; waiting threads sleep until `deadline` at the latest, and `whenStopped` wakes them.
/// Thread-safe.
package final class Cancellation: Sendable {
    package enum Cause: UInt8, Hashable, Sendable {
        case cancelled = 1
        case deadline = 2
    }

    /// A handler that runs when the work is stopped. Releasing this removes it.
    package final class Registration: Sendable {
        private struct Held {
            var handler: (@Sendable () -> Void)?
            /// The registration with the enclosing work.
            var outer: Registration?
        }

        private let held: Mutex<Held>

        fileprivate init(_ handler: @escaping @Sendable () -> Void) { held = Mutex(Held(handler: handler)) }

        fileprivate func keep(_ outer: Registration) { held.withLock { $0.outer = outer } }

        /// Runs the handler, once.
        fileprivate func stopped() { held.withLock { $0.handler.take() }?() }

        /// Removes the handler: it is not called any more.
        package func end() {
            let ended = held.withLock { held in
                defer { held = Held() }
                return held
            }
            ended.outer?.end()
        }
    }

    private struct Weak {
        weak var registration: Registration?
    }

    /// The raw value of the first `stop`'s cause; 0 before.
    private let stopCause = Atomic<UInt8>(0)
    /// Monotonic nanoseconds; `noDeadline` for none.
    private let moment: Atomic<UInt64>
    private let handlers = Mutex<[Weak]>([])
    private let outer: Cancellation?

    private static let noDeadline = UInt64.max

    /// `deadline`: in nanoseconds of `MonotonicClock`; nil for none.
    package init(deadline: UInt64? = nil) {
        moment = Atomic(deadline ?? Cancellation.noDeadline)
        outer = nil
    }

    /// A part of other work: stops with it, and can be stopped alone.
    package init(within outer: Cancellation, deadline: UInt64? = nil) {
        moment = Atomic(deadline ?? Cancellation.noDeadline)
        self.outer = outer
    }

    /// Why the work has to stop; nil while it may continue. Cheap enough for SQLite's progress handler.
    package var cause: Cause? {
        if let cause = Cause(rawValue: stopCause.load(ordering: .acquiring)) { return cause }
        if let cause = outer?.cause { return cause }
        let moment = moment.load(ordering: .relaxed)
        return moment != Cancellation.noDeadline && MonotonicClock.now() >= moment ? .deadline : nil
    }

    package var isStopped: Bool { cause != nil }

    /// The deadline in nanoseconds of `MonotonicClock`; nil without one.
    package var deadline: UInt64? {
        let own = moment.load(ordering: .relaxed)
        let earliest = min(own, outer?.deadline ?? Cancellation.noDeadline)
        return earliest == Cancellation.noDeadline ? nil : earliest
    }

    /// Nanoseconds until the deadline, 0 when it has passed; nil without one.
    package var remainingNanoseconds: UInt64? {
        guard let deadline else { return nil }
        let now = MonotonicClock.now()
        return deadline > now ? deadline - now : 0
    }

    /// Moves the deadline earlier. A later one has no effect.
    package func limit(to deadline: UInt64) {
        var current = moment.load(ordering: .relaxed)
        while deadline < current {
            let (exchanged, original) = moment.compareExchange(
                expected: current,
                desired: deadline,
                ordering: .relaxed
            )
            if exchanged { return }
            current = original
        }
    }

    /// Stops the work. Runs the handlers on this thread before it returns. A second call has no effect.
    package func stop(_ cause: Cause) {
        let (isFirst, _) = stopCause.compareExchange(
            expected: 0,
            desired: cause.rawValue,
            ordering: .acquiringAndReleasing
        )
        if !isFirst { return }
        let registered = handlers.withLock { handlers in
            defer { handlers = [] }
            return handlers
        }
        for entry in registered { entry.registration?.stopped() }
    }

    package func cancel() { stop(.cancelled) }

    /// Calls `handler` at `stop`, or at once when stopped already, while the registration is kept. The handler must not
    /// wait. A deadline that passes calls no handler: waiting threads wait until `deadline` themselves.
    package func whenStopped(_ handler: @escaping @Sendable () -> Void) -> Registration {
        let registration = Registration(handler)
        if let outer {
            registration.keep(outer.whenStopped { [weak registration] in registration?.stopped() })
        }
        let isLate = handlers.withLock { handlers in
            if stopCause.load(ordering: .acquiring) != 0 { return true }
            handlers.removeAll { $0.registration == nil }
            handlers.append(Weak(registration: registration))
            return false
        }
        if isLate { registration.stopped() }
        return registration
    }
}
