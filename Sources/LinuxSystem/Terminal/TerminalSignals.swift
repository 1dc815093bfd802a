internal import CLinux
import Glibc

/// What a terminal and its shell tell a program by signals, as a descriptor that can be waited for.
package struct TerminalSignals: ~Copyable, Sendable {
    package enum Signal: Hashable, Sendable {
        /// The terminal has another size (SIGWINCH).
        case resized
        /// The person wants their shell back (SIGTSTP): `stop` gives it to them.
        case stop
        /// Somebody has stopped the program without asking, and lets it go on (SIGCONT).
        case continued
    }

    package let descriptor: OwnedDescriptor

    /// Blocks the signals for this thread and those it starts, so this comes before any thread is started.
    package init() throws(SystemCallError) {
        _ = try retryingInterruptions("pthread_sigmask") { clinux_block_terminal_signals() }
        descriptor = OwnedDescriptor(
            owning: try retryingInterruptions("signalfd") { clinux_terminal_signal_descriptor() }
        )
    }

    /// Takes the signal that has come; waits when there is none.
    package borrowing func take() throws(SystemCallError) -> Signal {
        let rawValue = descriptor.rawValue
        switch try retryingInterruptions("read", { clinux_read_signal(rawValue) }) {
        case SIGTSTP: return .stop
        case SIGCONT: return .continued
        default: return .resized
        }
    }

    /// Stops this process, all of its threads, until it is let go on. Does nothing where there is no shell to do that.
    package borrowing func stop() throws(SystemCallError) {
        _ = try retryingInterruptions("pthread_kill") { clinux_stop_until_continued() }
    }
}
