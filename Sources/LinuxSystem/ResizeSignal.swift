internal import CLinux

/// SIGWINCH as a descriptor that can be waited for: the terminal has another size.
package struct ResizeSignal: ~Copyable, Sendable {
    package let descriptor: OwnedDescriptor

    /// Blocks the signal for this thread and those it starts, so this comes before any thread is started.
    package init() throws(SystemCallError) {
        _ = try retryingInterruptions("pthread_sigmask") { clinux_block_resize_signal() }
        descriptor = OwnedDescriptor(
            owning: try retryingInterruptions("signalfd") { clinux_resize_signal_descriptor() }
        )
    }

    /// Takes the signal that has come.
    package borrowing func take() throws(SystemCallError) {
        let rawValue = descriptor.rawValue
        _ = try retryingInterruptions("read") { clinux_read_signal(rawValue) }
    }
}
