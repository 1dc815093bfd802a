import LinuxSystem
import Synchronization
import TerminalText

/// Draws a progress bar on standard error's terminal, a few times a second; without a terminal it does nothing.
final class ProgressDisplay: Sendable {
    private struct State {
        var lastDrawn: UInt64 = 0
        var isFinished = false
    }

    private let messages: Messages
    private let started = MonotonicClock.now()
    private let state = Mutex(State())

    /// Nanoseconds between two drawings.
    private static let interval: UInt64 = 100_000_000

    init(_ messages: Messages) {
        self.messages = messages
    }

    /// May be called on any thread, at any rate.
    func update(done: Int, total: Int, unit: ProgressUnit, fraction: Double? = nil) {
        guard let terminal = messages.terminal else { return }
        let now = MonotonicClock.now()
        state.withLock { state in
            if state.isFinished || state.lastDrawn != 0 && now - state.lastDrawn < ProgressDisplay.interval { return }
            state.lastDrawn = now
            let elapsed = Double(now - started) / 1e9
            let bar = ProgressBar(done: done, total: total, unit: unit, elapsed: elapsed, fraction: fraction)
            messages.showProgress(bar.line(width: terminal.width))
        }
    }

    /// Shows a line of words while nothing can be counted yet.
    func show(_ text: String) {
        guard let terminal = messages.terminal else { return }
        messages.showProgress(text.fitting(columns: max(0, terminal.width - 1)))
    }

    /// Removes the line for good.
    func finish() {
        state.withLock { state in
            state.isFinished = true
            messages.showProgress("")
        }
    }
}
