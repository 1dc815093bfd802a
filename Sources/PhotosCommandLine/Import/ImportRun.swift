import LibraryModel
import LinuxSystem
import Synchronization

/// Takes files into a library: several threads stage them, and whole chunks are committed.
///
/// - A photo is either in, with all of its files and in the album, or not at all: a block does all of that or nothing.
/// - A file that cannot be taken costs itself only: when a block is refused, its groups are tried one by one.
/// - `stop` may be called from any thread at any time; what is staged by then is still committed.
/// - Stopped, killed or cut off, the same import can be run again: what is in counts as a duplicate.
final class ImportRun: Sendable {
    private struct State {
        var schedule: ImportSchedule
        var report = ImportReport()
    }

    private let destination: any ImportDestination
    /// Sizes that more than one file has: only such files can be equal to another of this import.
    private let sharedSizes: Set<Int64>
    private let state: Mutex<State>
    /// Held while a block is performed, so that the album is created once and filled in order.
    private let album: Mutex<ImportAlbum?>
    /// Nanoseconds to wait before asking a busy or absent server again, once each.
    private let pauses: [UInt64]
    private let progressed: @Sendable (ImportReport) -> Void

    static let defaultPauses: [UInt64] = [200_000_000, 1_000_000_000]

    init(
        _ files: [FoundFile],
        album: ImportAlbum?,
        into destination: any ImportDestination,
        chunkSize: Int = ImportSchedule.defaultChunkSize,
        pauses: [UInt64] = ImportRun.defaultPauses,
        progressed: @escaping @Sendable (ImportReport) -> Void = { _ in }
    ) {
        self.destination = destination
        self.album = Mutex(album)
        self.pauses = pauses
        self.progressed = progressed
        var sizes: [Int64: Int] = [:]
        for file in files { sizes[file.size, default: 0] += 1 }
        sharedSizes = Set(sizes.filter { $0.value > 1 }.keys)
        state = Mutex(State(schedule: ImportSchedule(FileGroup.groups(of: files), chunkSize: chunkSize)))
    }

    /// Takes no further files; `run` returns when those in flight are done.
    func stop() { state.withLock { $0.schedule.stop() } }

    /// Imports on this thread and on as many more.
    func run(furtherThreads: Int) -> ImportReport {
        repeat {
            work(furtherThreads: furtherThreads)
            for chunk in state.withLock({ $0.schedule.unfinishedChunks() }) { commit(chunk) }
        } while state.withLock { $0.schedule.beginNextPass() }
        return state.withLock(\.report)
    }

    private func work(furtherThreads: Int) {
        if furtherThreads == 0 { return takeJobs() }
        do {
            let thread = try SystemThread(name: "import") { self.takeJobs() }
            work(furtherThreads: furtherThreads - 1)
            thread.join()
        } catch {
            // The system gives no more threads: those that there are do the work, at least this one.
            takeJobs()
        }
    }

    private func takeJobs() {
        while let job = state.withLock({ $0.schedule.take() }) {
            let group = separateEqualContents(job.group)
            let staged = stageAll(of: group)
            let chunk = state.withLock { state in
                state.report.filesLookedAt += group.files.count
                for file in group.files {
                    state.report.bytesLookedAt = state.report.bytesLookedAt.saturatingAdding(file.size)
                }
                return state.schedule.finished(job, staged)
            }
            if chunk.isEmpty { progressed(state.withLock(\.report)) } else { commit(chunk) }
        }
    }

    // MARK: Staging

    /// Stages these files; those that cannot be taken are failures. Nil when none is left, or the import has ended.
    private func stageAll(of group: FileGroup) -> StagedGroup? {
        var files: [FoundFile] = []
        var staged: [StagedGroup.StagedFile] = []
        for file in group.files {
            do {
                staged.append(try stage(file))
                files.append(file)
            } catch {
                if endsImport(error) { return nil }
                refuse([file], (error as? SystemCallError)?.reason ?? "\(error)")
            }
        }
        return files.isEmpty ? nil : StagedGroup(group: FileGroup(files: files), files: staged)
    }

    /// Leaves out files that may have the content of another file of this pass, and puts them off to the next.
    private func separateEqualContents(_ group: FileGroup) -> FileGroup {
        var samples: [ContentSample] = []
        var own: [FoundFile] = []
        var repeated: [FoundFile] = []
        for file in group.files {
            guard sharedSizes.contains(file.size), let sample = sample(file) else {
                own.append(file)
                continue
            }
            if samples.contains(sample) {
                repeated.append(file)
            } else {
                samples.append(sample)
                own.append(file)
            }
        }
        return state.withLock { state in
            for file in repeated { state.schedule.putOff(FileGroup(files: [file])) }
            if state.schedule.reserve(samples) { return FileGroup(files: own) }
            state.schedule.putOff(FileGroup(files: own))
            return FileGroup(files: [])
        }
    }

    /// Nil when the file cannot be read, which staging then tells.
    private func sample(_ file: FoundFile) -> ContentSample? {
        do {
            let descriptor = try openToRead(file.path)
            return try ContentSample(of: descriptor, size: file.size)
        } catch {
            return nil
        }
    }

    private func openToRead(_ path: FilePath) throws(SystemCallError) -> OwnedDescriptor {
        // Not waiting: the name may have become that of a pipe.
        try OwnedDescriptor(opening: path, [.readOnly, .nonBlocking])
    }

    private func stage(_ file: FoundFile) throws -> StagedGroup.StagedFile {
        let descriptor = try openToRead(file.path)
        let status = try descriptor.status()
        guard status.isRegularFile else { throw CommandFailure("not a file") }
        let name = file.path.lastComponent
        var attempt = 0
        while true {
            do {
                let resource = try destination.stage(descriptor, filename: name.text)
                return StagedGroup.StagedFile(
                    family: FileFamily(name: name) ?? .other,
                    resource: resource,
                    modificationTime: status.modificationTime
                )
            } catch {
                guard error.isRetryable || error.code == .unavailable, attempt < pauses.count else { throw error }
                Parker().park(until: MonotonicClock.deadline(after: pauses[attempt]))
                attempt += 1
            }
        }
    }

    // MARK: Committing

    private func commit(_ chunk: [StagedGroup]) {
        if chunk.isEmpty { return }
        do {
            try perform(chunk)
        } catch {
            if endsImport(error) {
                let new = chunk.flatMap(\.entries).count { $0.isNew }
                if error.code == .unavailable { state.withLock { $0.report.unknown += new } }
            } else if chunk.count == 1 {
                refuse(chunk[0].group.files, error.reason)
            } else {
                // Staged anew, because the reason may be that a lost connection took what was staged with it.
                for group in chunk.map(\.group) {
                    if state.withLock({ $0.report.stopped != nil }) { break }
                    if let staged = stageAll(of: group) { commit([staged]) }
                }
            }
        }
        progressed(state.withLock(\.report))
    }

    private func perform(_ chunk: [StagedGroup]) throws(LibraryError) {
        let entries = chunk.flatMap(\.entries)
        let new = entries.count { $0.isNew }
        var identifiers = new > 0 ? try destination.mintIdentifiers(new)[...] : []
        var operations: [ChangeOperation] = []
        var members: [LocalIdentifier] = []
        for entry in entries {
            switch entry {
            case .new(let asset):
                guard let id = identifiers.popFirst() else {
                    throw LibraryError(.protocolViolation, "the server gave too few identifiers")
                }
                let creation = AssetCreation(id: id, resources: asset.resources, properties: asset.properties)
                operations.append(.createAsset(creation))
                members.append(LocalIdentifier(.asset, id))
            case .duplicate(let id):
                members.append(LocalIdentifier(.asset, id))
            }
        }
        try album.withLock { album throws(LibraryError) in
            if let filled = album {
                if let title = filled.titleToCreate {
                    operations.append(.createCollection(.assetCollection, filled.id, title: title, parent: nil))
                }
                operations.append(.insertMembers(.album(filled.id), members, at: nil))
            }
            if !operations.isEmpty { _ = try destination.perform(ChangeBlock(operations: operations)) }
            album?.titleToCreate = nil
        }
        state.withLock { state in
            state.report.imported += new
            state.report.duplicates += entries.count - new
            state.report.filesDone += chunk.reduce(0) { $0 + $1.group.files.count }
        }
    }

    // MARK: Failures

    /// Notes an error after which no other file could be taken either.
    private func endsImport(_ error: any Error) -> Bool {
        guard let error = error as? LibraryError, LibraryError.Code.endingAnImport.contains(error.code) else {
            return false
        }
        state.withLock { state in
            state.schedule.stop()
            if state.report.stopped == nil { state.report.stopped = error }
        }
        return true
    }

    private func refuse(_ files: [FoundFile], _ reason: String) {
        state.withLock { state in
            for file in files {
                state.report.failures.append(ImportFailure(path: file.path, reason: reason))
            }
            state.report.filesDone += files.count
        }
    }
}

extension StagedGroup.Entry {
    fileprivate var isNew: Bool {
        if case .new = self { true } else { false }
    }
}

extension LibraryError.Code {
    fileprivate static let endingAnImport: Set<LibraryError.Code> = [
        .unavailable, .notEnoughSpace, .libraryReadOnly, .libraryInSyncRoot, .accessDenied, .accessRestricted,
        .unimplemented, .protocolViolation,
    ]
}
