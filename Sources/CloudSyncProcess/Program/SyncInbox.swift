internal import LibraryModel
internal import LinuxSystem
internal import Synchronization

/// What comes to the synchronising thread from others, which wake it.
final class SyncInbox: Sendable {
    struct News: Sendable {
        var commands: [NumberedCloudCommand] = []
        var hasLibraryChanged = false
    }

    private let news = Mutex(News())
    let thread = ServiceThread()

    func received(_ command: NumberedCloudCommand) {
        news.withLock { $0.commands.append(command) }
        thread.wake()
    }

    func libraryChanged() {
        news.withLock { $0.hasLibraryChanged = true }
        thread.wake()
    }

    /// Takes everything.
    func take() -> News {
        news.withLock { news in
            defer { news = News() }
            return news
        }
    }
}
