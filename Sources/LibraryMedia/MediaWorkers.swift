package import LibraryModel
internal import LibraryProtocol
package import LinuxSystem
internal import Synchronization

/// Processes that read untrusted files: metadata, thumbnails, pixels, and JPEG files of pixels.
///
/// What it guarantees:
/// 1. A file that kills or hangs its worker costs that file an error (`invalidResource`) and nothing else: other jobs run
///    in other processes, and the next job gets a new one.
/// 2. A worker that dies is tried once more with a fresh one, so that a file is not blamed for a worker that was killed
///    from outside.
/// 3. At most `Limits.processes` processes run. Further callers wait in the order in which they came, at most
///    `Limits.waitingCallers` of them; more get `limitExceeded`.
/// 4. Nothing that a worker says is trusted further than its job goes.
///
/// Callers' threads wait until their job is done. Call it from any thread that may wait.
package final class MediaWorkers: Sendable {
    package struct Limits: Sendable {
        package var processes = 2
        /// Callers that wait for a worker.
        package var waitingCallers = 256
        /// Nanoseconds that one job may take. A long video's header may have to be looked for on a slow disk.
        package var jobTimeout: UInt64 = 60_000_000_000
        /// Jobs after which a process is replaced: what a decoder leaks goes with it.
        package var jobsPerProcess = 400

        package init() {}
    }

    private struct State {
        var idle: [Slot] = []
        /// Slots with or without a process, idle or at work.
        var slots = 0
        var waiting: [Waiter] = []
        var isShutDown = false
        var working: [Slot] = []
    }

    private let program: FilePath
    private let limits: Limits
    private let state = Mutex(State())

    /// `program`: nil for the `photolibrary-media` beside this process's own program.
    package init(program: FilePath? = nil, limits: Limits = Limits()) throws(LibraryError) {
        if let program {
            self.program = program
        } else {
            do throws(SystemCallError) {
                self.program = try FileNames.target(ofLink: "/proc/self/exe").folder.appending("photolibrary-media")
            } catch {
                throw LibraryError(.internal, "the media worker cannot be found: \(error)")
            }
        }
        self.limits = limits
    }

    deinit { shutDown() }

    /// Ends all processes; jobs under way and later ones get `unavailable`.
    package func shutDown() {
        let (idle, working, waiting) = state.withLock { state in
            state.isShutDown = true
            defer { (state.idle, state.waiting) = ([], []) }
            return (state.idle, state.working, state.waiting)
        }
        for slot in idle { slot.endProcess() }
        // Their callers find the process gone, and end what is left of it.
        for slot in working { slot.killProcess() }
        for waiter in waiting { waiter.wake() }
    }

    /// The processes that run now. For tests, and for a look from outside.
    package var processIdentifiers: [Int32] {
        state.withLock { ($0.idle + $0.working).compactMap(\.processIdentifier) }
    }

    /// The callers that have a worker, and those that wait for one.
    package var load: (working: Int, waiting: Int) {
        state.withLock { ($0.working.count, $0.waiting.count) }
    }

    // MARK: Jobs

    /// What a file says of itself and, where asked for, a JPEG file that fits into `thumbnail`. A file of which nothing
    /// can be decoded is an error if a thumbnail is asked for.
    package func examine(
        _ file: borrowing OwnedDescriptor,
        thumbnail: PixelSize? = nil,
        deadline: UInt64? = nil
    ) throws(LibraryError) -> ExaminedFile {
        var answer = try perform(.examine(thumbnail: thumbnail), on: file, deadline: deadline)
        guard case .metadata(let metadata, let picture) = answer.result else { throw .workerTalkedNonsense }
        guard let thumbnail else { return ExaminedFile(metadata: metadata, thumbnail: nil) }
        guard let picture, picture.fits(thumbnail), let memory = answer.memory.take() else {
            throw .workerTalkedNonsense
        }
        return ExaminedFile(metadata: metadata, thumbnail: memory)
    }

    /// A JPEG file, in sealed memory, of the picture (or a video's first one), made smaller to fit.
    package func makeThumbnail(
        of file: borrowing OwnedDescriptor,
        fitting size: PixelSize,
        deadline: UInt64? = nil
    ) throws(LibraryError) -> OwnedDescriptor {
        var answer = try perform(.thumbnail(size), on: file, deadline: deadline)
        guard case .picture(let actual) = answer.result, actual.fits(size), let memory = answer.memory.take() else {
            throw .workerTalkedNonsense
        }
        return memory
    }

    /// The pixels of the picture (or of a video's first one), upright, made smaller to fit.
    package func decodePixels(
        of file: borrowing OwnedDescriptor,
        fitting size: PixelSize,
        deadline: UInt64? = nil
    ) throws(LibraryError) -> PixelMemory {
        var answer = try perform(.decode(size), on: file, deadline: deadline)
        guard case .picture(let actual) = answer.result, actual.fits(size), let memory = answer.memory.take() else {
            throw .workerTalkedNonsense
        }
        let byteCount: Int64
        do throws(SystemCallError) { byteCount = try memory.status().size } catch { throw .workerTalkedNonsense }
        guard byteCount == Int64(actual.width) * Int64(actual.height) * 4 else { throw .workerTalkedNonsense }
        return PixelMemory(size: actual, memory: memory)
    }

    /// A JPEG file, in sealed memory, of pixels in sealed memory (laid out as in `PixelImage`). `quality` is 1 to 100.
    package func encodeJPEG(
        of pixels: borrowing OwnedDescriptor,
        size: PixelSize,
        quality: Int,
        deadline: UInt64? = nil
    ) throws(LibraryError) -> OwnedDescriptor {
        var answer = try perform(.encodeJPEG(size, quality: quality), on: pixels, deadline: deadline)
        guard case .picture(size) = answer.result, let memory = answer.memory.take() else {
            throw .workerTalkedNonsense
        }
        return memory
    }

    /// A JPEG file, in sealed memory, of the picture (or of a video's first one) in its own size, with the file's
    /// metadata. `quality` is 1 to 100.
    package func makeJPEG(
        of file: borrowing OwnedDescriptor,
        quality: Int,
        deadline: UInt64? = nil
    ) throws(LibraryError) -> OwnedDescriptor {
        var answer = try perform(.makeJPEG(quality: quality), on: file, deadline: deadline)
        guard case .picture = answer.result, let memory = answer.memory.take() else { throw .workerTalkedNonsense }
        return memory
    }

    private func perform(
        _ job: MediaJob,
        on file: borrowing OwnedDescriptor,
        deadline: UInt64?
    ) throws(LibraryError) -> WorkerAnswer {
        let slot = try takeSlot(until: deadline)
        defer { give(slot) }
        var answer = try attempt(job, on: file, slot: slot, deadline: deadline, isLast: false)
        if answer == nil { answer = try attempt(job, on: file, slot: slot, deadline: deadline, isLast: true) }
        guard let answer else { throw .workerDied }
        if case .failure(let error) = answer.result { throw error }
        return answer
    }

    /// Nil when the worker died and this was not the last attempt.
    private func attempt(
        _ job: MediaJob,
        on file: borrowing OwnedDescriptor,
        slot: Slot,
        deadline: UInt64?,
        isLast: Bool
    ) throws(LibraryError) -> WorkerAnswer? {
        let process = try slot.readyProcess(program: program, jobsPerProcess: limits.jobsPerProcess)
        // A shut-down that came while the process was starting has not seen it.
        if state.withLock({ $0.isShutDown }) { throw .workersShutDown }
        let own = MonotonicClock.deadline(after: limits.jobTimeout)
        do throws(WorkerFailure) {
            return try process.perform(job, on: file, stream: slot.nextStream(), until: min(own, deadline ?? .max))
        } catch {
            slot.endProcess()
            if state.withLock({ $0.isShutDown }) { throw .workersShutDown }
            switch error {
            case .died:
                guard isLast else { return nil }
                throw .workerDied
            case .talkedNonsense: throw .workerTalkedNonsense
            case .tookTooLong:
                if let deadline, deadline < own { throw .callersDeadlinePassed }
                throw LibraryError(.invalidResource, "reading the file takes too long")
            }
        }
    }

    // MARK: Slots

    private func takeSlot(until deadline: UInt64?) throws(LibraryError) -> Slot {
        let taken: Result<Slot, LibraryError>?
        let waiter = Waiter()
        taken = state.withLock { state in
            if state.isShutDown { return .failure(.workersShutDown) }
            if let slot = state.idle.popLast() {
                state.working.append(slot)
                return .success(slot)
            }
            if state.slots < limits.processes {
                state.slots += 1
                let slot = Slot()
                state.working.append(slot)
                return .success(slot)
            }
            guard state.waiting.count < limits.waitingCallers else {
                return .failure(LibraryError(.limitExceeded, "too many files are being read", isRetryable: true))
            }
            state.waiting.append(waiter)
            return nil
        }
        if let taken { return try taken.get() }
        while true {
            let isInTime = waiter.wait(until: deadline)
            let outcome: Result<Slot, LibraryError>? = state.withLock { state in
                // A slot may have come together with the deadline; it must not be lost.
                if let slot = waiter.slot {
                    return .success(slot)
                }
                if state.isShutDown { return .failure(.workersShutDown) }
                if isInTime { return nil }
                state.waiting.removeAll { $0 === waiter }
                return .failure(.callersDeadlinePassed)
            }
            if let outcome { return try outcome.get() }
        }
    }

    /// To the caller that has waited longest, or to the idle ones.
    private func give(_ slot: Slot) {
        let (next, isShutDown): (Waiter?, Bool) = state.withLock { state in
            if state.isShutDown {
                state.working.removeAll { $0 === slot }
                return (nil, true)
            }
            if state.waiting.isEmpty {
                state.working.removeAll { $0 === slot }
                state.idle.append(slot)
                return (nil, false)
            }
            let waiter = state.waiting.removeFirst()
            waiter.slot = slot
            return (waiter, false)
        }
        if isShutDown { slot.endProcess() }
        next?.wake()
    }
}

/// What was read from a file, and its thumbnail.
package struct ExaminedFile: ~Copyable, Sendable {
    package var metadata: MediaMetadata
    /// A JPEG file in sealed memory.
    package var thumbnail: OwnedDescriptor?
}

/// Pixels in sealed memory, laid out as in `PixelImage`.
package struct PixelMemory: ~Copyable, Sendable {
    package var size: PixelSize
    package var memory: OwnedDescriptor

    /// Hands the memory over.
    package consuming func takeMemory() -> OwnedDescriptor { memory }
}

extension PixelSize {
    func fits(_ box: PixelSize) -> Bool { width <= box.width && height <= box.height }
}

extension LibraryError {
    static let workerDied = LibraryError(.invalidResource, "the file stopped the program that reads it")
    static let workerTalkedNonsense = LibraryError(.invalidResource, "the file confused the program that reads it")
    static let workersShutDown = LibraryError(.unavailable, "the server is stopping")
    static let callersDeadlinePassed = LibraryError(.deadlineExceeded, "the deadline has passed")
}
