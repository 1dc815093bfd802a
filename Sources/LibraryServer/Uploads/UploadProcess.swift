internal import Glibc
internal import LinuxSystem
internal import MediaWorkerProtocol
internal import Synchronization
internal import UploadWorkerProtocol

/// One `photolibrary-upload`, which sends one file and ends: no process ever has what two apps send.
final class UploadProcess: Sendable {
    /// The number of its end of the socket pair in the process.
    private static let socketNumber: CInt = 3
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
                .init(ends.second, as: UploadProcess.socketNumber),
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

    /// Waits until the task is over, and reaps the process. Returns nil when it was killed.
    func finish() -> UploadAnswer? {
        var answer: UploadAnswer?
        do {
            var entries = [
                PollEntry(channel.rawValue, .readable), PollEntry(interruption.descriptor.rawValue, .readable),
            ]
            // For as long as it gets on: `photolibrary-upload` ends what does not.
            _ = try Poll.wait(&entries)
            if entries[1].ready.isEmpty {
                let frame = try channel.receive(until: MonotonicClock.deadline(after: UploadProcess.endTimeout))
                if frame.kind == .answer, frame.number == 1 { answer = UploadAnswer(decoding: frame.payload) }
            }
        } catch {
            // It has ended without an answer.
            answer = nil
        }
        let wasKilled = state.withLock { state in
            if case .killed = state { return true }
            return false
        }
        end()
        return wasKilled ? nil : answer ?? .failure(.internal)
    }

    /// Ends it without waiting. Nothing that it has not handed to the kernel leaves any more.
    func kill() {
        state.withLock { state in
            guard case .running = state else { return }
            state = .killed
            sendKill()
        }
        interruption.signal()
    }

    private func sendKill() {
        do throws(SystemCallError) { try child.send(signal: SIGKILL) } catch {
            preconditionFailure("an upload process cannot be killed: \(error)")
        }
    }

    /// Kills it if it still runs, and reaps it.
    private func end() {
        state.withLock { state in
            sendKill()
            state = .over
        }
        do throws(SystemCallError) {
            guard
                try Poll.wait(child.pidfd, for: .readable, timeoutNanoseconds: UploadProcess.endTimeout)
            else { return }
            _ = try child.wait()
        } catch {
            preconditionFailure("an upload process cannot be waited for: \(error)")
        }
    }
}
