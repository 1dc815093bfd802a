import LibraryClient
import LibraryModel

/// The changes since a token, oldest first, read from the library page by page. Iterating blocks for each page.
///
/// Thread-safe, and iterable more than once. When a later page cannot be read, the last element is a change whose
/// `changeDetails(for:)` throws the reason, with the token of the change before it. So all changes up to that token
/// were returned, and no error is lost.
public final class PHPersistentChangeFetchResult: NSObject, Sequence, Sendable {
    /// A change of the library.
    public typealias Element = PHPersistentChange

    let first: HistoryBatch
    let rest: HistoryReader

    /// Creates a result from the first page and the reader after it.
    init(_ first: HistoryBatch, rest: HistoryReader) {
        self.first = first
        self.rest = rest
    }

    /// Returns an iterator from the oldest change on.
    public func makeIterator() -> Iterator { Iterator(fetchResult: self) }

    /// Iterates over the changes. For one thread.
    public final class Iterator: IteratorProtocol {
        /// A change of the library.
        public typealias Element = PHPersistentChange

        private var stretch: HistoryBatch
        private var position = 0
        private var isOver = false
        /// The pages after this one; nil when there are none.
        private let ahead: HistoryAhead?

        /// Returns an iterator from the oldest change on.
        public init(fetchResult: PHPersistentChangeFetchResult) {
            stretch = fetchResult.first
            ahead = HistoryAhead(fetchResult.rest)
        }

        /// The token up to which all changes were returned or filtered out. Store it once the app has processed them,
        /// always after the newest change. An addition to PhotoKit.
        public var changeToken: PHPersistentChangeToken {
            if position >= stretch.count { return PHPersistentChangeToken(stretch.end) }
            return PHPersistentChangeToken(position == 0 ? stretch.start : stretch.token(at: position - 1))
        }

        /// Returns the next change; nil after the newest.
        public func next() -> PHPersistentChange? {
            while !isOver, position >= stretch.count {
                guard let page = ahead?.next() else {
                    isOver = true
                    return nil
                }
                if let failed = goOn(page) { return failed }
            }
            guard !isOver else { return nil }
            defer { position += 1 }
            return PHPersistentChange(stretch, at: position)
        }

        /// The change with the reason why the next page could not be read; nil when it was.
        private func goOn(_ page: HistoryAhead.Page) -> PHPersistentChange? {
            switch page {
            case .success(let step):
                stretch = HistoryBatch(step.page, since: stretch.end)
                position = 0
                return nil
            case .failure(let error):
                isOver = true
                return PHPersistentChange(failingAfter: stretch.end, PHPhotosError(error))
            }
        }
    }
}
