internal import CLinux

/// A flag that another thread can wait for with `Poll` (eventfd).
package struct EventDescriptor: ~Copyable, Sendable {
    package let descriptor: OwnedDescriptor

    package init() throws(SystemCallError) {
        descriptor = OwnedDescriptor(owning: try retryingInterruptions("eventfd") { clinux_event_descriptor() })
    }

    /// Raises the flag.
    package borrowing func signal() {
        // Fails only when the counter is full, and then the flag is up.
        _ = clinux_event_signal(descriptor.rawValue)
    }

    /// Takes the flag down. False when it was not up.
    @discardableResult
    package borrowing func clear() -> Bool {
        clinux_event_clear(descriptor.rawValue) == 0
    }
}
