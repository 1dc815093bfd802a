import Glibc
import LinuxSystem
import Synchronization

/// SIGINT and SIGTERM as a wish to end in good order; a second signal ends the process at once.
final class Interruption: Sendable {
    private struct State {
        var signal: CInt?
        var action: (@Sendable () -> Void)?
    }

    private let signals: TerminationSignals
    private let state = Mutex(State())

    /// Takes the signals over. This comes before any other thread is started.
    init() throws(SystemCallError) {
        signals = try TerminationSignals()
        _ = try SystemThread(name: "signals") { [self] in wait() }
    }

    /// The signal that came, nil as long as none has.
    var signal: CInt? { state.withLock(\.signal) }

    /// What to do, on another thread, when the first signal comes; at once when it has come already.
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
