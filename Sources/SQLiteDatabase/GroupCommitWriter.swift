import Admission
package import LinuxSystem
import Synchronization

/// The one who writes: blocks that wait together share a transaction and its one sync to disk.
///
/// Guarantees:
/// 1. Blocks run one after the other on the writer's own thread, in the order that `WriteQueue` says.
/// 2. A block happens whole or not at all, whatever its neighbours in the transaction do: each has a savepoint.
/// 3. `perform` returns a block's answer only after the transaction that holds it is on disk.
/// 4. Notes of blocks that are on disk go to `onCommit`, in order, before anybody is answered.
/// 5. After an error that leaves the disk's content in doubt (a failed sync or write, damage) the writer is poisoned:
///    no block runs any more. It never syncs again in the hope of better luck.
/// 6. A decision waits for no change: one that runs is rolled back and waits again. The owner's changes wait for a long
///    one of an app's no longer than `longestHold`.
///
/// A block may be run more than once (when a neighbour's error ended the whole transaction, or a decision interrupted
/// it), so it keeps what it makes in the database and in its answer.
///
/// States of a block: waiting -> running -> finished, or back to waiting, or waiting -> withdrawn. `shared` guards
/// them; `connection` and all it holds belong to the thread.
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
        var waiting = WriteQueue<Block<Note>>() { didSet { waiting.assertInvariants() } }
        var isClosing = false
        var poison: SQLiteError?
    }

    /// Pages in the log from which on it is copied into the database after a commit: 4 MiB.
    private static var checkpointThreshold: Int32 { 1_000 }
    /// The same while the owner waits for the writer: 16 MiB.
    private static var awaitedCheckpointThreshold: Int32 { 4_000 }
    /// Blocks of one transaction, so that the first does not wait for ever for the last.
    private static var maximumBatch: Int { 256 }
    /// Nanoseconds after which a transaction begins no further block: those of others wait for no more than one that is
    /// long.
    private static var longestGathering: UInt64 { 10_000_000 }
    /// How often a long change of an app's makes way for the owner's at once, who may have as many to make.
    private static var promptYields: Int { 8 }
    /// Nanoseconds that the owner's changes wait after that for it to end. One that takes longer makes way again, and
    /// lets the other apps go first: while the owner writes all the time it is not done, until its deadline passes.
    private static var longestHold: UInt64 { 50_000_000 }
    /// Nanoseconds that an app's commit waits for readers of old snapshots while the log is too long. So as long as
    /// somebody reads one, the log grows by twenty transactions a second and no more. Nobody waits so long while the
    /// owner, or a decision, waits for the writer.
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

    /// Runs a block and waits until it is on disk. One that is stopped before it has begun is withdrawn.
    /// `willWait` is called when it is queued. As many changes wait as may, and any number of decisions.
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

    /// Blocks that wait.
    package var waitingCount: Int { shared.withLock { $0.waiting.count } }

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

    /// Whether a change that runs has to make way: for a decision, or for the owner's changes.
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
        /// Pages in the log beyond which it has to begin anew.
        let maximumLogPages: Int32
        let onCommit: @Sendable ([Note]) -> Void

        func run(_ connection: Connection) {
            while let batch = nextBatch() {
                commit(batch, connection)
                if isPoisoned { continue }
                let threshold =
                    isAwaited() ? GroupCommitWriter.awaitedCheckpointThreshold : GroupCommitWriter.checkpointThreshold
                if connection.uncopiedPageCount >= threshold {
                    attempt { () throws(SQLiteError) in try connection.checkpoint() }
                }
                if connection.logPageCount >= maximumLogPages {
                    let end = MonotonicClock.deadline(after: GroupCommitWriter.readersPatience)
                    attempt { () throws(SQLiteError) in
                        try connection.checkpointAndTruncate { MonotonicClock.now() < end && !isAwaited() }
                    }
                }
            }
            if !isPoisoned { attempt { () throws(SQLiteError) in try connection.checkpointAndTruncate() } }
        }

        private func nextBatch() -> Batch? {
            shared.wait { shared -> Batch?? in
                if shared.waiting.count == 0 { return shared.isClosing ? .some(nil) : nil }
                return .some(shared.waiting.nextBatch(atMost: GroupCommitWriter.maximumBatch))
            } ?? nil
        }

        private func putBack(_ batch: Batch) {
            let isPutOff = batch.contains { $0.block.yields >= GroupCommitWriter.promptYields }
            shared.withLock { $0.waiting.putBack(batch, behindOthers: isPutOff) }
        }

        /// Whether the owner, or a decision, waits.
        private func isAwaited() -> Bool { shared.withLock { $0.waiting.hasDecision || $0.waiting.hasOwners } }

        private var isPoisoned: Bool { shared.withLock { $0.poison != nil } }

        /// Maintenance: nobody waits for it, and what failed for want of room or time is tried again after the next
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
                defer { shared.waiting = WriteQueue() }
                return shared.waiting.all
            }
            for block in waiting { block.finish(.failure(Refusal.poisoned(error))) }
        }

        /// A decision has interrupted the changes of a transaction that is lost by that.
        private struct Interrupted: Error {}

        /// Commits the blocks together; when an error of one takes the whole transaction, each alone.
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

        /// Throws when the transaction is lost; then no block of it has been answered but those that failed by
        /// themselves before.
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

/// One block and what became of it.
///
/// What it holds of its request goes when it is finished: whoever can withdraw it may live longer.
private final class Block<Note: Sendable>: Sendable, Equatable {
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

    private let state: Monitor<State>
    private let yieldCount = Atomic(0)

    init(_ body: @escaping Body) { state = Monitor(.pending(body)) }

    static func == (one: Block, other: Block) -> Bool { one === other }

    /// How often it was interrupted.
    var yields: Int { yieldCount.load(ordering: .relaxed) }

    func noteYield() { yieldCount.add(1, ordering: .relaxed) }

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
