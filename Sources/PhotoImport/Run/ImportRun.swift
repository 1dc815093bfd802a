internal import LibraryModel
internal import LinuxSystem
internal import Synchronization

/// Imports files: several threads stage them, and they are committed in chunks.
///
/// - A photo is imported with all of its files and into the album, or not at all: one block does all of it.
/// - A file that is refused affects no other: when a block fails, its groups are tried one by one.
/// - `stop` may be called on any thread at any time; what is staged by then is still committed.
/// - However it ended, the same import can be run again: what was imported counts as a duplicate.
package final class ImportRun: Sendable {
    private struct State {
        var schedule: ImportSchedule
        var report = ImportReport()
    }

    private let source: any ImportSource
    private let destination: any ImportDestination
    /// Sizes that occur more than once: only such files can be duplicates within this import.
    private let sharedSizes: Set<Int64>
    private let state: Mutex<State>
    /// Held while a block is performed, so that the album is created once and filled in order.
    private let album: Mutex<ImportAlbum?>
    /// Nanoseconds before each repetition of a call to a busy or absent server.
    private let pauses: [UInt64]
    private let progressed: @Sendable (ImportReport) -> Void
    /// Told what became of each file.
    private let ended: @Sendable (FoundFile, FileOutcome, [FileNotice]) -> Void

    /// Bytes. Phones' movies of three seconds have some 5 MB.
    private static let maximumEmbeddedMovieSize: Int64 = 128 << 20

    /// Groups of files that are committed in one block.
    package static let defaultChunkSize = 64

    package static let defaultPauses: [UInt64] = [200_000_000, 1_000_000_000]

    package init(
        _ files: [FoundFile],
        from source: any ImportSource,
        album: ImportAlbum?,
        into destination: any ImportDestination,
        chunkSize: Int = ImportRun.defaultChunkSize,
        pauses: [UInt64] = ImportRun.defaultPauses,
        progressed: @escaping @Sendable (ImportReport) -> Void = { _ in },
        ended: @escaping @Sendable (FoundFile, FileOutcome, [FileNotice]) -> Void = { _, _, _ in }
    ) {
        self.source = source
        self.destination = destination
        self.ended = ended
        self.album = Mutex(album)
        self.pauses = pauses
        self.progressed = progressed
        var sizes: [Int64: Int] = [:]
        for file in files { sizes[file.size, default: 0] += 1 }
        sharedSizes = Set(sizes.filter { $0.value > 1 }.keys)
        state = Mutex(State(schedule: ImportSchedule(FileGroup.groups(of: files), chunkSize: chunkSize)))
    }

    /// Takes no further files; `run` returns when those in flight are done.
    package func stop() { state.withLock { $0.schedule.stop() } }

    /// Imports on this thread and on more.
    package func run(furtherThreads: Int) -> ImportReport {
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
            // No more threads: those that were made do the work, at least this one.
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

    /// Stages these files, and notes failures. Nil when none is left, or the import has ended.
    private func stageAll(of group: FileGroup) -> StagedGroup? {
        var files: [FoundFile] = []
        var staged: [StagedGroup.StagedFile] = []
        for file in group.files {
            let notes = notes(of: file)
            if notes?.isInTrash == true {
                leaveOut(file)
                continue
            }
            do {
                staged.append(try stage(file, notes))
                files.append(file)
            } catch {
                if endsImport(error) { return nil }
                refuse([file], ImportRun.reason(error))
            }
        }
        for (file, photo) in zip(files, staged) {
            do {
                if let movie = try stageMovie(inside: file, photo, besides: staged) { staged.append(movie) }
            } catch {
                if endsImport(error) { return nil }
                let reason = "the movie in it: \(ImportRun.reason(error))"
                note(ImportFailure(path: file.path, reason: reason + "; the photo was taken in without it"))
            }
        }
        return files.isEmpty ? nil : StagedGroup(group: FileGroup(files: files), files: staged)
    }

    /// Postpones files that may equal another file of this pass to the next one.
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

    /// Nil when the file cannot be read: staging reports that.
    private func sample(_ file: FoundFile) -> ContentSample? {
        do {
            let descriptor = try source.open(file.path)
            return try ContentSample(of: descriptor, size: file.size)
        } catch {
            return nil
        }
    }

    private func stage(_ file: FoundFile, _ notes: PhotoNotes?) throws -> StagedGroup.StagedFile {
        let descriptor = try source.open(file.path)
        let status = try descriptor.status()
        guard status.isRegularFile else { throw ImportFailure(path: file.path, reason: "not a file") }
        let name = file.path.lastComponent
        let sideCar = notes?.sideCar == nil ? sideCar(beside: file) : nil
        let resource = try handOver(descriptor, notes?.filename ?? name.text, notes?.sideCar ?? sideCar?.content)
        if let sideCar, resource.metadata.isSideCarUnreadable { note(sideCar.unreadable) }
        return StagedGroup.StagedFile(
            found: file,
            family: FileFamily(name: name) ?? .other,
            resource: resource,
            modificationTime: status.modificationTime,
            notes: notes
        )
    }

    /// What is written beside a file; nil where there is nothing that can be read.
    private func notes(of file: FoundFile) -> PhotoNotes? {
        if let known = file.known.first { return known }
        do throws(ImportFailure) { return try source.notes(of: file) } catch {
            note(error)
            return nil
        }
    }

    private func leaveOut(_ file: FoundFile) {
        state.withLock { state in
            state.report.inTrash += 1
            state.report.filesDone += 1
        }
        ended(file, .inTrash, [])
    }

    /// Stages the movie at the end of a motion photo as a file of its own; nil where there is none, or it is among the
    /// files of the group already, as after an export.
    private func stageMovie(
        inside file: FoundFile,
        _ photo: StagedGroup.StagedFile,
        besides others: [StagedGroup.StagedFile]
    ) throws -> StagedGroup.StagedFile? {
        // A library that it comes from has taken the movie out, or has none.
        guard photo.notes?.isComplete != true, let size = photo.resource.metadata.embeddedMovieSize,
            !others.contains(where: { $0.family == .movie && $0.resource.size == size })
        else { return nil }
        guard size <= ImportRun.maximumEmbeddedMovieSize, size < photo.resource.size else {
            throw ImportFailure(
                path: file.path,
                reason: "larger than \(ImportRun.maximumEmbeddedMovieSize >> 20) MiB"
            )
        }
        var movie = [UInt8](repeating: 0, count: Int(size))
        let count = try source.open(file.path).read(into: &movie, at: photo.resource.size - size)
        guard count == movie.count else { throw ImportFailure(path: file.path, reason: "the file was changed") }
        let name = file.path.lastComponent.text
        let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
        return StagedGroup.StagedFile(
            family: .movie,
            resource: try handOver(try SealedMemory.make(movie.span), stem + ".mp4", nil),
            modificationTime: photo.modificationTime
        )
    }

    private func handOver(
        _ file: borrowing OwnedDescriptor,
        _ filename: String,
        _ sideCar: SideCar?
    ) throws(LibraryError) -> StagedResource {
        var attempt = 0
        while true {
            do throws(LibraryError) {
                return try destination.stage(file, filename: filename, sideCar: sideCar)
            } catch {
                guard error.isRetryable || error.code == .unavailable, attempt < pauses.count else { throw error }
                Parker().park(until: MonotonicClock.deadline(after: pauses[attempt]))
                attempt += 1
            }
        }
    }

    private func sideCar(beside file: FoundFile) -> SideCarFile? {
        do {
            return try SideCarFile.read(beside: file.path, in: source)
        } catch {
            note(error)
            return nil
        }
    }

    /// Two photos may share what fails, and a group may be staged twice.
    private func note(_ failure: ImportFailure) {
        state.withLock { state in
            if !state.report.failures.contains(failure) { state.report.failures.append(failure) }
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
            } else if chunk.count == 1, let group = chunk[0].group.withoutEdits {
                // An edit that the library does not take is a photo of its own.
                for part in group {
                    if let staged = stageAll(of: part) { commit([staged]) }
                }
            } else if chunk.count == 1 {
                refuse(chunk[0].group.files, error.reason)
            } else {
                // Stages again: a lost connection discards what was staged.
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
        let block = try CommitBlock(entries, destination)
        try album.withLock { album throws(LibraryError) in
            var operations = block.operations
            if let filled = album {
                if let title = filled.titleToCreate {
                    operations.append(
                        .createCollection(.assetCollection, filled.id, title: title, parent: filled.parent)
                    )
                }
                operations.append(.insertMembers(.album(filled.id), block.members, at: nil))
            }
            if !operations.isEmpty { _ = try destination.perform(ChangeBlock(operations: operations)) }
            album?.titleToCreate = nil
        }
        state.withLock { state in
            state.report.imported += entries.count { $0.isNew }
            state.report.completed += entries.count { $0.isCompletion }
            state.report.duplicates += entries.count { $0.isDuplicate }
            state.report.edits += block.edited.count
            state.report.filesDone += chunk.reduce(0) { $0 + $1.group.files.count }
            for (path, notices) in entries.flatMap(\.notices) {
                for notice in notices {
                    switch notice {
                    case .damaged: state.report.damaged.append(path)
                    case .otherDate: state.report.otherDates += 1
                    }
                }
            }
        }
        for (entry, member) in zip(entries, block.members) {
            for file in entry.files { ended(file, entry.outcome(member), entry.notices[file.path] ?? []) }
            for file in entry.edit?.files ?? [] {
                ended(file, block.edited.contains(member) ? .edit(of: member) : .otherEdit(of: member), [])
            }
        }
    }

    // MARK: Failures

    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as SystemCallError: error.reason
        case let error as ImportFailure: error.reason
        default: "\(error)"
        }
    }

    /// Notes an error that would affect every other file too.
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
        for file in files { ended(file, .failed(reason), []) }
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
        if case .new = kind { true } else { false }
    }

    fileprivate var isCompletion: Bool {
        if case .completion = kind { true } else { false }
    }

    fileprivate var isDuplicate: Bool {
        if case .duplicate = kind { true } else { false }
    }

    fileprivate func outcome(_ asset: LocalIdentifier) -> FileOutcome {
        switch kind {
        case .new: .imported(asset)
        case .completion: .completed(asset)
        case .duplicate: .duplicate(asset)
        }
    }
}

extension LibraryError.Code {
    fileprivate static let endingAnImport: Set<LibraryError.Code> = [
        .unavailable, .notEnoughSpace, .libraryReadOnly, .libraryInSyncRoot, .accessDenied, .accessRestricted,
        .unimplemented, .protocolViolation,
    ]
}
