import Admission
package import LinuxSystem
import Synchronization

/// The single writer, with group commit: blocks that are queued together share a transaction and its fsync.
///
/// Guarantees:
/// 1. Blocks run one after the other on the writer's own thread, in the order that `WriteQueue` says.
/// 2. Each block is atomic, whatever its neighbours in the transaction do: it has a savepoint.
/// 3. `perform` returns a block's result only after its transaction is durable.
/// 4. Notes of durable blocks go to `onCommit`, in order, before any result is returned.
/// 5. After an error that leaves the disk's content unknown (a failed fsync or write, corruption) the writer is
///    poisoned: it runs no block any more, and never retries an fsync.
/// 6. A decision waits for no change: a running one is rolled back and queued again. The owner's
///    changes wait for a long one of an app for `longestHold` at most.
///
/// A block may run more than once (after a neighbour's error ended the transaction, or a decision interrupted it), so
/// its only effects are the database and its result.
///
/// States of a block: waiting -> running -> finished, or back to waiting, or waiting -> withdrawn. `shared` guards
/// them; `connection` and all it holds belong to the thread.
package final class GroupCommitWriter<Note: Sendable>: Sendable {
    /// What a block works with.
    package struct Context: ~Copyable {
        package let connection: Connection
        /// Passed to `onCommit` once the block is durable.
        package var notes: [Note] = []
    }

    /// Why a block has no result.
    package enum Refusal: Error {
        /// The block was withdrawn before it ran.
        case withdrawn
        /// The queue is full.
        case queueFull
        /// The writer is poisoned by this error.
        case poisoned(SQLiteError)
        /// The writer is closed.
        case closed
    }

    private struct Shared {
        var waiting = WriteQueue<Block<Note>>() { didSet { assertInvariants() } }
        var isClosing = false
        var poison: SQLiteError? { didSet { assertInvariants() } }

        /// Empties the queue: nothing is written any more.
        mutating func end(_ error: SQLiteError) -> [Block<Note>] {
            let refused = waiting.all
            waiting = WriteQueue()
            poison = poison ?? error
            return refused
        }

        /// Traps when a rule is broken. For tests and debug builds.
        func assertInvariants() {
            waiting.assertInvariants()
            assert(poison == nil || waiting.count == 0, "a block waits for a poisoned writer")
        }
    }

    /// WAL pages from which on the writer makes a checkpoint when no block comes for a while: 4 MiB.
    private static var checkpointThreshold: Int32 { 1_000 }
    /// Nanoseconds of that while. A checkpoint takes as long as many commits, and blocks would wait for it.
    private static var checkpointPause: UInt64 { 50_000_000 }
    /// WAL pages from which on a commit is followed by a checkpoint at once: 16 MiB.
    private static var urgentCheckpointThreshold: Int32 { 4_000 }
    /// Blocks of one transaction, so that the first does not wait long for the last.
    private static var maximumBatch: Int { 256 }
    /// Nanoseconds after which a transaction begins no further block, so that others wait for at most one long block.
    private static var longestGathering: UInt64 { 10_000_000 }
    /// How often a long change of an app yields to the owner's changes at once; there may be many of those.
    private static var promptYields: Int { 8 }
    /// Nanoseconds that the owner's changes wait for it to end after that. One that takes longer yields again, behind
    /// the other apps: while the owner writes continuously it may not finish before its deadline.
    private static var longestHold: UInt64 { 50_000_000 }
    /// Nanoseconds that an app's commit waits for readers of old snapshots while the WAL is too long. So while one is
    /// being read the WAL grows by at most twenty transactions a second. No commit waits while the owner or a decision
    /// waits for the writer.
    private static var readersPatience: UInt64 { 50_000_000 }

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

    /// Runs a block and waits until it is durable. Withdraws one that is stopped before it has begun. Calls `willWait`
    /// once it is queued. The queue bounds changes, but not decisions.
    package func perform<Answer: Sendable>(
        as kind: BlockKind = .change(.owner),
        _ cancellation: Cancellation? = nil,
        willWait: () -> Void = {},
        _ body: @escaping @Sendable (inout Context) throws -> Answer
    ) throws -> Answer {
        let answer = Monitor<Answer?>(nil)
        let block = Block<Note> { context in
            let made = try body(&context)
            answer.withLock { $0 = made }
        }
        try shared.update { shared in
            if let poison = shared.poison { throw Refusal.poisoned(poison) }
            if shared.isClosing { throw Refusal.closed }
            if kind != .decision, shared.waiting.count >= maximumWaiting { throw Refusal.queueFull }
            shared.waiting.append(block, kind)
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

    /// The number of queued blocks.
    package var waitingCount: Int { shared.withLock { $0.waiting.count } }

    /// The error that poisoned the writer; nil while it works.
    package var poison: SQLiteError? { shared.withLock { $0.poison } }

    /// Runs the queued blocks, refuses later ones, and closes the connection. Returns once the thread has ended.
    package func close() {
        shared.update { $0.isClosing = true }
        let ended = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        ended?.join()
    }

    /// Whether a running change has to yield, to a decision or to the owner's changes.
    private final class Interruption: Sendable {
        private let shared: Monitor<Shared>
        /// Nanoseconds that the owner's changes wait for it; nil for one that does not make way for them.
        private let hold: UInt64?
        /// When the owner's changes were first seen to wait; 0 before.
        private let awaitedSince = Atomic<UInt64>(0)
        private let happened = Atomic(false)

        init(_ shared: Monitor<Shared>, of block: Block<Note>, _ kind: BlockKind) {
            self.shared = shared
            hold =
                if case .change(.app, isLong: true) = kind {
                    block.yields < GroupCommitWriter.promptYields ? 0 : GroupCommitWriter.longestHold
                } else { nil }
        }

        var hasHappened: Bool { happened.load(ordering: .relaxed) }

        func isDue() -> Bool {
            let (hasDecision, hasOwners) = shared.withLock { ($0.waiting.hasDecision, $0.waiting.hasOwners) }
            guard hasDecision || hasOwners && isOverdue() else { return false }
            happened.store(true, ordering: .relaxed)
            return true
        }

        /// Whether the owner, who waits, has waited long enough.
        private func isOverdue() -> Bool {
            guard let hold else { return false }
            if hold == 0 { return true }
            let now = MonotonicClock.now()
            let since = awaitedSince.load(ordering: .relaxed)
            if since == 0 { awaitedSince.store(now, ordering: .relaxed) }
            return since != 0 && now >= since + hold
        }
    }

    private static func withdraw(_ block: Block<Note>, from shared: Monitor<Shared>) {
        let wasWaiting = shared.withLock { $0.waiting.remove(block) }
        if wasWaiting { block.finish(.failure(Refusal.withdrawn)) }
    }

    // MARK: The thread

    private struct WriterLoop: Sendable {
        typealias Batch = [(block: Block<Note>, kind: BlockKind)]

        let shared: Monitor<Shared>
        /// WAL pages beyond which the WAL has to be reset.
        let maximumLogPages: Int32
        let onCommit: @Sendable ([Note]) -> Void

        /// What the thread does next.
        private enum Turn {
            case commit(Batch)
            /// A checkpoint is due, and no block has come for a while.
            case checkpoint
            case end
        }

        func run(_ connection: Connection) {
            loop: while true {
                switch nextTurn(connection) {
                case .commit(let batch):
                    commit(batch, connection)
                    guard connection.uncopiedPageCount >= GroupCommitWriter.urgentCheckpointThreshold else { break }
                    checkpoint(connection)
                case .checkpoint: checkpoint(connection)
                case .end: break loop
                }
                if isPoisoned { continue }
                if connection.logPageCount >= maximumLogPages {
                    let end = MonotonicClock.deadline(after: GroupCommitWriter.readersPatience)
                    attempt { () throws(SQLiteError) in
                        try connection.checkpointAndTruncate { MonotonicClock.now() < end && !isAwaited() }
                    }
                }
            }
            if !isPoisoned { attempt { () throws(SQLiteError) in try connection.checkpointAndTruncate() } }
        }

        private func nextTurn(_ connection: Connection) -> Turn {
            let isDue = connection.uncopiedPageCount >= GroupCommitWriter.checkpointThreshold && !isPoisoned
            let pause: Duration? = isDue ? .nanoseconds(GroupCommitWriter.checkpointPause) : nil
            let turn = shared.wait(timeout: pause) { shared -> Turn? in
                if shared.waiting.count == 0 { return shared.isClosing ? .end : nil }
                return .commit(shared.waiting.nextBatch(atMost: GroupCommitWriter.maximumBatch))
            }
            return turn ?? .checkpoint
        }

        private func checkpoint(_ connection: Connection) {
            if isPoisoned { return }
            attempt { () throws(SQLiteError) in try connection.checkpoint() }
        }

        private func putBack(_ batch: Batch) {
            let isPutOff = batch.contains { $0.block.yields >= GroupCommitWriter.promptYields }
            shared.withLock { $0.waiting.putBack(batch, behindOthers: isPutOff) }
        }

        /// Whether the owner, or a decision, waits.
        private func isAwaited() -> Bool { shared.withLock { $0.waiting.hasDecision || $0.waiting.hasOwners } }

        private var isPoisoned: Bool { shared.withLock { $0.poison != nil } }

        /// Checkpoints: no block waits for it, and a failure for want of space or time is retried after the next
        /// commit. An error that leaves the disk's content unknown poisons the writer.
        private func attempt(_ body: () throws(SQLiteError) -> Void) {
            do {
                try body()
            } catch {
                if error.endsWriting { poison(error) }
            }
        }

        private func poison(_ error: SQLiteError) {
            for block in shared.update({ $0.end(error) }) { block.finish(.failure(Refusal.poisoned(error))) }
        }

        /// A decision has interrupted the transaction, which is rolled back.
        private struct Interrupted: Error {}

        /// Commits the blocks together; one by one after an error that ended the whole transaction.
        private func commit(_ batch: Batch, _ connection: Connection) {
            if let poison = shared.withLock({ $0.poison }) {
                for entry in batch { entry.block.finish(.failure(Refusal.poisoned(poison))) }
                return
            }
            do {
                try commitTogether(batch, connection)
            } catch {
                abandonTransaction(connection)
                let unfinished = batch.filter { !$0.block.isFinished }
                if let error = error as? SQLiteError, error.endsWriting {
                    poison(error)
                    for entry in unfinished { entry.block.finish(.failure(Refusal.poisoned(error))) }
                } else if error is Interrupted {
                    putBack(unfinished)
                } else if batch.count > 1 {
                    for entry in unfinished { commit([entry], connection) }
                } else {
                    for entry in unfinished { entry.block.finish(.failure(error)) }
                }
            }
        }

        /// Throws when the transaction is lost; only blocks that failed by themselves have finished then.
        private func commitTogether(_ batch: Batch, _ connection: Connection) throws {
            var notes: [Note] = []
            var survivors: [Block<Note>] = []
            let end = MonotonicClock.deadline(after: GroupCommitWriter.longestGathering)
            try connection.statement("BEGIN IMMEDIATE").run()
            for (place, entry) in batch.enumerated() {
                if place > 0, case .change = entry.kind, MonotonicClock.now() >= end {
                    putBack(Array(batch[place...]))
                    break
                }
                try connection.statement("SAVEPOINT block").run()
                var context = Context(connection: connection)
                let interruption = Interruption(shared, of: entry.block, entry.kind)
                do {
                    switch entry.kind {
                    case .change:
                        try connection.interruptible(by: { interruption.isDue() }) { try entry.block.run(&context) }
                    case .decision, .exclusive: try entry.block.run(&context)
                    }
                } catch {
                    if let error = error as? SQLiteError, error.endsWriting { throw error }
                    if interruption.hasHappened { entry.block.noteYield() }
                    guard connection.isInTransaction else { throw interruption.hasHappened ? Interrupted() : error }
                    try connection.statement("ROLLBACK TO block").run()
                    try connection.statement("RELEASE block").run()
                    if interruption.hasHappened {
                        putBack(Array(batch[place...]))
                        break
                    }
                    entry.block.finish(.failure(error))
                    continue
                }
                try connection.statement("RELEASE block").run()
                survivors.append(entry.block)
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

/// A block and its outcome. Releases the body, and with it the request, when it has finished, because a caller that can
/// withdraw the block may live longer.
private final class Block<Note: Sendable>: Sendable, Equatable {
    typealias Body = @Sendable (inout GroupCommitWriter<Note>.Context) throws -> Void

    private enum State {
        case pending(Body)
        /// The body is released; waiters are not woken yet.
        case ending
        case finished(Result<Void, any Error>)

        var result: Result<Void, any Error>? {
            if case .finished(let result) = self { result } else { nil }
        }

        /// Takes the body, once.
        mutating func end() -> Body? {
            guard case .pending(let body) = self else { return nil }
            self = .ending
            return body
        }
    }

    private let state: Monitor<State>
    private let yieldCount = Atomic(0)

    init(_ body: @escaping Body) { state = Monitor(.pending(body)) }

    static func == (one: Block, other: Block) -> Bool { one === other }

    /// How often it was interrupted.
    var yields: Int { yieldCount.load(ordering: .relaxed) }

    func noteYield() { yieldCount.add(1, ordering: .relaxed) }

    /// No effect when the block has finished.
    func run(_ context: inout GroupCommitWriter<Note>.Context) throws {
        guard case .pending(let body) = state.withLock({ $0 }) else { return }
        try body(&context)
    }

    var isFinished: Bool { state.withLock { $0.result != nil } }

    /// Returns nil when `timeout` passes first.
    func outcome(timeout: Duration? = nil) -> Result<Void, any Error>? {
        state.wait(timeout: timeout) { $0.result }
    }

    func finish(_ result: Result<Void, any Error>) {
        // Releases the body's captures outside of the lock, and before waiters continue.
        do {
            guard let body = state.withLock({ $0.end() }) else { return }
            withExtendedLifetime(body) {}
        }
        state.update { state in
            if case .ending = state {
            } else {
                assertionFailure("a block is finished once, and after its body is released")
            }
            state = .finished(result)
        }
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

/// Bytes. SQLite's parser and the functions called from it need little stack.
private let writerStackSize = 1 << 20
