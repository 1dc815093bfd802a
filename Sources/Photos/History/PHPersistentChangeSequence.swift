import LibraryClient
import LibraryModel
import LinuxSystem

extension PHPhotoLibrary {
    /// Returns the changes since a token to objects visible to this app, oldest first, and then all future ones: `for
    /// try await change in PHPhotoLibrary.shared().changes(since: token)`.
    ///
    /// Each change comes exactly once, across the end of the stored history and across losses of the connection. Store
    /// each `changeToken` once the app has processed the change. The sequence ends when its task is cancelled, throws
    /// where `fetchPersistentChanges(since:)` would, and waits while the library is unreachable. An addition to
    /// PhotoKit.
    public func changes(since token: PHPersistentChangeToken) -> PHPersistentChangeSequence {
        changes(since: token, matching: PHPersistentChange.Filter())
    }

    /// Returns the filtered changes since a token, and then all future ones. The library applies the filter.
    ///
    /// See `changes(since:)` for errors. While nothing passes, the iterator's `changeToken` still advances.
    public func changes(
        since token: PHPersistentChangeToken,
        matching filter: PHPersistentChange.Filter
    ) -> PHPersistentChangeSequence {
        PHPersistentChangeSequence(since: token, matching: filter.filter, client)
    }
}

/// An endless sequence of changes from a token on.
///
/// Each iterator starts at the token.
public struct PHPersistentChangeSequence: AsyncSequence, Sendable {
    /// A change of the library.
    public typealias Element = PHPersistentChange

    private let start: PHPersistentChangeToken
    private let filter: HistoryFilter
    private let client: LibraryClient

    init(since start: PHPersistentChangeToken, matching filter: HistoryFilter, _ client: LibraryClient) {
        self.start = start
        self.filter = filter
        self.client = client
    }

    /// Returns an iterator from the token on.
    public func makeAsyncIterator() -> Iterator { Iterator(since: start, matching: filter, client) }

    /// Iterates over the changes, and waits for more.
    ///
    /// A bell rings once the library is observed, and whenever the history may have grown. It stays rung until the
    /// history is read again, so no change can be missed in between.
    public struct Iterator: AsyncIteratorProtocol {
        /// A change of the library.
        public typealias Element = PHPersistentChange

        private let client: LibraryClient
        private let start: PHPersistentChangeToken
        private let filter: HistoryFilter
        private var bell: Bell?
        /// Changes that were read and not returned yet.
        private var pending: ArraySlice<PHPersistentChange> = []
        /// The token of the returned changes.
        private var handedOut: PHPersistentChangeToken?
        /// The reader after the changes that were read; nil before the first.
        private var reader: HistoryReader?
        /// The end of the history was reached: the next read waits for the bell.
        private var waitsForBell = false
        /// The pause before repeating a failed read.
        private var backoff = Backoff(first: 250_000_000, last: 8_000_000_000)
        private var isOver = false

        init(since start: PHPersistentChangeToken, matching filter: HistoryFilter, _ client: LibraryClient) {
            self.start = start
            self.filter = filter
            self.client = client
        }

        /// The token up to which all changes were returned or filtered out, as of the last call of `next()`.
        public var changeToken: PHPersistentChangeToken {
            if pending.isEmpty { return reader.map { PHPersistentChangeToken($0.position) } ?? start }
            return handedOut ?? start
        }

        /// Waits for the next change; nil when the task was cancelled.
        public mutating func next() async throws -> PHPersistentChange? {
            do {
                while !isOver {
                    if Task.isCancelled { break }
                    if let change = pending.popFirst() {
                        handedOut = change.changeToken
                        return change
                    }
                    if try await !readMore() { break }
                }
            } catch {
                end()
                throw error
            }
            end()
            return nil
        }

        private mutating func end() {
            isOver = true
            pending = []
            bell = nil
        }

        /// Waits until there may be a next page and reads it. Returns false when the task was cancelled.
        private mutating func readMore() async throws -> Bool {
            guard let reader = reader ?? start.token.map({ client.historyReader(since: $0, matching: filter) }) else {
                throw PHPhotosError.invalidToken
            }
            do {
                if bell == nil { bell = try Bell(client) }
                if waitsForBell {
                    guard await bell?.wait() ?? false else { return false }
                }
                let step = try await onOwnThread(named: "history") { _ throws(LibraryError) in try reader.step() }
                pending = HistoryBatch(step.page, since: reader.position).all[...]
                self.reader = step.rest
                waitsForBell = !step.rest.hasMore
                backoff.reset()
            } catch let error as SystemCallError {
                throw PHPhotosError(.internalError, reason: "no thread for observing", cause: error.asNSError)
            } catch let error as LibraryError {
                guard error.code == .unavailable else { throw PHPhotosError(error) }
                // The bell rings when the observation resumes, but not when only the call failed. So this waits for the
                // pause, too.
                waitsForBell = true
                bell?.ring(after: backoff.pause())
            }
            return true
        }
    }

    /// Rings when the history may have grown.
    private final class Bell: Sendable {
        private let rings: AsyncStream<Void>
        private let ringer: AsyncStream<Void>.Continuation
        private let observation: ChangeObservation

        init(_ client: LibraryClient) throws(SystemCallError) {
            let (rings, ringer) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            (self.rings, self.ringer) = (rings, ringer)
            observation = try client.observeChanges { ringer.yield() }
        }

        deinit { observation.cancel() }

        /// Rings after this many nanoseconds at the latest.
        func ring(after nanoseconds: UInt64) {
            let deadline = DispatchTime.now() + .nanoseconds(Int(clamping: nanoseconds))
            DispatchQueue.global().asyncAfter(deadline: deadline) { [ringer] in ringer.yield() }
        }

        /// Waits for a ring since the last wait. Returns false when the task was cancelled.
        func wait() async -> Bool {
            for await _ in rings { return true }
            return false
        }
    }
}

extension HistoryBatch {
    /// Its transactions.
    fileprivate var all: [PHPersistentChange] { (0..<count).map { PHPersistentChange(self, at: $0) } }
}
