internal import CLinux
import Glibc

/// SIGTERM, SIGINT and, unless it is ignored, SIGHUP as a descriptor that can be waited for.
package struct TerminationSignals: ~Copyable, Sendable {
    /// Readable when a signal has come.
    package let descriptor: OwnedDescriptor

    /// Blocks the signals for this thread and those it starts, so this comes before any thread is started.
    package init() throws(SystemCallError) {
        _ = try retryingInterruptions("pthread_sigmask") { clinux_block_termination_signals() }
        descriptor = OwnedDescriptor(
            owning: try retryingInterruptions("signalfd") { clinux_termination_signal_descriptor() }
        )
    }

    /// Waits for the next signal and returns its number.
    package borrowing func wait() throws(SystemCallError) -> CInt {
        let rawValue = descriptor.rawValue
        return try retryingInterruptions("read") { clinux_read_signal(rawValue) }
    }

    /// Makes a write to a closed pipe an error instead of the end of the process.
    package static func ignoreBrokenPipe() throws(SystemCallError) {
        _ = try retryingInterruptions("signal") { clinux_ignore_broken_pipe() }
    }
}
