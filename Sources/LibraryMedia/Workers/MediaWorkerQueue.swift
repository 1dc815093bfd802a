package import Admission
internal import LibraryModel
package import LinuxSystem
internal import MediaWorkerProtocol
internal import Synchronization

/// The requester of a worker's job, with the origin of its file and its cancellation.
package struct Requester: Sendable {
    /// The share that the job counts against.
    package var share: Share
    /// Where the file comes from: from the requester, unless it was stored before (`withFile`).
    package private(set) var origin: FileOrigin
    package var cancellation: Cancellation?

    package init(_ share: Share, _ cancellation: Cancellation? = nil) {
        self.share = share
        self.cancellation = cancellation
        origin = FileOrigin(share)
    }

    /// The same requester, for a file of this origin.
    func withFile(of origin: FileOrigin) -> Requester {
        var requester = self
        requester.origin = origin
        return requester
    }

    /// For work that the person waits for, or the server's own.
    package static let owner = Requester(.owner)
}

/// The limits of one kind of process.
package struct WorkerLimits: Hashable, Sendable {
    /// Running processes; those reserved for the owner; those of one app.
    package var processes: Int
    package var reserved: Int
    package var perApp: Int
    /// Waiting jobs of one app.
    package var waitingPerApp = 64
    /// Nanoseconds of a job, or between signs of its progress. Finding a long video's header on a slow disk takes time.
    package var jobTimeout: UInt64 = 60_000_000_000
    /// Nanoseconds to finish a job whose requester has stopped, because starting a process costs more than most jobs.
    package var patience: UInt64
    /// Nanoseconds that a job waits for a busy process before another one is started: for jobs that mostly take less
    /// than a start. A process that is starting is waited for until it is ready.
    var growthDelay: UInt64 = 0
    /// Jobs after which a process is replaced, in case a decoder leaks.
    package var jobsPerProcess: Int
    /// The processes' nice value: 19 lets all others go first.
    package var niceness: Int32 = 0

    package static let decoders = WorkerLimits(
        processes: 4,
        reserved: 1,
        perApp: 2,
        patience: 2_000_000_000,
        jobsPerProcess: 400
    )
    /// For work that nobody waits for.
    package static let background = WorkerLimits(
        processes: 1,
        reserved: 0,
        perApp: 1,
        patience: 0,
        jobsPerProcess: 400,
        niceness: 19
    )
    /// Encoding uses a processor for minutes. A process writes one movie, and ends.
    package static let exporters = WorkerLimits(
        processes: 2,
        reserved: 1,
        perApp: 1,
        waitingPerApp: 8,
        patience: 0,
        jobsPerProcess: 1
    )
    /// Hashing uses a processor; more processes only wait for disks. Starting one takes longer than 50 ms.
    package static let copiers = WorkerLimits(
        processes: 6,
        reserved: 2,
        perApp: 2,
        patience: 0,
        growthDelay: 50_000_000,
        jobsPerProcess: .max
    )
}

/// Processes of one kind, and the queue for them.
///
/// 1. A process does one job at a time. At most `WorkerLimits.processes` run, which `AdmissionControl` shares out.
/// 2. A requester that stops is answered at once. Its process may finish within `WorkerLimits.patience`, and is then
///    killed. Until it has ended, which a blocking file system can delay, it counts against the requester's share.
/// 3. A process that dies is replaced, and its job retried once, except an export.
/// 4. A process that has had a file of one origin gets none of another: it is replaced before.
/// 5. Where a start takes longer than most jobs (`WorkerLimits.growthDelay`), another process is started only when the
///    busy ones are not done soon, and one at a time.
final class MediaWorkerQueue: Sendable {
    private struct State {
        var idle: [WorkerSlot] = []
        var working: [WorkerSlot] = []
        /// Wakes the threads that wait for a busy process.
        var waiting: [Parker] = []
        var isShutDown = false
    }

    /// An admitted process slot, held while the process is busy.
    private final class Place: Sendable {
        private let admission: AdmissionControl.Admission

        init(_ admission: consuming AdmissionControl.Admission) { self.admission = admission }

        /// The process hangs.
        func setAside() { admission.setAside() }
    }

    private let kind: WorkerKind
    private let limits: WorkerLimits
    private let desk: AdmissionControl
    private let state = Mutex(State())

    /// Processes of one role. `program`: nil for the `photolibrary-media` beside this program.
    convenience init(
        _ role: WorkerRole,
        _ program: FilePath?,
        _ sandbox: SandboxCheck,
        _ limits: WorkerLimits,
        _ onComplaint: @escaping @Sendable (String) -> Void
    ) throws(LibraryError) {
        self.init(
            WorkerKind(
                program: try MediaWorkerQueue.program(program),
                role: role,
                niceness: limits.niceness,
                sandbox: sandbox,
                onComplaint: onComplaint
            ),
            limits
        )
    }

    /// The path of the workers' program.
    private static func program(_ given: FilePath?) throws(LibraryError) -> FilePath {
        if let given { return given }
        do throws(SystemCallError) {
            return try FileNames.target(ofLink: "/proc/self/exe").folder.appending("photolibrary-media")
        } catch {
            throw LibraryError(.internal, "the media worker cannot be found: \(error)")
        }
    }

    init(_ kind: WorkerKind, _ limits: WorkerLimits) {
        self.kind = kind
        self.limits = limits
        desk = AdmissionControl(
            limits: .init(
                capacity: limits.processes,
                reserved: limits.reserved,
                perApp: limits.perApp,
                waitingPerApp: limits.waitingPerApp
            )
        )
    }

    /// Ends all processes. Running and later jobs fail with `unavailable`.
    func shutDown() {
        desk.close()
        let (idle, working, waiting) = state.withLock { state in
            state.isShutDown = true
            defer { (state.idle, state.waiting) = ([], []) }
            return (state.idle, state.working, state.waiting)
        }
        for parker in waiting { parker.unpark() }
        for slot in idle { _ = slot.endProcess() }
        // Their callers notice that the process has gone, and reap it.
        for slot in working { slot.killProcess() }
    }

    var processIdentifiers: [Int32] { state.withLock { ($0.idle + $0.working).compactMap(\.processIdentifier) } }

    /// The numbers of running and waiting jobs.
    var load: (working: Int, waiting: Int) { (state.withLock { $0.working.count }, desk.waitingCount) }

    /// Starts a process if none is idle, without giving it a file.
    func start(for requester: Requester) throws(LibraryError) {
        let place = try admit(requester)
        let slot = try takeSlot(for: requester)
        do throws(LibraryError) {
            _ = try slot.readyProcess(kind, for: nil, jobsPerProcess: limits.jobsPerProcess)
        } catch {
            settle(slot, place)
            throw error
        }
        settle(slot, place)
    }

    /// Runs a job. The caller keeps its descriptors.
    func perform(
        _ job: MediaJob,
        with descriptors: borrowing DescriptorList,
        for requester: Requester,
        progress: () -> Int64 = { 0 },
        onProgress: (JobProgress) -> Void = { _ in }
    ) throws(LibraryError) -> WorkerAnswer {
        let place = try admit(requester)
        let slot = try takeSlot(for: requester)
        var answer: WorkerAnswer?
        do throws(LibraryError) {
            answer = try attempt(job, descriptors, requester, slot, progress, onProgress)
            // A job that has reported progress, or may have written, is not retried.
            if answer == nil, kind.role != .exporter {
                answer = try attempt(job, descriptors, requester, slot, progress, onProgress)
            }
        } catch {
            settle(slot, place)
            throw error
        }
        settle(slot, place)
        guard let answer else { throw .workerDied }
        if case .failure(let error) = answer.result { throw error }
        return answer
    }

    /// Returns nil when the worker died.
    private func attempt(
        _ job: MediaJob,
        _ descriptors: borrowing DescriptorList,
        _ requester: Requester,
        _ slot: WorkerSlot,
        _ progress: () -> Int64,
        _ onProgress: (JobProgress) -> Void
    ) throws(LibraryError) -> WorkerAnswer? {
        let process = try slot.readyProcess(
            kind,
            for: requester.origin,
            jobsPerProcess: limits.jobsPerProcess
        )
        wakeWaiting()
        // A shutdown during the start of the process has missed it.
        if state.withLock({ $0.isShutDown }) {
            slot.outcome = .useless
            throw .workersShutDown
        }
        do throws(WorkerFailure) {
            return try process.perform(
                job,
                with: descriptors,
                number: slot.nextJobNumber(),
                timeout: limits.jobTimeout,
                requester.cancellation,
                progress: progress,
                onProgress: onProgress
            )
        } catch {
            if state.withLock({ $0.isShutDown }) {
                slot.outcome = .useless
                throw .workersShutDown
            }
            switch error {
            case .died:
                if slot.endProcess() { return nil }
                slot.outcome = .useless
                throw .workerDied
            case .talkedNonsense:
                slot.outcome = .useless
                throw .workerTalkedNonsense
            case .tookTooLong:
                slot.outcome = .useless
                throw LibraryError(.invalidResource, "reading the file takes too long")
            case .stopped(let cause):
                slot.outcome = .unwanted
                throw LibraryError(stopped: cause)
            }
        }
    }

    // MARK: Slots

    private func admit(_ requester: Requester) throws(LibraryError) -> Place {
        do throws(AdmissionControl.Refusal) {
            return Place(try desk.enter(requester.share, requester.cancellation))
        } catch {
            switch error {
            case .full: throw LibraryError(.limitExceeded, "too many files are being read", isRetryable: true)
            case .stopped(let cause): throw LibraryError(stopped: cause)
            case .closed: throw .workersShutDown
            }
        }
    }

    private enum SlotChoice {
        case slot(WorkerSlot)
        /// `isStarting`: a process is.
        case wait(isStarting: Bool)
        case shutDown
    }

    /// A slot whose process may have the file; waits `growthDelay` for one that is busy.
    private func takeSlot(for requester: Requester) throws(LibraryError) -> WorkerSlot {
        let parker = Parker()
        let registration = limits.growthDelay > 0 ? requester.cancellation?.whenStopped { parker.unpark() } : nil
        defer { registration?.end() }
        var deadline: UInt64?
        while true {
            let isPatient = deadline.map { MonotonicClock.now() < $0 } ?? (limits.growthDelay > 0)
            switch state.withLock({ choose(for: requester.origin, isPatient, parker, &$0) }) {
            case .slot(let slot): return slot
            case .shutDown: throw .workersShutDown
            case .wait(let isStarting):
                if isStarting {
                    deadline = nil
                } else if deadline == nil {
                    deadline = MonotonicClock.deadline(after: limits.growthDelay)
                }
                parker.park(until: deadline ?? requester.cancellation?.deadline)
                state.withLock { $0.waiting.removeAll { $0 === parker } }
                if let cause = requester.cancellation?.cause { throw LibraryError(stopped: cause) }
            }
        }
    }

    /// A slot whose process may have the file, else a new one if there may be more, else the one that was idle longest.
    /// `isPatient`: rather waits for a busy one that may have the file; `parker` is then woken.
    private func choose(
        for origin: FileOrigin,
        _ isPatient: Bool,
        _ parker: Parker,
        _ state: inout State
    ) -> SlotChoice {
        if state.isShutDown { return .shutDown }
        let slot: WorkerSlot
        if let index = state.idle.lastIndex(where: { $0.isFit(for: origin) }) {
            slot = state.idle.remove(at: index)
        } else if limits.growthDelay > 0, let isStarting = isWorthWaiting(for: origin, isPatient, state) {
            state.waiting.append(parker)
            return .wait(isStarting: isStarting)
        } else if state.idle.isEmpty || state.idle.count + state.working.count < limits.processes {
            slot = WorkerSlot(for: origin)
        } else {
            slot = state.idle.removeFirst()
        }
        slot.outcome = .done
        state.working.append(slot)
        return .slot(slot)
    }

    /// Returns nil when no busy process may have the file soon; else whether one is starting.
    private func isWorthWaiting(for origin: FileOrigin, _ isPatient: Bool, _ state: State) -> Bool? {
        let busy = state.working.filter { $0.isFit(for: origin) }
        if busy.contains(where: { $0.process == nil }) { return true }
        return isPatient && !busy.isEmpty ? false : nil
    }

    private func wakeWaiting() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for parker in waiting { parker.unpark() }
    }

    /// Returns a slot once its process is usable again or has ended; waits for that on a thread of its own.
    private func settle(_ slot: WorkerSlot, _ place: Place) {
        switch slot.outcome {
        case .done: putBack(slot)
        case .useless:
            if slot.endProcess() { putBack(slot) } else { later { $0.putBackWhenEnded(slot, place) } }
        case .unwanted: later { $0.putBackWhenFinished(slot, place) }
        }
    }

    private func later(_ body: @escaping @Sendable (MediaWorkerQueue) -> Void) {
        do throws(SystemCallError) { _ = try SystemThread(name: "worker-end") { [self] in body(self) } } catch {
            body(self)
        }
    }

    private func putBackWhenFinished(_ slot: WorkerSlot, _ place: Place) {
        if slot.process?.finishesUnwanted(patience: limits.patience) == true {
            putBack(slot)
        } else {
            putBackWhenEnded(slot, place)
        }
        // Releasing `place` frees the slot.
        withExtendedLifetime(place) {}
    }

    private func putBackWhenEnded(_ slot: WorkerSlot, _ place: Place) {
        if !slot.endProcess() {
            place.setAside()
            slot.awaitEndOfProcess()
        }
        putBack(slot)
        withExtendedLifetime(place) {}
    }

    private func putBack(_ slot: WorkerSlot) {
        let isShutDown = state.withLock { state in
            state.working.removeAll { $0 === slot }
            if !state.isShutDown { state.idle.append(slot) }
            return state.isShutDown
        }
        if isShutDown { _ = slot.endProcess() }
        wakeWaiting()
    }
}

extension LibraryError {
    static let workerDied = LibraryError(.invalidResource, "the file stopped the program that reads it")
    static let workerTalkedNonsense = LibraryError(.invalidResource, "the file confused the program that reads it")
    static let workersShutDown = LibraryError(.unavailable, LibraryError.serverStopping.reason)

    init(stopped cause: Cancellation.Cause) {
        switch cause {
        case .cancelled: self = .requestCancelled
        case .deadline: self = .deadlinePassed
        }
    }
}
