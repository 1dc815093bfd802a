import LibraryClient
import LibraryModel
import LinuxSystem

extension PHPhotoLibrary {
    /// What happened to the objects that this app may see since a token, by whomever, the oldest first, and then
    /// whatever happens, as it happens: `for try await change in PHPhotoLibrary.shared().changes(since: token)`.
    ///
    /// Nothing is missed or told twice between what was and what comes, nor when the library goes away and comes back.
    /// Store each change's `changeToken` once the app is done with it. The sequence ends when its task is cancelled,
    /// and throws where `fetchPersistentChanges(since:)` would; a library that is away is only waited for. Apple's
    /// PhotoKit has no such member.
    public func changes(since token: PHPersistentChangeToken) -> PHPersistentChangeSequence {
        changes(since: token, matching: PHPersistentChange.Filter())
    }

    /// What a filter lets through of what happened since a token, and then of whatever happens. The library does the
    /// filtering.
    ///
    /// As `changes(since:)`, which also says when it throws. While nothing passes, the iterator's `changeToken` gets
    /// on.
    public func changes(
        since token: PHPersistentChangeToken,
        matching filter: PHPersistentChange.Filter
    ) -> PHPersistentChangeSequence {
        PHPersistentChangeSequence(since: token, matching: filter.filter, client)
    }
}

/// Changes from a token on, without an end.
///
/// Each iterator begins at the token.
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

    /// An iterator from the token on.
    public func makeAsyncIterator() -> Iterator { Iterator(since: start, matching: filter, client) }

    /// Goes through the changes, and waits for more.
    ///
    /// A bell rings once the library is observed, and whenever there may be more in history. It stays rung until
    /// history is read again: so there is no moment at which a change can slip through.
    public struct Iterator: AsyncIteratorProtocol {
        /// A change of the library.
        public typealias Element = PHPersistentChange

        private let client: LibraryClient
        private let start: PHPersistentChangeToken
        private let filter: HistoryFilter
        private var bell: Bell?
        /// Changes that were read and not handed out.
        private var pending: ArraySlice<PHPersistentChange> = []
        /// Up to where changes were handed out.
        private var handedOut: PHPersistentChangeToken?
        /// Behind what was read; nil before anything was.
        private var reader: HistoryReader?
        /// The bell has to ring before it is worth reading on.
        private var waitsForBell = false
        /// Until history that could not be read is read again.
        private var backoff = Backoff(first: 250_000_000, last: 8_000_000_000)
        private var isOver = false

        init(since start: PHPersistentChangeToken, matching filter: HistoryFilter, _ client: LibraryClient) {
            self.start = start
            self.filter = filter
            self.client = client
        }

        /// The state up to which everything was handed out, also what the filter let nothing through of. It is behind
        /// by what has come since `next()` was called.
        public var changeToken: PHPersistentChangeToken {
            if pending.isEmpty { return reader.map { PHPersistentChangeToken($0.position) } ?? start }
            return handedOut ?? start
        }

        /// The next change, as soon as there is one; nil when the task was cancelled.
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

        /// Reads the next page, once there may be one; false when the task was cancelled.
        private mutating func readMore() async throws -> Bool {
            guard let reader = reader ?? start.token.map({ client.historyReader(since: $0, matching: filter) }) else {
                throw PHPhotosError(
                    .persistentChangeTokenExpired,
                    reason: "the change token was altered or is no token"
                )
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
                // The bell rings when events come again; where only the call failed they never stopped coming.
                waitsForBell = true
                bell?.ring(after: backoff.pause())
            }
            return true
        }
    }

    /// Rings when there may be more in history than before.
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

        /// Rings after so many nanoseconds in any case.
        func ring(after nanoseconds: UInt64) {
            let deadline = DispatchTime.now() + .nanoseconds(Int(clamping: nanoseconds))
            DispatchQueue.global().asyncAfter(deadline: deadline) { [ringer] in ringer.yield() }
        }

        /// Waits for a ring since the last wait; false when the task was cancelled.
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
