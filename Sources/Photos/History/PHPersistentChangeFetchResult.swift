import LibraryModel

/// What happened since a token, the oldest first, read from the library page by page.
///
/// It may be gone through more than once and from any thread. When a later page cannot be read, the last element is a
/// change whose `changeDetails(for:)` throws the reason and whose token is that of the change before it: what was
/// handed out is complete up to that token, and nothing ends silently.
public final class PHPersistentChangeFetchResult: NSObject, Sequence, Sendable {
    /// A change of the library.
    public typealias Element = PHPersistentChange

    let first: HistoryStretch
    let read: @Sendable (ChangeToken) throws(LibraryError) -> HistoryStretch

    init(
        first: HistoryStretch,
        read: @escaping @Sendable (ChangeToken) throws(LibraryError) -> HistoryStretch
    ) {
        self.first = first
        self.read = read
    }

    /// An iterator from the oldest change on.
    public func makeIterator() -> Iterator { Iterator(fetchResult: self) }

    /// Goes through the changes, for one thread.
    public final class Iterator: IteratorProtocol {
        /// A change of the library.
        public typealias Element = PHPersistentChange

        private let fetchResult: PHPersistentChangeFetchResult
        private var stretch: HistoryStretch
        private var position = 0
        /// Where the next transaction's changes start in the stretch's columns.
        private var firstChange = 0
        private var isOver = false
        /// The next page, on its way while this one is gone through.
        private var pending: PendingStretch?

        /// An iterator from the oldest change on.
        public init(fetchResult: PHPersistentChangeFetchResult) {
            self.fetchResult = fetchResult
            stretch = fetchResult.first
            readAhead()
        }

        /// The state up to which everything was handed out, also what a filter let nothing through of: to be stored once
        /// the app is done with it, and after the newest change in any case. Apple's PhotoKit has no such member.
        public var changeToken: PHPersistentChangeToken {
            if position >= stretch.count { return PHPersistentChangeToken(stretch.end) }
            return PHPersistentChangeToken(position == 0 ? stretch.start : stretch.token(at: position - 1))
        }

        /// The next change; nil after the newest.
        public func next() -> PHPersistentChange? {
            while !isOver, position >= stretch.count {
                guard stretch.page.hasMore else {
                    isOver = true
                    return nil
                }
                if let failed = readNextStretch() { return failed }
            }
            guard !isOver else { return nil }
            let end = Swift.min(firstChange + Int(stretch.page.changeCounts[position]), stretch.page.objects.count)
            defer {
                position += 1
                firstChange = end
            }
            return PHPersistentChange(stretch, at: position, changes: firstChange..<end)
        }

        private func readAhead() {
            pending = stretch.page.hasMore ? PendingStretch(after: stretch.end, fetchResult.read) : nil
        }

        /// The change that tells why the next page could not be read; nil when it was.
        private func readNextStretch() -> PHPersistentChange? {
            let end = stretch.end
            do throws(LibraryError) {
                let read: HistoryStretch
                if let pending { read = try pending.wait() } else { read = try fetchResult.read(end) }
                guard read.end.sequence > end.sequence || !read.page.hasMore else {
                    throw LibraryError(.protocolViolation, "a page of history leads nowhere")
                }
                stretch = read
                readAhead()
                position = 0
                firstChange = 0
                return nil
            } catch {
                isOver = true
                return PHPersistentChange(failingAfter: end, PHPhotosError(error))
            }
        }
    }
}
