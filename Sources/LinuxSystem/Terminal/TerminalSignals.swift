internal import CLinux
import Glibc

/// A terminal's window and job-control signals, as a descriptor to poll.
package struct TerminalSignals: ~Copyable, Sendable {
    package enum Signal: Hashable, Sendable {
        /// The terminal has another size (SIGWINCH).
        case resized
        /// The person suspends the program (SIGTSTP): call `stop`.
        case stop
        /// The program goes on after SIGSTOP (SIGCONT).
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

    /// Stops all threads of this process until SIGCONT. Does nothing where no shell could send one.
    package borrowing func stop() throws(SystemCallError) {
        _ = try retryingInterruptions("pthread_kill") { clinux_stop_until_continued() }
    }
}
