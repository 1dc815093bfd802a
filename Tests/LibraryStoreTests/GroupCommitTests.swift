import Admission
import Dispatch
import LibraryModel
import LibraryStore
import LinuxSystem
import SQLiteDatabase
import Synchronization
import Testing

@Suite struct GroupCommitTests {
    struct Failure: Error {}

    private func makeWriter(
        _ directory: ScratchDirectory,
        maximumWaiting: Int = 100,
        script: String = "CREATE TABLE t (x INTEGER)",
        onCommit: @escaping @Sendable ([Int]) -> Void = { _ in }
    ) throws -> GroupCommitWriter<Int> {
        try GroupCommitWriter(
            path: directory.path("db.sqlite"),
            cacheKibibytes: 1_024,
            maximumWaiting: maximumWaiting,
            prepare: { try $0.executeScript(script) },
            onCommit: onCommit
        )
    }

    private func insert(_ value: Int, _ context: inout GroupCommitWriter<Int>.Context) throws {
        let insert = try context.connection.statement("INSERT INTO t (x) VALUES (?)")
        try insert.bind(Int64(value), at: 1)
        try insert.run()
        context.notes.append(value)
    }

    private func stored(_ directory: ScratchDirectory) throws -> [Int64] {
        let reader = try Connection(path: directory.path("db.sqlite"), role: .reader, cacheKibibytes: 100)
        let select = try reader.statement("SELECT x FROM t ORDER BY x")
        var values: [Int64] = []
        while try select.step() { values.append(select.integer(0)) }
        return values
    }

    // writer              | eight threads
    // runs block 0, waits |
    //                     | queue blocks 1 to 8
    // goes on: commits 0  |
    // commits 1 to 8 in one, without 5, which fails
    @Test func `blocks that wait together share a commit, and one that fails harms no other`() throws {
        let directory = ScratchDirectory()
        let commits = Recorder<[Int]>()
        let writer = try makeWriter(directory) { commits.append($0) }
        let (started, goOn, queued) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let failures = Recorder<Int>()
        onThreads(10) { index in
            do {
                if index == 9 {
                    for _ in 1...8 { queued.wait() }
                    goOn.signal()
                } else if index == 0 {
                    try writer.perform { context in
                        try insert(0, &context)
                        started.signal()
                        goOn.wait()
                    }
                } else {
                    started.wait()
                    started.signal()
                    try writer.perform(willWait: { queued.signal() }) { context in
                        try insert(index, &context)
                        if index == 5 { throw Failure() }
                    }
                }
            } catch {
                failures.append(index)
            }
        }
        #expect(failures.values == [5])
        #expect(commits.values.count == 2)
        #expect(commits.values.map { Set($0) } == [[0], [1, 2, 3, 4, 6, 7, 8]])
        #expect(try stored(directory) == [0, 1, 2, 3, 4, 6, 7, 8])
    }

    // writer              | three threads, one after the other
    // runs block 0, waits |
    //                     | queue blocks 1, 2 (which is exclusive) and 3
    // goes on             |
    @Test func `an exclusive block shares its transaction with nobody`() throws {
        let directory = ScratchDirectory()
        let commits = Recorder<[Int]>()
        let writer = try makeWriter(directory) { commits.append($0) }
        let goOn = DispatchSemaphore(value: 0)
        let turns = (1...4).map { _ in DispatchSemaphore(value: 0) }
        onThreads(5) { index in
            do {
                switch index {
                case 0:
                    try writer.perform { context in
                        try insert(0, &context)
                        turns[0].signal()
                        goOn.wait()
                    }
                case 4:
                    turns[3].wait()
                    goOn.signal()
                default:
                    turns[index - 1].wait()
                    let kind = index == 2 ? BlockKind.exclusive : .change(.owner)
                    try writer.perform(as: kind, willWait: { turns[index].signal() }) { context in
                        try insert(index, &context)
                    }
                }
            } catch {
                Issue.record(error)
            }
        }
        #expect(commits.values == [[0], [1], [2], [3]])
        #expect(try stored(directory) == [0, 1, 2, 3])
    }

    // writer                     | decider
    // runs the change, without end |
    //                            | queues the decision
    // rolls the change back      |
    // commits the decision       |
    // runs the change again      |
    @Test(arguments: [false, true])
    func `a decision waits for no change, which is done behind it`(isInStatement: Bool) throws {
        let directory = ScratchDirectory()
        let commits = Recorder<[Int]>()
        let writer = try makeWriter(directory) { commits.append($0) }
        let (started, goOn, queued) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let runs = Recorder<Int>()
        onThreads(4) { index in
            do {
                switch index {
                case 0:
                    // What shares the transaction with the change.
                    try writer.perform { context in
                        try insert(0, &context)
                        if runs.values.isEmpty {
                            started.signal()
                            goOn.wait()
                        }
                    }
                case 1:
                    started.wait()
                    try writer.perform(as: .change(.app("camera")), willWait: { queued.signal() }) { context in
                        runs.append(1)
                        try insert(1, &context)
                        if runs.values.count > 1 { return }
                        started.signal()
                        while !isInStatement { try context.connection.checkInterruption() }
                        try context.connection.execute(
                            """
                            INSERT INTO t WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
                            SELECT i FROM n WHERE i < 0
                            """
                        )
                    }
                case 2:
                    queued.wait()
                    goOn.signal()
                    started.wait()
                    try writer.perform(as: .decision) { context in try insert(2, &context) }
                default: return
                }
            } catch {
                Issue.record(error)
            }
        }
        #expect(runs.values.count == 2)
        #expect(commits.values.flatMap { $0 }.sorted() == [0, 1, 2])
        let order = commits.values.flatMap { $0 }
        #expect(order.firstIndex(of: 2) ?? 9 < order.firstIndex(of: 1) ?? 0)
        #expect(try stored(directory) == [0, 1, 2])
    }

    // writer                       | owner
    // runs the app's, without end  |
    //                              | queues a change
    // rolls the app's back         |
    // commits the owner's          |
    // ... eight times; then it goes on for some more time, and is done
    @Test func `a long change of an app's makes way for the owner's at once some times, and then it is waited for`()
        throws
    {
        let directory = ScratchDirectory()
        let commits = Recorder<[Int]>()
        let writer = try makeWriter(directory) { commits.append($0) }
        let (started, queued) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let runs = Recorder<Int>()
        onThreads(2) { index in
            do {
                if index == 0 {
                    try writer.perform(as: .change(.app("camera"), isLong: true)) { context in
                        runs.append(0)
                        started.signal()
                        if runs.values.count > 8 {
                            queued.wait()
                            try context.connection.checkInterruption()
                            try insert(0, &context)
                            return
                        }
                        while true { try context.connection.checkInterruption() }
                    }
                } else {
                    for number in 1...8 {
                        started.wait()
                        try writer.perform { context in try insert(number, &context) }
                    }
                    started.wait()
                    try writer.perform(willWait: { queued.signal() }) { context in try insert(9, &context) }
                }
            } catch {
                Issue.record(error)
            }
        }
        #expect(runs.values.count == 9)
        #expect(commits.values == (1...8).map { [$0] } + [[0], [9]])
    }

    // writer                       | the owner         | another app
    // runs the app's, without end  |                   |
    //                              | queues a change   |
    // rolls the app's back         |                   |
    // ... also for the tenth change; then what the other app has queued goes first
    @Test(.timeLimit(.minutes(1)))
    func `the owner's changes never wait for the end of a long change of an app's, and other apps' come first`()
        throws
    {
        let directory = ScratchDirectory()
        let commits = Recorder<[Int]>()
        let writer = try makeWriter(directory) { commits.append($0) }
        let (started, queued) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let stopped = Cancellation()
        let runs = Recorder<Int>()
        onThreads(3) { index in
            do {
                switch index {
                case 0:
                    try writer.perform(as: .change(.app("camera"), isLong: true)) { context in
                        runs.append(0)
                        started.signal()
                        while !stopped.isStopped { try context.connection.checkInterruption() }
                        try insert(0, &context)
                    }
                case 1:
                    for number in 1...10 {
                        started.wait()
                        if number == 10 { queued.wait() }
                        try writer.perform { context in try insert(number, &context) }
                    }
                    started.wait()
                    stopped.cancel()
                default:
                    while commits.values.count < 8 { Parker().park(until: MonotonicClock.deadline(after: 100_000)) }
                    try writer.perform(as: .change(.app("viewer")), willWait: { queued.signal() }) { context in
                        try insert(100, &context)
                    }
                }
            } catch {
                Issue.record(error)
            }
        }
        #expect(runs.values.count == 11)
        let order = commits.values.flatMap(\.self)
        #expect(order.filter { $0 != 100 } == Array(1...10) + [0])
        #expect(order.last == 0 && order.count == 12)
    }

    @Test func `a block that ends the whole transaction takes no other with it`() throws {
        let directory = ScratchDirectory()
        let writer = try makeWriter(directory)
        let (started, goOn, queued) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let failures = Recorder<Int>()
        onThreads(5) { index in
            do {
                if index == 4 {
                    for _ in 1...3 { queued.wait() }
                    goOn.signal()
                } else if index == 0 {
                    try writer.perform { _ in
                        started.signal()
                        goOn.wait()
                    }
                } else {
                    started.wait()
                    started.signal()
                    try writer.perform(willWait: { queued.signal() }) { context in
                        try insert(index, &context)
                        if index == 2 {
                            try context.connection.execute("ROLLBACK")
                            throw Failure()
                        }
                    }
                }
            } catch {
                failures.append(index)
            }
        }
        #expect(failures.values == [2])
        #expect(try stored(directory) == [1, 3])
    }

    @Test func `refuses more blocks than may wait, and takes back one that is withdrawn`() throws {
        let directory = ScratchDirectory()
        let writer = try makeWriter(directory, maximumWaiting: 1)
        let (started, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let outcomes = Recorder<String>()
        onThreads(2) { index in
            if index == 0 {
                do {
                    try writer.perform { _ in
                        started.signal()
                        goOn.wait()
                    }
                } catch { outcomes.append("\(error)") }
                return
            }
            started.wait()
            do {
                let cancellation = Cancellation()
                try writer.perform(
                    cancellation,
                    willWait: {
                        do {
                            try writer.perform { _ in }
                        } catch GroupCommitWriter<Int>.Refusal.queueFull {
                            outcomes.append("full")
                        } catch { outcomes.append("\(error)") }
                        cancellation.cancel()
                        cancellation.cancel()
                    }
                ) { context in try insert(1, &context) }
            } catch GroupCommitWriter<Int>.Refusal.withdrawn {
                outcomes.append("withdrawn")
            } catch { outcomes.append("\(error)") }
            do {
                try writer.perform(Cancellation(deadline: MonotonicClock.deadline(after: 1_000_000))) { context in
                    try insert(2, &context)
                }
            } catch GroupCommitWriter<Int>.Refusal.withdrawn {
                outcomes.append("late")
            } catch { outcomes.append("\(error)") }
            goOn.signal()
        }
        #expect(outcomes.values == ["full", "withdrawn", "late"])
        #expect(try stored(directory) == [])
    }

    @Test func `an error that puts the disk in doubt ends all writing, and reading goes on`() throws {
        let directory = ScratchDirectory()
        let writer = try makeWriter(directory)
        try writer.perform { context in try insert(1, &context) }
        // SQLITE_IOERR_FSYNC, as a failed sync at commit tells it.
        let failedSync = SQLiteError(code: 10 | 4 << 8, message: "disk I/O error")
        #expect(throws: GroupCommitWriter<Int>.Refusal.self) {
            try writer.perform { context in
                try insert(2, &context)
                throw failedSync
            }
        }
        #expect(writer.poison == failedSync)
        #expect(throws: GroupCommitWriter<Int>.Refusal.self) {
            try writer.perform { context in try insert(3, &context) }
        }
        #expect(try stored(directory) == [1])
    }

    @Test func `what was answered before closing is there, and nothing is taken after`() throws {
        let directory = ScratchDirectory()
        let writer = try makeWriter(directory)
        try writer.perform { context in try insert(1, &context) }
        writer.close()
        #expect(throws: GroupCommitWriter<Int>.Refusal.self) {
            try writer.perform { context in try insert(2, &context) }
        }
        #expect(try stored(directory) == [1])
    }

    @Test func `a reader cannot write`() throws {
        let directory = ScratchDirectory()
        let writer = try makeWriter(directory)
        try writer.perform { context in try insert(1, &context) }
        let pool = try ReaderPool(path: directory.path("db.sqlite"), size: 1, cacheKibibytes: 100) { _ in }
        #expect(throws: SQLiteError.self) { try pool.read { try $0.execute("INSERT INTO t (x) VALUES (2)") } }
        #expect(try pool.read { try $0.statement("SELECT x FROM t").step() })
        pool.close()
    }

    // reader             | writer
    // begins, sees 1     |
    //                    | commits 2
    // still sees 1       |
    @Test func `a snapshot does not move`() throws {
        let directory = ScratchDirectory()
        let writer = try makeWriter(directory)
        try writer.perform { context in try insert(1, &context) }
        let pool = try ReaderPool(path: directory.path("db.sqlite"), size: 2, cacheKibibytes: 100) { _ in }
        func count(_ connection: Connection) throws -> Int64 {
            let select = try connection.statement("SELECT count(*) FROM t")
            return try select.step() ? select.integer(0) : -1
        }
        try pool.read { connection in
            #expect(try count(connection) == 1)
            try writer.perform { context in try insert(2, &context) }
            #expect(try count(connection) == 1)
            #expect(try pool.read { try count($0) } == 2)
        }
        pool.close()
    }
}
