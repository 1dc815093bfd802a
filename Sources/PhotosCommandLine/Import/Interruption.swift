import Glibc
import LinuxSystem
import Synchronization

/// Turns SIGINT and SIGTERM into an orderly end; a second signal ends the process at once.
final class Interruption: Sendable {
    private struct State {
        var signal: CInt?
        var action: (@Sendable () -> Void)?
    }

    private let signals: TerminationSignals
    private let state = Mutex(State())

    /// Blocks the signals for all threads: call it before any other thread starts.
    init() throws(SystemCallError) {
        signals = try TerminationSignals()
        _ = try SystemThread(name: "signals") { [self] in wait() }
    }

    /// The signal that came; nil before.
    var signal: CInt? { state.withLock(\.signal) }

    /// Calls `action` on another thread when the first signal comes, or now if it has come.
    func whenInterrupted(_ action: @escaping @Sendable () -> Void) {
        let hasCome = state.withLock { state in
            state.action = action
            return state.signal != nil
        }
        if hasCome { action() }
    }

    private func wait() {
        do {
            let first = try signals.wait()
            let action = state.withLock { state in
                state.signal = first
                return state.action
            }
            action?()
            _exit(ExitCode.signal(try signals.wait()).code)
        } catch {
            preconditionFailure("waiting for signals: \(error)")
        }
    }
}
