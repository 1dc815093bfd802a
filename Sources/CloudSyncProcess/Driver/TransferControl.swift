package import CloudBuckets
package import LibraryModel
package import LinuxSystem
internal import Synchronization

/// Applies the person's limits to the transfers that are under way: the thread that hears of new settings sets them
/// here, while another one synchronises.
package final class TransferControl: Sendable {
    private struct State {
        var isPaused: Bool
        var hours: DailyHours?
        var run: Cancellation?
    }

    package let pace: TransferPace
    private let state: Mutex<State>
    /// The second of the local day.
    private let time: @Sendable () -> Int

    private static let second: UInt64 = 1_000_000_000

    package init(_ settings: CloudSettings, pace: TransferPace, secondOfDay time: @escaping @Sendable () -> Int) {
        self.pace = pace
        self.time = time
        state = Mutex(State(isPaused: settings.isPaused, hours: settings.limits.hours))
        pace.set(settings.limits)
    }

    /// Limits what is under way from now on, or stops it.
    package func set(_ settings: CloudSettings) {
        pace.set(settings.limits)
        let run = state.withLock { state in
            state.isPaused = settings.isPaused
            state.hours = settings.limits.hours
            return state.run
        }
        guard let run else { return }
        switch window {
        case _ where settings.isPaused: run.cancel()
        case .closed: run.cancel()
        case .open(let seconds): limit(run, to: seconds)
        }
    }

    package var window: TransferWindow {
        TransferWindow(state.withLock { $0.hours }, secondOfDay: time())
    }

    /// Runs `body` with what stops it when the person wants it, or the hours end. False when nothing may begin now.
    package func run(within outer: Cancellation, _ body: (Cancellation) throws -> Void) rethrows -> Bool {
        let run = Cancellation(within: outer)
        // Before looking at the hours, so that what is set meanwhile finds it.
        let isPaused = state.withLock { state in
            state.run = run
            return state.isPaused
        }
        defer { state.withLock { $0.run = nil } }
        guard !isPaused, case .open(let seconds) = window else { return false }
        limit(run, to: seconds)
        try body(run)
        return true
    }

    private func limit(_ run: Cancellation, to seconds: Int?) {
        if let seconds { run.limit(to: MonotonicClock.deadline(after: UInt64(seconds) * TransferControl.second)) }
    }
}
