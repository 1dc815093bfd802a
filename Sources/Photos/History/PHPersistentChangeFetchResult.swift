import LibraryClient
import LibraryModel

/// What happened since a token, the oldest first, read from the library page by page.
///
/// It may be gone through more than once and from any thread. When a later page cannot be read, the last element is a
/// change whose `changeDetails(for:)` throws the reason and whose token is that of the change before it: what was
/// handed out is complete up to that token, and nothing ends silently.
public final class PHPersistentChangeFetchResult: NSObject, Sequence, Sendable {
    /// A change of the library.
    public typealias Element = PHPersistentChange

    let first: HistoryBatch
    let rest: HistoryReader

    /// With what was read of history, and the reader that goes on behind it.
    init(_ first: HistoryBatch, rest: HistoryReader) {
        self.first = first
        self.rest = rest
    }

    /// An iterator from the oldest change on.
    public func makeIterator() -> Iterator { Iterator(fetchResult: self) }

    /// Goes through the changes, for one thread.
    public final class Iterator: IteratorProtocol {
        /// A change of the library.
        public typealias Element = PHPersistentChange

        private var stretch: HistoryBatch
        private var position = 0
        private var isOver = false
        /// The next page, on its way while this one is gone through; nil behind the last.
        private var pending: Prefetch<Result<HistoryReader.Step, LibraryError>>?

        /// An iterator from the oldest change on.
        public init(fetchResult: PHPersistentChangeFetchResult) {
            stretch = fetchResult.first
            readAhead(fetchResult.rest)
        }

        /// The state up to which everything was handed out, also what a filter let nothing through of: to be stored
        /// once the app is done with it, and after the newest change in any case. Apple's PhotoKit has no such member.
        public var changeToken: PHPersistentChangeToken {
            if position >= stretch.count { return PHPersistentChangeToken(stretch.end) }
            return PHPersistentChangeToken(position == 0 ? stretch.start : stretch.token(at: position - 1))
        }

        /// The next change; nil after the newest.
        public func next() -> PHPersistentChange? {
            while !isOver, position >= stretch.count {
                guard let pending else {
                    isOver = true
                    return nil
                }
                if let failed = goOn(pending) { return failed }
            }
            guard !isOver else { return nil }
            defer { position += 1 }
            return PHPersistentChange(stretch, at: position)
        }

        private func readAhead(_ reader: HistoryReader) {
            guard reader.hasMore else {
                pending = nil
                return
            }
            pending = Prefetch {
                do throws(LibraryError) { return .success(try reader.step()) } catch { return .failure(error) }
            }
        }

        /// The change that tells why the next page could not be read; nil when it was.
        private func goOn(_ pending: Prefetch<Result<HistoryReader.Step, LibraryError>>) -> PHPersistentChange? {
            do throws(LibraryError) {
                let step = try pending.wait().get()
                stretch = HistoryBatch(step.page, since: stretch.end)
                position = 0
                readAhead(step.rest)
                return nil
            } catch {
                isOver = true
                return PHPersistentChange(failingAfter: stretch.end, PHPhotosError(error))
            }
        }
    }
}
