import LibraryModel
import Synchronization

/// A page of history that another thread is reading.
final class PendingStretch: Sendable {
    private let stretch = Mutex<Result<HistoryStretch, LibraryError>?>(nil)
    private let isRead = DispatchSemaphore(value: 0)

    init(after token: ChangeToken, _ read: @escaping @Sendable (ChangeToken) throws(LibraryError) -> HistoryStretch) {
        DispatchQueue.global(qos: .userInitiated).async {
            let result: Result<HistoryStretch, LibraryError>
            do throws(LibraryError) { result = .success(try read(token)) } catch { result = .failure(error) }
            self.stretch.withLock { $0 = result }
            self.isRead.signal()
        }
    }

    /// Waits for it. For one caller, once.
    func wait() throws(LibraryError) -> HistoryStretch {
        isRead.wait()
        guard let read = stretch.withLock({ $0 }) else { preconditionFailure("a page was read and is not there") }
        return try read.get()
    }
}
