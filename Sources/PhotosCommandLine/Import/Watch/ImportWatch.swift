import CivilDates
import Languages
import LibraryClient
import LibraryModel
import LinuxSystem
import OwnerTools
import PhotoImport
import Synchronization
import TerminalText

/// `photos import --watch`: imports what is in folders, and then what comes into them.
///
/// Each turn looks at all folders anew, and plans the import of everything that is there, as an import without watching
/// would: so partners, side-cars and albums are found by the same rules, and a notice that was lost loses nothing. Then
/// it imports the part that has arrived (`Arrivals`), and waits for something to change.
final class ImportWatch {
    private let context: CommandContext
    private let client: LibraryClient
    private let interruption: Interruption
    private let report: ImportReportFile?
    private let folders: WatchedFolders
    private let stop: Stop
    private var arrivals = Arrivals()
    private var whole = ImportReport()
    private var isFirstLook = true
    private var missing: Set<FilePath> = []
    private var failures = ToldOnce<ImportFailure>()
    private var passedOver = ToldOnce<FilePath>()
    private var passedOverFiles = PassedOverFiles()
    private var lines: [String] = []
    private var hasSaidInterval = false

    /// Raised when the person ends it.
    private final class Stop: Sendable {
        let event: EventDescriptor
        init() throws(SystemCallError) { event = try EventDescriptor() }
    }

    /// Nanoseconds between two looks, at least: files come in crowds. A long look is followed by a longer rest.
    private static let pause: UInt64 = 250_000_000
    private static let restPerLook: UInt64 = 4

    init(
        _ context: CommandContext,
        _ client: LibraryClient,
        _ interruption: Interruption,
        _ report: ImportReportFile?
    ) throws {
        self.context = context
        self.client = client
        self.interruption = interruption
        self.report = report
        folders = try WatchedFolders()
        stop = try Stop()
        for path in context.arguments.operands {
            do throws(SystemCallError) {
                if try FileStatus(of: path).kind != .folder { throw SystemCallError(SystemCallError.notFolder, "stat") }
            } catch {
                throw CommandFailure("\(path.sanitized): \(error.localizedReason)")
            }
        }
    }

    func run() throws -> ExitCode {
        context.messages.say(localized("watching; Ctrl-C ends it"))
        var backoff = Backoff(first: 250_000_000)
        var isWaiting = false
        while true {
            interruption.whenInterrupted { [stop] in stop.event.signal() }
            if interruption.signal != nil { break }
            let began = MonotonicClock.now()
            let batch = try look(at: began)
            let looked = MonotonicClock.now() - began
            var again = [arrivals.nextSettling(after: began)]
            if folders.isPartlyBlind {
                again.append(MonotonicClock.deadline(after: max(WatchedFolders.interval, looked * 10)))
            }
            do {
                try take(batch)
                (isWaiting, backoff) = (false, Backoff(first: 250_000_000))
            } catch let error as LibraryError where error.code == .unavailable {
                if !isWaiting {
                    context.messages.say(localized("{reason}; waiting for it", ["reason": error.localizedReason]))
                    isWaiting = true
                }
                again.append(MonotonicClock.deadline(after: backoff.pause()))
            } catch {
                _ = try tellEnd()
                throw error
            }
            interruption.whenInterrupted { [stop] in stop.event.signal() }
            try folders.wait(until: again.compactMap(\.self).min(), orFor: stop.event)
            _ = try Poll.wait(
                stop.event.descriptor,
                for: .readable,
                timeoutNanoseconds: max(ImportWatch.pause, looked * ImportWatch.restPerLook)
            )
        }
        return try tellEnd()
    }

    // MARK: Looking

    /// Returns the part to import now.
    private func look(at now: UInt64) throws -> ImportPlan {
        try folders.lookBegins()
        let arguments = context.arguments
        let roots = try presentRoots()
        var scan = FolderScan(takesAll: arguments.has(ImportCommand.all)) { [interruption] in
            interruption.signal != nil
        } passedOver: { path in
            self.passOver(path, "its name is not that of a photo or a video")
        } willRead: { [folders] path, status in
            folders.willRead(path, status)
        }
        for path in roots { scan.add(path) }
        let plan = ImportPlan(
            scan.contents,
            in: FileSystemSource(),
            below: arguments.operands,
            makesAlbums: arguments.has(ImportCommand.fromFolders),
            takesPlainly: arguments.has(ImportCommand.plainly)
        )
        for file in plan.unused { passOver(file.path, file.reason) }
        passedOverFiles = PassedOverFiles(scan, plan)
        for failure in scan.failures + plan.failures where failures.isFirst(failure) {
            say(failure)
            report?.write(ImportReportFile.Line(failure.path, "failed", failure.reason))
            whole.failures.append(failure)
        }
        whole.forgetFailures()
        if plan.lines != lines {
            lines = plan.lines
            for line in lines { context.messages.say(line) }
        }
        // Of a file that cannot be read, as opposed to a folder, all is known.
        let isWhole =
            interruption.signal == nil && roots.count == arguments.operands.count
            && scan.failures.allSatisfy { FileFamily(name: $0.path.lastComponent) != nil }
        note(plan, at: now)
        arrivals.lookEnded(isWhole: isWhole)
        failures.lookEnded(isWhole: isWhole)
        passedOver.lookEnded(isWhole: isWhole)
        folders.lookEnded(isWhole: isWhole)
        isFirstLook = false
        sayInterval()
        return plan.only(arrived(plan, at: now))
    }

    /// The given folders that are there. Says which went away, and which came back.
    private func presentRoots() throws -> [FilePath] {
        let roots = context.arguments.operands
        var present: [FilePath] = []
        for root in roots {
            if try FileStatus.ifPresent(root) != nil {
                present.append(root)
                if missing.remove(root) != nil {
                    context.messages.say(localized("{path} is there again", ["path": root.sanitized]))
                }
            } else {
                folders.isMissing(root)
                if missing.insert(root).inserted {
                    context.messages.say(localized("{path} is gone: waiting for it", ["path": root.sanitized]))
                }
            }
        }
        return present
    }

    private func note(_ plan: ImportPlan, at now: UInt64) {
        var times: [FilePath: Int64] = [:]
        for file in plan.groups.lazy.flatMap(\.files) {
            var shape = Arrivals.Shape(size: file.size, modified: file.modified, sideCar: file.sideCar)
            if let sideCar = file.sideCar {
                let known = times[sideCar] ?? modificationTime(sideCar)
                times[sideCar] = known
                shape.sideCarModified = known
            }
            if !arrivals.isNew(file.path, shape) {
                arrivals.sawTaken(file.path)
                continue
            }
            let companion = SideCarFile.candidates(beside: file.path).lazy.map(modificationTime).first { $0 != 0 }
            let age = isFirstLook ? age(of: file.path) : 0
            arrivals.saw(file.path, shape, companionModified: companion ?? 0, age: age, at: now)
        }
    }

    /// Nanoseconds since 1970; 0 for what is not there.
    private func modificationTime(_ path: FilePath) -> Int64 {
        do throws(SystemCallError) { return try FileStatus(of: path).modificationNanoseconds } catch { return 0 }
    }

    /// Nanoseconds since a file was changed last, by this machine's clock.
    private func age(of path: FilePath) -> UInt64 {
        do throws(SystemCallError) {
            let status = try FileStatus(of: path)
            let changed = max(status.modificationNanoseconds, status.statusChangeNanoseconds)
            let now = WallClock.microseconds().saturatingMultiplied(by: 1_000)
            return UInt64(clamping: now.saturatingSubtracting(changed))
        } catch {
            return 0
        }
    }

    // MARK: Arriving

    /// The files to take in now. What is one photo, or one exported library, is taken in at once.
    private func arrived(_ plan: ImportPlan, at now: UInt64) -> [FolderAlbums.Group] {
        if arrivals.newCount == 0 { return [] }
        return plan.groups.compactMap { group in
            let isExported = group.files.first?.sideCarOffset != nil
            let units = isExported ? [group.files] : FileGroup.groups(of: group.files).map(\.files)
            var part = group
            part.files = units.filter { hasArrived($0, at: now) }.flatMap(\.self)
            return part.files.isEmpty ? nil : part
        }
    }

    private func hasArrived(_ unit: [FoundFile], at now: UInt64) -> Bool {
        let new = unit.map(\.path).filter(arrivals.waits)
        guard !new.isEmpty, new.allSatisfy({ arrivals.isUnchanged($0, at: now) }) else { return false }
        // All are asked, so that each that somebody writes is known.
        return new.map { arrivals.found($0, writing($0), at: now) }.allSatisfy(\.self)
    }

    private func writing(_ path: FilePath) -> Arrivals.Writing {
        let file: OwnedDescriptor
        do throws(SystemCallError) {
            file = try OwnedDescriptor(opening: path, [.readOnly, .nonBlocking])
        } catch {
            // The import says why it cannot be read. One that is gone is not seen by the next look.
            return error.isAbsence ? .somebody : .nobody
        }
        do throws(SystemCallError) {
            // Other machines' writers have no part in leases.
            guard folders.tellsChanges(path.folder, try file.status().device) else { return .unknown }
            return try file.isBeingWritten() ? .somebody : .nobody
        } catch {
            return .unknown
        }
    }

    // MARK: Importing

    private func take(_ batch: ImportPlan) throws {
        if batch.fileCount == 0 { return }
        let restored = batch.collections.map(RestoredCollections.init)
        let result = try importFiles(batch, restored)
        for failure in result.failures { say(failure) }
        for path in result.damaged { context.messages.say(ImportCommand.damaged(path)) }
        whole.add(result)
        whole.forgetFailures()
        if let stopped = result.stopped {
            // What the server may have taken is tried again.
            (whole.stopped, whole.unknown) = (nil, 0)
            throw stopped
        }
        if interruption.signal != nil { return }
        for collections in restored { try collections.make(client) }
        for path in batch.groups.flatMap(\.files).map(\.path) { arrivals.took(path) }
    }

    private func importFiles(_ batch: ImportPlan, _ restored: [RestoredCollections]) throws -> ImportReport {
        let album = try context.arguments.text(ImportCommand.album).map { try ImportCommand.album($0, client) }
        let display = ProgressDisplay(context.messages)
        // Albums of an exported library are made of all of its photos.
        let isExported = !restored.isEmpty
        let done = Mutex<[(path: FilePath, line: ImportReportFile.Line)]>([])
        defer {
            display.finish()
            if !isExported { for (path, _) in done.withLock(\.self) { arrivals.took(path) } }
        }
        let result = try ImportCommand.importFiles(batch, album, client, interruption, display, restored) {
            [report] file, line in
            report?.write(line)
            done.withLock { $0.append((file.path, line)) }
        }
        display.finish()
        if context.printsJSON {
            for (_, line) in done.withLock(\.self) { try context.output.printJSON(line) }
        } else if result.filesDone > 0 {
            try context.output.printLine("\(DateText.local(WallClock.microseconds()))  \(result.summary)")
        }
        try context.output.flush()
        try report?.finish()
        return result
    }

    // MARK: Telling

    private func say(_ failure: ImportFailure) {
        context.messages.say(ImportCommand.line(failure))
    }

    private func passOver(_ path: FilePath, _ reason: String) {
        if passedOver.isFirst(path) { report?.write(ImportReportFile.Line(path, "passed over", reason)) }
    }

    private func sayInterval() {
        guard folders.isPartlyBlind, missing.isEmpty, !hasSaidInterval else { return }
        hasSaidInterval = true
        let seconds = WatchedFolders.interval / 1_000_000_000
        context.messages.say(
            localized("not all folders tell of changes: looking every {count} seconds", ["count": seconds])
        )
    }

    private func tellEnd() throws -> ExitCode {
        ImportCommand.sayPassedOver(passedOverFiles, context)
        if arrivals.newCount > 0 {
            let files = CountText.files(arrivals.newCount)
            context.messages.say(localized("{files} had not arrived yet: run it again to go on", ["files": files]))
        }
        try report?.finish()
        if context.printsJSON {
            try context.output.printJSON(whole.json(fileCount: whole.filesDone + arrivals.newCount))
        } else {
            try context.output.printLine(localized("In all: {summary}", ["summary": whole.summary]))
        }
        return whole.failureCount == 0 ? .success : .failure
    }
}
