internal import LinuxSystem
internal import Synchronization

/// What other threads have told and a face's thread has not taken yet.
final class Inbox<News: Sendable>: Sendable {
    private let news = Mutex<[News]>([])
    /// Readable when there is something.
    let arrived: EventDescriptor

    init() throws(SystemCallError) { arrived = try EventDescriptor() }

    func put(_ some: News) {
        news.withLock { $0.append(some) }
        arrived.signal()
    }

    func take() -> [News] {
        arrived.clear()
        return news.withLock { news in
            defer { news = [] }
            return news
        }
    }
}
