internal import Glibc
internal import LibraryModel
internal import LinuxSystem
internal import MediaWorkerProtocol
internal import Synchronization

/// One running `photolibrary-media` and the way to talk to it.
///
/// Used only by the caller that has taken it from the pool. After any failure except an error reply it is unusable and
/// must be killed.
final class WorkerProcess: Sendable {
    /// Nanoseconds that a worker may take to start.
    private static let startTimeout: UInt64 = 20_000_000_000
    /// The largest image or file that a worker returns, in bytes.
    private static let maximumResultSize = PixelImage.maximumSide * PixelImage.maximumSide * 4
    /// Nanoseconds for the rest of a reply that has begun.
    private static let frameTimeout: UInt64 = 1_000_000_000
    /// Nanoseconds that a caller waits for a killed process to end.
    private static let endTimeout: UInt64 = 1_000_000_000

    private let child: ChildProcess
    private let channel: WorkerChannel
    /// Wakes the thread that waits for a reply.
    private let interruption: EventDescriptor
    private let wasKilled = Atomic(false)
    private let complaints: WorkerComplaints

    var processIdentifier: Int32 { child.processIdentifier }

    /// Starts a worker and waits until it is ready. It inherits nothing but its end of the socket: no environment, no
    /// working directory, no descriptors; its standard error is a pipe to this process.
    init(_ kind: WorkerKind) throws(LibraryError) {
        do throws(SystemCallError) {
            let ends = try UnixSocket.pair()
            let nothing = try OwnedDescriptor(opening: "/dev/null", .readWrite)
            let complaints = try UnixSocket.pair()
            try complaints.second.doNotWait()
            child = try ChildProcess(
                spawning: kind.program,
                arguments: kind.arguments.map { FilePath($0) },
                environment: [],
                descriptors: [
                    .init(nothing, as: 0), .init(nothing, as: 1), .init(complaints.second, as: 2),
                    .init(ends.second, as: WorkerStart.socketNumber),
                ],
                isBare: true
            )
            // Before its first job, and before a second thread.
            if kind.niceness != 0 { try child.setNiceness(kind.niceness) }
            channel = ends.take { first, _ in WorkerChannel(first) }
            interruption = try EventDescriptor()
            self.complaints = complaints.take { first, _ in WorkerComplaints(first, kind.onComplaint) }
        } catch {
            throw LibraryError(.internal, "the media worker does not start: \(error)")
        }
        let report: SandboxReport
        do throws(WorkerChannelFailure) {
            let frame = try channel.receive(until: MonotonicClock.deadline(after: WorkerProcess.startTimeout))
            guard frame.kind == .ready, frame.number == 0, frame.descriptors.isEmpty else { throw .violation }
            report = try SandboxReport(decoding: frame.payload)
        } catch {
            _ = kill(patience: WorkerProcess.endTimeout)
            complaints.tell()
            throw LibraryError(.internal, "the media worker does not start")
        }
        do throws(LibraryError) { try kind.sandbox.admit(report) } catch {
            _ = kill(patience: WorkerProcess.endTimeout)
            throw error
        }
    }

    /// Whether it has ended.
    var hasEnded: Bool {
        do throws(SystemCallError) { return try Poll.wait(child.pidfd, for: .readable, timeoutNanoseconds: 0) } catch {
            return true
        }
    }

    /// Sends a job with this number. `progress` gets its progress; each report restarts the job's timeout.
    func perform(
        _ job: MediaJob,
        with descriptors: borrowing DescriptorList,
        number: UInt32,
        timeout: UInt64,
        _ cancellation: Cancellation?,
        progress: () -> Int64,
        onProgress: (JobProgress) -> Void
    ) throws(WorkerFailure) -> WorkerAnswer {
        defer { complaints.tell() }
        let registration = cancellation?.whenStopped { [weak self] in self?.interruption.signal() }
        defer { registration?.end() }
        do throws(WorkerChannelFailure) {
            // An unsolicited or second reply.
            if try channel.hasInput { throw .violation }
            try channel.send(.job, number, payload: job.encoded, descriptors: descriptors)
        } catch {
            throw WorkerFailure(error)
        }
        var told: JobProgress?
        while true {
            try awaitAnswer(timeout, cancellation, progress)
            do throws(WorkerChannelFailure) {
                var frame = try channel.receive(until: MonotonicClock.deadline(after: WorkerProcess.frameTimeout))
                if frame.kind == .progress {
                    guard job.tellsProgress, frame.number == number, frame.descriptors.isEmpty else { throw .violation }
                    let now = try JobProgress(decoding: frame.payload, after: told)
                    onProgress(now)
                    told = now
                    continue
                }
                return try WorkerProcess.answer(&frame, to: job, number)
            } catch {
                throw WorkerFailure(error)
            }
        }
    }

    /// Decodes a frame as a valid reply to the job.
    private static func answer(
        _ frame: inout WorkerFrame,
        to job: MediaJob,
        _ number: UInt32
    ) throws(WorkerChannelFailure) -> WorkerAnswer {
        guard frame.kind == .answer, frame.number == number, frame.descriptors.count <= 1 else { throw .violation }
        let result = try MediaResult(decoding: frame.payload)
        guard let memory = frame.descriptors.takeFirst() else {
            guard result.answers(job, withMemory: nil) else { throw .violation }
            return WorkerAnswer(result: result, memory: nil)
        }
        // Reads sealed memory only: a hostile file may control the worker.
        let size = try WorkerProcess.size(of: memory)
        guard SealedMemory.isSealed(memory), size <= WorkerProcess.maximumResultSize,
            result.answers(job, withMemory: size)
        else { throw .violation }
        return WorkerAnswer(result: result, memory: memory)
    }

    /// Waits until the reply begins to arrive.
    private func awaitAnswer(
        _ timeout: UInt64,
        _ cancellation: Cancellation?,
        _ progress: () -> Int64
    ) throws(WorkerFailure) {
        var reached = progress()
        var limit = MonotonicClock.deadline(after: timeout)
        while true {
            if let cause = cancellation?.cause { throw .stopped(cause) }
            if wasKilled.load(ordering: .acquiring) { throw .died }
            let now = MonotonicClock.now()
            if now >= limit {
                let current = progress()
                if current == reached { throw .tookTooLong }
                (reached, limit) = (current, MonotonicClock.deadline(after: timeout))
            }
            let end = min(limit, cancellation?.deadline ?? .max)
            var entries = [
                PollEntry(channel.rawValue, .readable), PollEntry(interruption.descriptor.rawValue, .readable),
            ]
            do throws(SystemCallError) {
                _ = try Poll.wait(&entries, timeoutNanoseconds: end > now ? end - now : 0)
            } catch {
                throw .died
            }
            if !entries[0].ready.isEmpty { return }
            interruption.clear()
        }
    }

    /// Waits at most `patience` nanoseconds for the end of an abandoned job. False when it has not ended by then, or
    /// failed.
    func finishesUnwanted(patience: UInt64) -> Bool {
        do throws(WorkerChannelFailure) {
            let frame = try channel.receive(until: MonotonicClock.deadline(after: patience))
            return frame.kind == .answer
        } catch {
            return false
        }
    }

    /// Kills it without waiting, and wakes the thread that waits for its reply, because a process that does not end
    /// would not.
    func kill() {
        wasKilled.store(true, ordering: .releasing)
        interruption.signal()
        do throws(SystemCallError) { try child.send(signal: SIGKILL) } catch {
            // The caller that uses it may have waited for its end meanwhile.
            if error.errorNumber == ESRCH { return }
            preconditionFailure("a worker cannot be killed: \(error)")
        }
    }

    /// Kills it and waits at most `patience` nanoseconds for its end. False when it is still running: a process that is
    /// blocked in a file system can outlive SIGKILL.
    func kill(patience: UInt64 = endTimeout) -> Bool {
        do throws(SystemCallError) {
            try child.send(signal: SIGKILL)
            guard try Poll.wait(child.pidfd, for: .readable, timeoutNanoseconds: patience) else { return false }
            let status = try child.wait()
            complaints.tell()
            switch status {
            case .killed(signal: SIGKILL), .exited(0): break
            case .killed(signal: SIGSYS): complaints.tell("ended at a system call that it may not make")
            case .killed(let signal): complaints.tell("ended by signal \(signal)")
            case .exited(let code): complaints.tell("ended with status \(code)")
            }
            return true
        } catch {
            // It is a child of this process and is waited for only here, once.
            preconditionFailure("a worker cannot be ended: \(error)")
        }
    }

    /// Waits for the end of a killed process without a timeout.
    func awaitEnd() {
        do throws(SystemCallError) { _ = try child.wait() } catch {
            preconditionFailure("a worker cannot be waited for: \(error)")
        }
    }

    private static func size(of memory: borrowing OwnedDescriptor) throws(WorkerChannelFailure) -> Int64 {
        do throws(SystemCallError) { return try memory.status().size } catch { throw .system(error) }
    }
}

/// A valid reply to a job (`MediaResult.answers`).
struct WorkerAnswer: ~Copyable {
    var result: MediaResult
    /// Sealed.
    var memory: OwnedDescriptor?
}

/// Why a worker did not reply.
enum WorkerFailure: Error, Hashable, Sendable {
    case died
    case tookTooLong
    case talkedNonsense
    /// Stopped by the requester. The worker continues.
    case stopped(Cancellation.Cause)

    init(_ failure: WorkerChannelFailure) {
        self =
            switch failure {
            case .closed, .system: .died
            case .deadlinePassed: .tookTooLong
            case .violation: .talkedNonsense
            }
    }
}

/// The role of a worker's program.
struct WorkerKind: Sendable {
    var program: FilePath
    var role: WorkerRole
    var niceness: Int32
    var sandbox: SandboxCheck
    /// Gets the program's standard error, line by line.
    var onComplaint: @Sendable (String) -> Void

    var arguments: [String] { WorkerArguments(role, isSandboxed: sandbox.required != .none).texts }
}
