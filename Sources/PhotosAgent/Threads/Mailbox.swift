package import LinuxSystem
internal import Synchronization

/// Events from other threads that an interface's thread has not taken yet.
package final class Mailbox<Event: Sendable>: Sendable {
    private let events = Mutex<[Event]>([])
    /// Readable while there are any.
    package let arrived: EventDescriptor

    package init() throws(SystemCallError) { arrived = try EventDescriptor() }

    package func put(_ event: Event) {
        events.withLock { $0.append(event) }
        arrived.signal()
    }

    /// All that have come, in order.
    package func take() -> [Event] {
        arrived.clear()
        return events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
