package import Admission
internal import LibraryModel
package import LinuxSystem
internal import MediaWorkerProtocol
internal import Synchronization

/// Who wants a job done by a worker, and until when.
package struct Requester: Sendable {
    /// On whose account the worker is used.
    package var share: Share
    package var cancellation: Cancellation?

    package init(_ share: Share, _ cancellation: Cancellation? = nil) {
        self.share = share
        self.cancellation = cancellation
    }

    /// Work that the person waits for, or the server's own.
    package static let owner = Requester(.owner)
}

/// How many processes of a kind there are, for whom, and what each may take.
package struct WorkerLimits: Hashable, Sendable {
    /// Those that run, those of them that only the owner's jobs get, and those of one app.
    package var processes: Int
    package var reserved: Int
    package var perApp: Int
    /// Jobs of one app that wait.
    package var waitingPerApp = 64
    /// Nanoseconds that one job may take, or go without getting on. A long video's header may have to be looked for on
    /// a slow disk.
    package var jobTimeout: UInt64 = 60_000_000_000
    /// Nanoseconds that a process gets for a job that nobody wants any more. Starting one takes longer than most jobs.
    package var patience: UInt64
    /// Jobs after which a process is replaced: what a decoder leaks goes with it.
    package var jobsPerProcess: Int

    package static let decoders = WorkerLimits(
        processes: 4,
        reserved: 1,
        perApp: 2,
        patience: 2_000_000_000,
        jobsPerProcess: 400
    )
    /// Hashing takes a processor; further ones wait for disks.
    package static let copiers = WorkerLimits(processes: 6, reserved: 2, perApp: 2, patience: 0, jobsPerProcess: .max)
}

/// Processes of one kind and those who wait for one.
///
/// 1. A process does one job at a time. At most `WorkerLimits.processes` run; they are shared out by
///    `AdmissionControl`.
/// 2. Whoever wants a job is answered when they stop it, whatever the process does. The process may go on for
///    `WorkerLimits.patience`, and is killed then. Until it has ended, which a process that waits for somebody's file
///    system does not do soon, it counts as theirs, and another is started in its place for the others.
/// 3. A process that dies is replaced, and its job tried once more.
final class MediaWorkerQueue: Sendable {
    private struct State {
        var idle: [WorkerSlot] = []
        var working: [WorkerSlot] = []
        var isShutDown = false
    }

    /// A place among the processes; kept for as long as the process is busy.
    private final class Place: Sendable {
        private let admission: AdmissionControl.Admission

        init(_ admission: consuming AdmissionControl.Admission) { self.admission = admission }

        /// The process does not end.
        func setAside() { admission.setAside() }
    }

    private let kind: WorkerKind
    private let limits: WorkerLimits
    private let desk: AdmissionControl
    private let state = Mutex(State())

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

    /// Ends all processes; jobs under way and later ones get `unavailable`.
    func shutDown() {
        desk.close()
        let (idle, working) = state.withLock { state in
            state.isShutDown = true
            defer { state.idle = [] }
            return (state.idle, state.working)
        }
        for slot in idle { _ = slot.endProcess() }
        // Their callers find the process gone, and end what is left of it.
        for slot in working { slot.killProcess() }
    }

    var processIdentifiers: [Int32] { state.withLock { ($0.idle + $0.working).compactMap(\.processIdentifier) } }

    /// The jobs that have a worker, and those that wait for one.
    var load: (working: Int, waiting: Int) { (state.withLock { $0.working.count }, desk.waitingCount) }

    /// Has a job done. The descriptors stay the caller's.
    func perform(
        _ job: MediaJob,
        with descriptors: borrowing DescriptorList,
        for requester: Requester,
        progress: () -> Int64 = { 0 }
    ) throws(LibraryError) -> WorkerAnswer {
        let place = try admit(requester)
        let slot = try takeSlot()
        var answer: WorkerAnswer?
        do throws(LibraryError) {
            answer = try attempt(job, descriptors, requester, slot, progress)
            if answer == nil { answer = try attempt(job, descriptors, requester, slot, progress) }
        } catch {
            settle(slot, place)
            throw error
        }
        settle(slot, place)
        guard let answer else { throw .workerDied }
        if case .failure(let error) = answer.result { throw error }
        return answer
    }

    /// Nil when the worker died.
    private func attempt(
        _ job: MediaJob,
        _ descriptors: borrowing DescriptorList,
        _ requester: Requester,
        _ slot: WorkerSlot,
        _ progress: () -> Int64
    ) throws(LibraryError) -> WorkerAnswer? {
        let process = try slot.readyProcess(kind, jobsPerProcess: limits.jobsPerProcess)
        // A shut-down that came while the process was starting has not seen it.
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
                progress: progress
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

    // MARK: Places

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

    private func takeSlot() throws(LibraryError) -> WorkerSlot {
        let slot = state.withLock { state -> WorkerSlot? in
            if state.isShutDown { return nil }
            let slot = state.idle.popLast() ?? WorkerSlot()
            slot.outcome = .done
            state.working.append(slot)
            return slot
        }
        guard let slot else { throw .workersShutDown }
        return slot
    }

    /// Puts a slot back, as soon as its process can be used again or has ended. Nobody waits for that but a thread of
    /// its own.
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
        // The place is free when `place` goes.
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
    }
}

extension LibraryError {
    static let workerDied = LibraryError(.invalidResource, "the file stopped the program that reads it")
    static let workerTalkedNonsense = LibraryError(.invalidResource, "the file confused the program that reads it")
    static let workersShutDown = LibraryError(.unavailable, "the server is stopping")

    init(stopped cause: Cancellation.Cause) {
        switch cause {
        case .cancelled: self.init(.cancelled, "the request was cancelled")
        case .deadline: self.init(.deadlineExceeded, "the deadline has passed")
        }
    }
}
