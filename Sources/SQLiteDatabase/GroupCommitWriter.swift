package import LinuxSystem

/// The one who writes: blocks that wait together share a transaction and its one sync to disk.
///
/// Guarantees:
/// 1. Blocks run one after the other on the writer's own thread, in the order in which they came.
/// 2. A block happens whole or not at all, whatever its neighbours in the transaction do: each has a savepoint.
/// 3. `perform` returns a block's answer only after the transaction that holds it is on disk.
/// 4. Notes of blocks that are on disk go to `onCommit`, in order, before anybody is answered.
/// 5. After an error that leaves the disk's content in doubt (a failed sync or write, damage) the writer is poisoned:
///    no block runs any more. It never syncs again in the hope of better luck.
///
/// A block may be run more than once (when a neighbour's error ended the whole transaction), so it keeps what it makes
/// in the database and in its answer.
///
/// States of a block: waiting -> running -> finished, or waiting -> withdrawn. `shared` guards them; `connection` and
/// all it holds belong to the thread.
package final class GroupCommitWriter<Note: Sendable>: Sendable {
    /// What a block gets to work with.
    package struct Context: ~Copyable {
        package let connection: Connection
        /// Handed to `onCommit` when the block is on disk.
        package var notes: [Note] = []
    }

    /// Why no answer of the block's own came back.
    package enum Refusal: Error {
        /// The block was withdrawn before it ran.
        case withdrawn
        /// Too many blocks wait.
        case queueFull
        /// The writer does not write any more, after this error.
        case poisoned(SQLiteError)
        /// The writer is closed.
        case closed
    }

    private struct Shared {
        var waiting: [Block<Note>] = []
        var isClosing = false
        var poison: SQLiteError?
    }

    /// Pages in the log from which on it is copied into the database after a commit: 4 MiB.
    private static var checkpointThreshold: Int32 { 1_000 }
    /// Blocks of one transaction, so that the first does not wait for ever for the last.
    private static var maximumBatch: Int { 256 }
    /// Milliseconds that a commit waits for readers of old snapshots while the log is too long. So as long as somebody
    /// reads one, the log grows by twenty transactions a second and no more.
    private static var readersPatience: Int32 { 50 }

    private let shared = Monitor(Shared())
    private let maximumWaiting: Int
    private let thread: Monitor<JoinedThread?>

    /// Opens the writer's connection on the writer's thread; `prepare` runs there first, for example to migrate.
    package init(
        path: String,
        cacheKibibytes: Int,
        maximumWaiting: Int,
        maximumLogPages: Int32 = 16_384,
        prepare: @escaping @Sendable (Connection) throws -> Void,
        onCommit: @escaping @Sendable ([Note]) -> Void
    ) throws {
        self.maximumWaiting = maximumWaiting
        let opening = Monitor<Result<Void, any Error>?>(nil)
        let loop = WriterLoop(shared: shared, maximumLogPages: maximumLogPages, onCommit: onCommit)
        thread = Monitor(nil)
        let started = try SystemThread(name: "writer", stackSize: writerStackSize) {
            let connection: Connection
            do {
                connection = try Connection(path: path, role: .writer, cacheKibibytes: cacheKibibytes)
                try prepare(connection)
            } catch {
                opening.update { $0 = .failure(error) }
                return
            }
            opening.update { $0 = .success(()) }
            loop.run(connection)
        }
        let opened = opening.wait { $0 }
        if case .failure(let error)? = opened {
            started.join()
            throw error
        }
        let box = JoinedThread(started)
        thread.withLock { $0 = box }
    }

    deinit { close() }

    /// Runs a block and waits until it is on disk. One that is stopped before it has begun is withdrawn.
    /// `willWait` is called when it is queued.
    /// `isAlone`: in a transaction of its own, so that it sees nothing but what is on disk already. That is for a block
    /// that acts on something outside of the database, which no rollback takes back.
    package func perform<Answer: Sendable>(
        isAlone: Bool = false,
        _ cancellation: Cancellation? = nil,
        willWait: () -> Void = {},
        _ body: @escaping @Sendable (inout Context) throws -> Answer
    ) throws -> Answer {
        let answer = Monitor<Answer?>(nil)
        let block = Block<Note>(isAlone: isAlone) { context in
            let made = try body(&context)
            answer.withLock { $0 = made }
        }
        try shared.update { shared in
            if let poison = shared.poison { throw Refusal.poisoned(poison) }
            if shared.isClosing { throw Refusal.closed }
            if shared.waiting.count >= maximumWaiting { throw Refusal.queueFull }
            shared.waiting.append(block)
        }
        willWait()
        let registration = cancellation?.whenStopped { [shared] in GroupCommitWriter.withdraw(block, from: shared) }
        defer { registration?.end() }
        if let remaining = cancellation?.remainingNanoseconds,
            block.outcome(timeout: .nanoseconds(Int64(clamping: remaining))) == nil
        {
            GroupCommitWriter.withdraw(block, from: shared)
        }
        if case .failure(let error)? = block.outcome() { throw error }
        guard let made = answer.withLock({ $0 }) else { preconditionFailure("a finished block without an answer") }
        return made
    }

    /// Nothing is written any more, after this error; nil while all is well.
    package var poison: SQLiteError? { shared.withLock { $0.poison } }

    /// Runs what waits, refuses what comes, and closes the connection. Comes back when the thread has ended.
    package func close() {
        shared.update { $0.isClosing = true }
        let ended = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        ended?.join()
    }

    private static func withdraw(_ block: Block<Note>, from shared: Monitor<Shared>) {
        let wasWaiting = shared.withLock { shared in
            guard let position = shared.waiting.firstIndex(where: { $0 === block }) else { return false }
            shared.waiting.remove(at: position)
            return true
        }
        if wasWaiting { block.finish(.failure(Refusal.withdrawn)) }
    }

    // MARK: The thread

    private struct WriterLoop: Sendable {
        let shared: Monitor<Shared>
        /// Pages in the log beyond which it has to begin anew.
        let maximumLogPages: Int32
        let onCommit: @Sendable ([Note]) -> Void

        func run(_ connection: Connection) {
            while let batch = nextBatch() {
                commit(batch, connection)
                if isPoisoned { continue }
                if connection.uncopiedPageCount >= GroupCommitWriter.checkpointThreshold {
                    attempt { () throws(SQLiteError) in try connection.checkpoint() }
                }
                if connection.logPageCount >= maximumLogPages {
                    let patience = GroupCommitWriter.readersPatience
                    attempt { () throws(SQLiteError) in try connection.checkpointAndTruncate(patience: patience) }
                }
            }
            if !isPoisoned { attempt { () throws(SQLiteError) in try connection.checkpointAndTruncate() } }
        }

        private func nextBatch() -> [Block<Note>]? {
            shared.wait { shared -> [Block<Note>]?? in
                if shared.waiting.isEmpty { return shared.isClosing ? .some(nil) : nil }
                var batch = Array(shared.waiting.prefix(GroupCommitWriter.maximumBatch))
                if let alone = batch.firstIndex(where: \.isAlone) { batch = Array(batch[..<max(alone, 1)]) }
                shared.waiting.removeFirst(batch.count)
                return .some(batch)
            } ?? nil
        }

        private var isPoisoned: Bool { shared.withLock { $0.poison != nil } }

        /// Housekeeping: nobody waits for it, and what failed for want of room or time is tried again after the next
        /// commit. An error that puts the disk in doubt ends the writing.
        private func attempt(_ body: () throws(SQLiteError) -> Void) {
            do {
                try body()
            } catch {
                if error.endsWriting { poison(error) }
            }
        }

        private func poison(_ error: SQLiteError) {
            let waiting = shared.update { shared in
                if shared.poison == nil { shared.poison = error }
                defer { shared.waiting = [] }
                return shared.waiting
            }
            for block in waiting { block.finish(.failure(Refusal.poisoned(error))) }
        }

        /// Commits the blocks together; when an error of one takes the whole transaction, each alone.
        private func commit(_ batch: [Block<Note>], _ connection: Connection) {
            if let poison = shared.withLock({ $0.poison }) {
                for block in batch { block.finish(.failure(Refusal.poisoned(poison))) }
                return
            }
            do {
                try commitTogether(batch, connection)
            } catch {
                abandonTransaction(connection)
                if let error = error as? SQLiteError, error.endsWriting {
                    poison(error)
                    for block in batch { block.finish(.failure(Refusal.poisoned(error))) }
                } else if batch.count > 1 {
                    for block in batch where !block.isFinished { commit([block], connection) }
                } else {
                    for block in batch { block.finish(.failure(error)) }
                }
            }
        }

        /// Throws when the transaction is lost; then no block of it has been answered but those that failed by
        /// themselves before.
        private func commitTogether(_ batch: [Block<Note>], _ connection: Connection) throws {
            var notes: [Note] = []
            var survivors: [Block<Note>] = []
            try connection.statement("BEGIN IMMEDIATE").run()
            for block in batch {
                try connection.statement("SAVEPOINT block").run()
                var context = Context(connection: connection)
                do {
                    try block.run(&context)
                } catch {
                    if let error = error as? SQLiteError, error.endsWriting { throw error }
                    guard connection.isInTransaction else { throw error }
                    try connection.statement("ROLLBACK TO block").run()
                    try connection.statement("RELEASE block").run()
                    block.finish(.failure(error))
                    continue
                }
                try connection.statement("RELEASE block").run()
                survivors.append(block)
                notes.append(contentsOf: context.notes)
            }
            try connection.statement("COMMIT").run()
            if !notes.isEmpty { onCommit(notes) }
            for block in survivors { block.finish(.success(())) }
        }

        private func abandonTransaction(_ connection: Connection) {
            guard connection.isInTransaction else { return }
            attempt { () throws(SQLiteError) in try connection.execute("ROLLBACK") }
        }
    }
}

/// One block and what became of it.
///
/// What it holds of its request goes when it is finished: whoever can withdraw it may live longer.
private final class Block<Note: Sendable>: Sendable {
    typealias Body = @Sendable (inout GroupCommitWriter<Note>.Context) throws -> Void

    private enum State {
        case pending(Body)
        /// The body is let go, and nobody is told yet.
        case ending
        case finished(Result<Void, any Error>)

        var result: Result<Void, any Error>? {
            if case .finished(let result) = self { result } else { nil }
        }

        /// The body, once.
        mutating func end() -> Body? {
            guard case .pending(let body) = self else { return nil }
            self = .ending
            return body
        }
    }

    let isAlone: Bool
    private let state: Monitor<State>

    init(isAlone: Bool, _ body: @escaping Body) {
        self.isAlone = isAlone
        state = Monitor(.pending(body))
    }

    /// Does nothing when the block is finished.
    func run(_ context: inout GroupCommitWriter<Note>.Context) throws {
        guard case .pending(let body) = state.withLock({ $0 }) else { return }
        try body(&context)
    }

    var isFinished: Bool { state.withLock { $0.result != nil } }

    /// Nil when `timeout` passes first.
    func outcome(timeout: Duration? = nil) -> Result<Void, any Error>? {
        state.wait(timeout: timeout) { $0.result }
    }

    func finish(_ result: Result<Void, any Error>) {
        // What the body holds is let go outside of the lock, and before whoever waits goes on.
        do {
            guard let body = state.withLock({ $0.end() }) else { return }
            withExtendedLifetime(body) {}
        }
        state.update { $0 = .finished(result) }
    }
}

/// A thread that is joined once.
private final class JoinedThread {
    private var thread: SystemThread?

    init(_ thread: consuming SystemThread) {
        self.thread = consume thread
    }

    func join() { thread.take()?.join() }
}

/// Bytes. SQLite's parser and the functions called from it want little.
private let writerStackSize = 1 << 20
