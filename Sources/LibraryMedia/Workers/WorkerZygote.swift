internal import Glibc
package import LibraryModel
package import LinuxSystem
internal import MediaWorkerProtocol
internal import Synchronization

/// The zygote of workers: a process that has loaded their libraries and forks them, which takes a few milliseconds
/// instead of the 75 of a program's start. Started with the first worker; replaced when it has ended.
///
/// It is not confined, and never gets a file. Its workers are children of this process, enter their sandbox by
/// themselves, and say READY like those that are started one by one.
package final class WorkerZygote: Sendable {
    /// Nanoseconds that it may take to start, and to fork.
    private static let timeout: UInt64 = 20_000_000_000
    /// Workers after which it is replaced: they have one layout of the address space, and one canary.
    package static let usualWorkers = 64

    private final class Process: Sendable {
        private let child: ChildProcess
        private let channel: WorkerChannel
        private let complaints: WorkerComplaints

        var processIdentifier: Int32 { child.processIdentifier }

        init(_ program: FilePath, _ onComplaint: @escaping @Sendable (String) -> Void) throws(SystemCallError) {
            let ends = try UnixSocket.pair()
            let complaints = try UnixSocket.pair()
            try complaints.second.doNotWait()
            child = try ChildProcess(worker: program, [WorkerArguments.zygote], ends.second, complaints.second)
            channel = ends.take { first, _ in WorkerChannel(first) }
            self.complaints = complaints.take { first, _ in WorkerComplaints(first, onComplaint) }
        }

        func awaitStart() throws(WorkerChannelFailure) {
            let frame = try channel.receive(until: MonotonicClock.deadline(after: WorkerZygote.timeout))
            guard frame.kind == .ready, frame.number == 0, frame.descriptors.isEmpty else { throw .violation }
        }

        func fork(
            _ arguments: WorkerArguments,
            _ attached: borrowing DescriptorList,
            _ forks: inout UInt32
        ) throws(WorkerChannelFailure) -> ChildProcess {
            forks += 1
            try channel.send(.fork, forks, payload: arguments.encoded, descriptors: attached)
            var reply = try channel.receive(until: MonotonicClock.deadline(after: WorkerZygote.timeout))
            guard reply.kind == .forked, reply.number == forks, reply.descriptors.count == 1,
                let pidfd = reply.descriptors.takeFirst()
            else { throw .violation }
            let worker = try ForkedWorker(decoding: reply.payload)
            return ChildProcess(processIdentifier: worker.processIdentifier, pidfd: pidfd)
        }

        /// It reads no files, so it ends at once.
        func end() {
            complaints.tell()
            do throws(SystemCallError) {
                try child.send(signal: SIGKILL)
                _ = try child.wait()
            } catch {
                // It is a child of this process and is waited for only here, once.
                preconditionFailure("the zygote of workers cannot be ended: \(error)")
            }
        }
    }

    private struct State {
        var process: Process?
        /// Workers that it has forked.
        var forks: UInt32 = 0
    }

    private let program: FilePath
    private let workers: Int
    private let onComplaint: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// `program`: nil for the `photolibrary-media` beside this program. `workers`: after which it is replaced.
    package init(
        program: FilePath? = nil,
        workers: Int = usualWorkers,
        onComplaint: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(LibraryError) {
        self.program = if let program { program } else { try WorkerZygote.programBesideThisOne() }
        self.workers = workers
        self.onComplaint = onComplaint
    }

    deinit { end() }

    /// The path of the workers' program.
    private static func programBesideThisOne() throws(LibraryError) -> FilePath {
        do throws(SystemCallError) {
            return try FileNames.target(ofLink: "/proc/self/exe").folder.appending("photolibrary-media")
        } catch {
            throw LibraryError(.internal, "the media worker cannot be found: \(error)")
        }
    }

    /// Its process, for tests; nil while there is none.
    package var processIdentifier: Int32? { state.withLock { $0.process?.processIdentifier } }

    /// Ends the process. The workers live on; the next one starts another zygote.
    package func end() { state.withLock { WorkerZygote.end(&$0) } }

    /// Forks a worker with its end of a socket pair and its standard error.
    func fork(
        _ arguments: WorkerArguments,
        _ socket: borrowing OwnedDescriptor,
        _ complaints: borrowing OwnedDescriptor
    ) throws(SystemCallError) -> ChildProcess {
        var copies = DescriptorList(try socket.duplicate())
        copies.append(try complaints.duplicate())
        let attached = copies
        let forked: Result<ChildProcess, SystemCallError> = state.withLock { state in
            do throws(SystemCallError) { return .success(try fork(arguments, attached, &state)) } catch {
                return .failure(error)
            }
        }
        return try forked.get()
    }

    private func fork(
        _ arguments: WorkerArguments,
        _ attached: borrowing DescriptorList,
        _ state: inout State
    ) throws(SystemCallError) -> ChildProcess {
        if state.forks >= workers { WorkerZygote.end(&state) }
        if let process = state.process {
            do throws(WorkerChannelFailure) { return try process.fork(arguments, attached, &state.forks) } catch {
                // It was killed from outside: another one does it.
                WorkerZygote.end(&state)
            }
        }
        let process = try Process(program, onComplaint)
        state.process = process
        do throws(WorkerChannelFailure) {
            try process.awaitStart()
            return try process.fork(arguments, attached, &state.forks)
        } catch {
            WorkerZygote.end(&state)
            throw SystemCallError(ECHILD, "fork")
        }
    }

    private static func end(_ state: inout State) {
        state.process?.end()
        state = State()
    }
}
