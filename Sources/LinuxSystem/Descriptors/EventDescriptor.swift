internal import CLinux

/// An eventfd: a flag that threads wait for with `Poll`. (`ServiceThread` needs none.)
package struct EventDescriptor: ~Copyable, Sendable {
    package let descriptor: OwnedDescriptor

    package init() throws(SystemCallError) {
        descriptor = OwnedDescriptor(owning: try retryingInterruptions("eventfd") { clinux_event_descriptor() })
    }

    /// Raises the flag.
    package borrowing func signal() {
        // Fails only when the counter is full, and then the flag is raised.
        _ = clinux_event_signal(descriptor.rawValue)
    }

    /// Lowers the flag. Returns false when it was not raised.
    @discardableResult
    package borrowing func clear() -> Bool {
        clinux_event_clear(descriptor.rawValue) == 0
    }
}
