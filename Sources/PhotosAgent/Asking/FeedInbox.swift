internal import LinuxSystem
internal import Synchronization

/// What the feed has told and a face's thread has not taken yet.
final class FeedInbox: Sendable {
    private let events = Mutex<[PromptFeed.Event]>([])
    /// Readable when there is something.
    let arrived: EventDescriptor

    init() throws(SystemCallError) { arrived = try EventDescriptor() }

    func put(_ event: PromptFeed.Event) {
        events.withLock { $0.append(event) }
        arrived.signal()
    }

    func take() -> [PromptFeed.Event] {
        arrived.clear()
        return events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
