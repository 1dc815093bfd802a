internal import Glibc
internal import LinuxSystem
internal import MediaWorkerProtocol
internal import Synchronization
internal import UploadWorkerProtocol

/// One `photolibrary-upload`, which sends one file and ends: no process ever has what two apps send.
final class UploadProcess: Sendable {
    /// Nanoseconds for a killed process to end. One that hangs in a file system outlives SIGKILL.
    private static let endTimeout: UInt64 = 1_000_000_000

    private let child: ChildProcess
    private let channel: WorkerChannel
    /// Wakes the thread that waits for the answer.
    private let interruption: EventDescriptor
    private let state = Mutex(State.running)

    private enum State {
        case running
        case killed
        /// Waited for: its PID may be another process's.
        case over
    }

    /// Starts it with nothing of this process but its end of the socket, and standard error for complaints.
    init(_ program: FilePath) throws(SystemCallError) {
        let ends = try UnixSocket.pair()
        let nothing = try OwnedDescriptor(opening: "/dev/null", .readWrite)
        child = try ChildProcess(
            spawning: program,
            arguments: ["task"],
            environment: [],
            descriptors: [
                .init(nothing, as: 0), .init(nothing, as: 1), .init(rawValue: STDERR_FILENO, as: STDERR_FILENO),
                .init(ends.second, as: WorkerStart.socketNumber),
            ],
            isBare: true
        )
        channel = ends.take { first, _ in WorkerChannel(first) }
        interruption = try EventDescriptor()
    }

    var processIdentifier: Int32 { child.processIdentifier }

    /// Gives it its task. Does not wait: the socket's buffer has room for one.
    func begin(_ task: UploadTask, _ file: consuming OwnedDescriptor) throws(WorkerChannelFailure) {
        try channel.send(.job, 1, payload: task.encoded, descriptors: DescriptorList(file))
    }

    /// Waits until the task is over, or until the monotonic `deadline`. Returns nil when it was killed. Whatever it
    /// returns, `end` has to follow.
    func answer(until deadline: UInt64) -> UploadAnswer? {
        let answer: UploadAnswer
        do {
            var entries = [
                PollEntry(channel.rawValue, .readable), PollEntry(interruption.descriptor.rawValue, .readable),
            ]
            let now = MonotonicClock.now()
            let isReady = try Poll.wait(&entries, timeoutNanoseconds: deadline > now ? deadline - now : 0) > 0
            if !isReady {
                answer = .failure(.timedOut)
            } else if entries[1].ready.isEmpty {
                let frame = try channel.receive(until: MonotonicClock.deadline(after: UploadProcess.endTimeout))
                let isAnswer = frame.kind == .answer && frame.number == 1
                answer = (isAnswer ? UploadAnswer(decoding: frame.payload) : nil) ?? .failure(.internal)
            } else {
                answer = .failure(.internal)
            }
        } catch {
            // It has ended without an answer: it was killed, or has crashed.
            answer = .failure(.interrupted)
        }
        let wasKilled = state.withLock { state in
            if case .killed = state { return true }
            return false
        }
        return wasKilled ? nil : answer
    }

    /// Ends it without waiting. Nothing that it has not handed to the kernel leaves any more.
    func kill() throws(SystemCallError) {
        defer { interruption.signal() }
        try state.withLock { state throws(SystemCallError) in
            guard case .running = state else { return }
            state = .killed
            try child.send(signal: SIGKILL)
        }
    }

    /// Kills it if it still runs, and reaps it. One that hangs in a file system is left behind.
    func end() throws(SystemCallError) {
        let isOver = try state.withLock { state throws(SystemCallError) in
            if case .over = state { return true }
            state = .over
            try child.send(signal: SIGKILL)
            return false
        }
        guard !isOver, try Poll.wait(child.pidfd, for: .readable, timeoutNanoseconds: UploadProcess.endTimeout) else {
            return
        }
        _ = try child.wait()
    }
}
