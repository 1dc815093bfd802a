import Glibc
import Languages
import LibraryClient
import LibraryModel
import LinuxSystem
import OwnerTools
import PhotoImport
import TerminalText

/// `photos import`.
enum ImportCommand {
    static let album = OptionDescription(
        "--album",
        "NAME",
        help: localized("put everything into this album, which is created if needed")
    )

    static let fromFolders = OptionDescription(
        "--albums-from-folders",
        help: localized("put the photos of each folder below PATH into an album of its name")
    )

    static let all = OptionDescription("--all", help: localized("try the files in folders whatever their names"))

    static let plainly = OptionDescription(
        "--plain",
        help: localized("take the folders of other programs like any others, without their JSON files")
    )
    static let rehearsal = OptionDescription("--dry-run", help: localized("say what would be done, and change nothing"))
    static let watch = OptionDescription(
        "--watch",
        help: localized("go on with what comes into the folders, until interrupted")
    )
    static let reportFile = OptionDescription(
        "--report",
        "FILE",
        help: localized("write a line of JSON about each file: what became of it, and what it was matched with")
    )

    static let description = CommandDescription(
        "import",
        operands: "PATH...",
        count: 1...Int.max,
        summary: localized("Import photos and videos into the library"),
        discussion: localized(
            """
            Folders are read with everything below them, except hidden files. The files stay where they are: the \
            library has its own copies. What the library has already is recognised by its content. A RAW file and a \
            photo of one name become one asset, and so do a photo and its Live Photo movie; one that comes later is \
            added to the photo that is there. Titles, captions, keywords, ratings, dates and places are read from the \
            files, and from XMP files beside them (NAME.JPG.xmp, NAME.xmp).

            A Google Takeout that was unpacked is recognised, in one folder or in several that are given together. What \
            its JSON files say counts where the photo's own file says nothing: date, place, description, favorite; the \
            names of people become keywords, archived photos get the keyword Archived, photos of the locked folder are \
            hidden, and what is in Google's trash is left out. Edited versions become the edits of their photos, movies \
            the other halves of Live Photos, and albums are made as in Google Photos. The same holds for photos that \
            the library has: what nobody has written of them is added.

            PATH may also be the database of Shotwell (~/.local/share/shotwell/data/photo.db) or digiKam \
            (digikam4.db): the photos that it names come with their titles, captions, ratings and places, events or \
            albums as albums, tags as keywords, flagged ones as favorites. Files that are missing are named.

            A date in a photo's own file counts before one that is written beside it, except in XMP: the camera's clock \
            knows more than the seconds of UTC that Google keeps. How many have two dates is said, and which with \
            --report FILE. Damaged pictures are taken in as they are, and named.

            What photos export --side-cars wrote makes the same library again: also favorites, hidden photos, edits, \
            folders, and albums in their order. Of Photos.app and osxphotos, JSON beside photos (NAME.HEIC.json) and \
            edited versions (NAME_edited.jpeg, IMG_E0001.JPG) are recognised.

            Interrupted with Ctrl-C, it finishes what it has begun and loses nothing: run it again to go on.

            With --watch, PATH is a folder. What is in it and what comes into it later is imported, in new folders too, \
            and a line says so each time. A file waits until it has been the same for two seconds and no program writes \
            it, and so does what belongs to it. Where that cannot be seen, as on NFS, SMB, FUSE, MTP and PTP mounts, the \
            folders are looked at every ten seconds, and a file waits for ten. A folder that goes away, with its card or \
            camera, is waited for; so is the server. Ctrl-C ends it, and says how much was imported in all.
            """
        ),
        options: [album, fromFolders, all, plainly, rehearsal, watch, reportFile, .json],
        run: run
    )

    /// Threads beside the main one that stage files: one for each core, so that no core waits for a disk. Each needs
    /// two of the server's worker processes, whose start takes as long as some photos.
    private static let furtherThreads = min(max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 8)
    /// The fixed cost of a file, in bytes that take as long: for the estimate of the time left.
    private static let costOfFile = 1_048_576.0

    private static func run(_ context: CommandContext) throws -> ExitCode {
        for (one, other) in [(album, fromFolders), (watch, rehearsal)] {
            if context.arguments.has(one), context.arguments.has(other) {
                let names: KeyValuePairs<String, any CustomStringConvertible> = ["one": one.name, "other": other.name]
                throw context.arguments.usageError(localized("{one} and {other} exclude each other", names))
            }
        }
        // Before the client starts threads of its own.
        let interruption = try Interruption()
        let report = try context.arguments.path(reportFile).map { try ImportReportFile($0) }
        let client = context.connect()
        if !context.arguments.has(rehearsal) { _ = try client.currentToken() }
        if context.arguments.has(watch) {
            return try ImportWatch(context, client, interruption, report).run()
        }

        let display = ProgressDisplay(context.messages)
        display.show(localized("Looking for photos and videos ..."))
        var (paths, catalogs) = ([FilePath](), [PhotoCatalog]())
        for path in context.arguments.operands {
            do throws(ImportFailure) {
                if let catalog = try PhotoCatalog.read(path) { catalogs.append(catalog) } else { paths.append(path) }
            } catch {
                throw CommandFailure(line(error))
            }
        }
        let scan = scan(paths, context, interruption, report)
        var plan = ImportPlan(
            scan.contents,
            in: FileSystemSource(),
            below: context.arguments.operands,
            makesAlbums: context.arguments.has(fromFolders),
            takesPlainly: context.arguments.has(plainly)
        )
        for catalog in catalogs.reversed() { plan.add(catalog) }
        for line in plan.lines { context.messages.say(line) }
        for file in plan.unused { report?.write(ImportReportFile.Line(file.path, "passed over", file.reason)) }
        if context.arguments.has(rehearsal) {
            display.finish()
            return try rehearse(plan, scan, report, context)
        }
        let album = try context.arguments.text(album).map { try self.album($0, client) }
        let restored = plan.collections.map(RestoredCollections.init)
        for failure in scan.failures { report?.write(ImportReportFile.Line(failure.path, "failed", failure.reason)) }
        var done = try importFiles(plan, album, client, interruption, display, restored) { _, line in
            report?.write(line)
        }
        done.failures = (scan.failures + plan.failures + done.failures)
            .sorted { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
        display.finish()
        // An album whose photos are not all there would not get its order.
        if done.stopped == nil, interruption.signal == nil {
            for collections in restored { try collections.make(client) }
        }
        sayPassedOver(PassedOverFiles(scan, plan), context)
        try report?.finish()
        return try tell(done, plan, interruption.signal, context)
    }

    private static func scan(
        _ paths: [FilePath],
        _ context: CommandContext,
        _ interruption: Interruption,
        _ report: ImportReportFile?
    ) -> FolderScan {
        var scan = FolderScan(takesAll: context.arguments.has(all)) {
            interruption.signal != nil
        } passedOver: { path in
            report?.write(ImportReportFile.Line(path, "passed over", "its name is not that of a photo or a video"))
        }
        for path in paths where interruption.signal == nil { scan.add(path) }
        return scan
    }

    /// Says that a file was taken in though a part of the picture is missing.
    static func damaged(_ path: FilePath) -> String {
        "\(path.sanitized): " + ReasonText.text(ImportReport.damagedReason)
    }

    static func sayPassedOver(_ files: PassedOverFiles, _ context: CommandContext) {
        if let message = files.message { context.messages.say(message) }
    }

    /// A failure in the person's language.
    static func line(_ failure: ImportFailure) -> String {
        "\(failure.path.sanitized): \(ReasonText.text(failure.reason).sanitized)"
    }

    /// Says what an import would do.
    private static func rehearse(
        _ plan: ImportPlan,
        _ scan: FolderScan,
        _ report: ImportReportFile?,
        _ context: CommandContext
    ) throws -> ExitCode {
        let album = try context.arguments.text(album)
        for failure in scan.failures + plan.failures {
            context.messages.say(line(failure))
            report?.write(ImportReportFile.Line(failure.path, "failed", failure.reason))
        }
        for group in plan.groups {
            let title = group.titles.isEmpty ? album : group.titles.joined(separator: "/")
            for file in group.files {
                report?.write(ImportReportFile.Line(planned: file, plan.reasons[file.path], album: title))
            }
        }
        sayPassedOver(PassedOverFiles(scan, plan), context)
        try report?.finish()
        if context.printsJSON {
            try context.output.printJSON(
                Rehearsal(files: plan.fileCount, albums: plan.albumTitles, takeout: plan.takeout)
            )
        } else {
            let files = CountText.files(plan.fileCount)
            try context.output.printLine(localized("{files} to import; nothing was changed", ["files": files]))
        }
        return scan.failures.isEmpty && plan.failures.isEmpty ? .success : .failure
    }

    /// What an import would do, for programs.
    private struct Rehearsal: Encodable {
        var files: Int
        var albums: [String]
        var takeout: TakeoutTree.Summary?
    }

    static func album(_ title: String, _ client: LibraryClient) throws -> ImportAlbum {
        if let known = try CollectionLookup(client, .assetCollection).collection(titled: title) {
            return ImportAlbum(id: known)
        }
        guard let id = try client.mintIdentifiers(1).first else {
            throw LibraryError(.protocolViolation, "the server gave no identifier")
        }
        return ImportAlbum(id: id, titleToCreate: title)
    }

    /// Imports the files of a plan. `told`: called on any thread with each file that is done.
    static func importFiles(
        _ plan: ImportPlan,
        _ album: ImportAlbum?,
        _ client: LibraryClient,
        _ interruption: Interruption,
        _ display: ProgressDisplay,
        _ restored: [RestoredCollections],
        told: @escaping @Sendable (FoundFile, ImportReportFile.Line) -> Void
    ) throws -> ImportReport {
        let cost = plan.groups.flatMap(\.files).reduce(0) { $0 + Double($1.size) + costOfFile }
        var whole = ImportReport()
        var albums = FolderAlbums(client)
        for group in plan.groups where whole.stopped == nil && interruption.signal == nil {
            let before = whole
            let title = group.titles.isEmpty ? nil : group.titles.joined(separator: "/")
            let reasons = plan.reasons
            let run = ImportRun(
                group.files,
                from: FileSystemSource(),
                album: try albums.album(for: group) ?? album,
                into: client
            ) { report in
                var sum = before
                sum.add(report)
                let done = Double(sum.bytesLookedAt) + Double(sum.filesLookedAt) * costOfFile
                display.update(
                    done: sum.filesLookedAt,
                    total: plan.fileCount,
                    unit: .files,
                    fraction: done / max(1, cost)
                )
            } ended: { found, outcome, notices in
                for collections in restored { collections.note(found.path, outcome) }
                var line = ImportReportFile.Line(found, outcome, reasons[found.path], album: title)
                line.add(notices)
                told(found, line)
            }
            interruption.whenInterrupted { run.stop() }
            whole.add(run.run(furtherThreads: furtherThreads))
        }
        return whole
    }

    private static func tell(
        _ report: ImportReport,
        _ plan: ImportPlan,
        _ signal: Int32?,
        _ context: CommandContext
    ) throws -> ExitCode {
        let fileCount = plan.fileCount
        for failure in report.failures {
            context.messages.say(line(failure))
        }
        for path in report.damaged { context.messages.say(damaged(path)) }
        if report.otherDates > 0, !context.arguments.has(reportFile) {
            let text = localized("dates in the photos' own files count; --report FILE names those with others")
            context.messages.say(text)
        }
        let remaining = max(0, fileCount - report.filesDone)
        let values: KeyValuePairs<String, any CustomStringConvertible> =
            ["count": remaining, "files": CountText.files(fileCount)]
        let rest = localized("{count} of {files} are left: run it again to go on", values)
        if report.unknown > 0 {
            context.messages.say(
                localized(
                    "the server went away while it imported {count} more: they may be in the library or not",
                    ["count": report.unknown]
                )
            )
        }
        if let stopped = report.stopped {
            context.messages.say("\(stopped.localizedReason); \(rest)")
        } else if signal != nil {
            context.messages.say(localized("interrupted; {rest}", ["rest": rest]))
        }
        if context.printsJSON {
            try context.output.printJSON(report.json(fileCount: fileCount, plan.takeout))
        } else {
            try context.output.printLine(report.summary)
        }
        if let stopped = report.stopped { return stopped.code == .unavailable ? .unavailable : .failure }
        if let signal { return .signal(signal) }
        return report.failures.isEmpty ? .success : .failure
    }
}
