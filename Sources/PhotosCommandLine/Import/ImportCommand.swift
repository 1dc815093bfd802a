import Glibc
import LibraryClient
import LibraryModel
import LinuxSystem
import OwnerTools
import TerminalText

/// `photos import`.
enum ImportCommand {
    static let album = OptionDescription(
        "--album",
        "NAME",
        help: "put everything into this album, which is created if needed"
    )

    static let fromFolders = OptionDescription(
        "--albums-from-folders",
        help: "put the photos of each folder below PATH into an album of its name"
    )

    static let all = OptionDescription("--all", help: "try the files in folders whatever their names")

    static let description = CommandDescription(
        "import",
        operands: "PATH...",
        count: 1...Int.max,
        summary: "Import photos and videos into the library",
        discussion: """
            Folders are read with everything below them, except hidden files. The files stay where they are: the
            library has its own copies. What the library has already is recognised by its content. A RAW file and a
            photo of one name become one asset, and so do a photo and its Live Photo movie; one that comes later is
            added to the photo that is there. Titles, captions, keywords, ratings, dates and places are read from the
            files, and from XMP files beside them (NAME.JPG.xmp, NAME.xmp).

            Interrupted with Ctrl-C, it finishes what it has begun and loses nothing: run it again to go on.
            """,
        options: [album, fromFolders, all, .json],
        run: run
    )

    /// Threads beside the main one that stage files: one for each core, so that no core waits for a disk. Each needs
    /// two of the server's worker processes, whose start takes as long as some photos.
    private static let furtherThreads = min(max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 8)
    /// The fixed cost of a file, in bytes that take as long: for the estimate of the time left.
    private static let costOfFile = 1_048_576.0

    private static func run(_ context: CommandContext) throws -> ExitCode {
        if context.arguments.has(album), context.arguments.has(fromFolders) {
            throw context.arguments.usageError("--album and --albums-from-folders exclude each other")
        }
        // Before the client starts threads of its own.
        let interruption = try Interruption()
        let client = context.connect()
        let album = try context.arguments.text(album).map { try self.album($0, client) }
        if album == nil { _ = try client.currentToken() }

        let display = ProgressDisplay(context.messages)
        display.show("Looking for photos and videos ...")
        var scan = FolderScan(takesAll: context.arguments.has(all)) { interruption.signal != nil }
        for path in context.arguments.operands where interruption.signal == nil { scan.add(path) }
        let makesAlbums = context.arguments.has(fromFolders)
        let groups =
            makesAlbums
            ? FolderAlbums.groups(scan.files, below: context.arguments.operands)
            : [FolderAlbums.Group(titles: [], files: scan.files)]
        let report = try importFiles(scan, groups, album, client, interruption, display)
        display.finish()
        if scan.passedOverCount > 0 {
            let files = CountText.of(scan.passedOverCount, "file")
            context.messages.say("\(files) passed over by name: --all tries them too")
        }
        return try tell(report, fileCount: scan.files.count, interruption.signal, context)
    }

    private static func album(_ title: String, _ client: LibraryClient) throws -> ImportAlbum {
        if let known = try CollectionLookup(client, .assetCollection).collection(titled: title) {
            return ImportAlbum(id: known)
        }
        guard let id = try client.mintIdentifiers(1).first else {
            throw LibraryError(.protocolViolation, "the server gave no identifier")
        }
        return ImportAlbum(id: id, titleToCreate: title)
    }

    private static func importFiles(
        _ scan: FolderScan,
        _ groups: [FolderAlbums.Group],
        _ album: ImportAlbum?,
        _ client: LibraryClient,
        _ interruption: Interruption,
        _ display: ProgressDisplay
    ) throws -> ImportReport {
        let count = scan.files.count
        let cost = scan.files.reduce(0) { $0 + Double($1.size) + costOfFile }
        var whole = ImportReport()
        var albums = FolderAlbums(client)
        for group in groups where whole.stopped == nil && interruption.signal == nil {
            let before = whole
            let run = ImportRun(group.files, album: try albums.album(group.titles) ?? album, into: client) { report in
                var sum = before
                sum.add(report)
                let done = Double(sum.bytesLookedAt) + Double(sum.filesLookedAt) * costOfFile
                display.update(done: sum.filesLookedAt, total: count, unit: "files", fraction: done / max(1, cost))
            }
            interruption.whenInterrupted { run.stop() }
            whole.add(run.run(furtherThreads: furtherThreads))
        }
        whole.failures = (scan.failures + whole.failures)
            .sorted { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
        return whole
    }

    private static func tell(
        _ report: ImportReport,
        fileCount: Int,
        _ signal: Int32?,
        _ context: CommandContext
    ) throws -> ExitCode {
        for failure in report.failures {
            context.messages.say("\(failure.path.sanitized): \(failure.reason.sanitized)")
        }
        let remaining = max(0, fileCount - report.filesDone)
        let left = "\(remaining) of \(CountText.of(fileCount, "file"))"
        let rest = "\(left) \(remaining == 1 ? "is" : "are") left: run it again to go on"
        if report.unknown > 0 {
            context.messages.say(
                "the server went away while it imported \(report.unknown) more: they may be in the library or not"
            )
        }
        if let stopped = report.stopped {
            context.messages.say("\(stopped.reason); \(rest)")
        } else if signal != nil {
            context.messages.say("interrupted; \(rest)")
        }
        if context.printsJSON {
            try context.output.printJSON(report.json(fileCount: fileCount))
        } else {
            try context.output.printLine(report.summary)
        }
        if let stopped = report.stopped { return stopped.code == .unavailable ? .unavailable : .failure }
        if let signal { return .signal(signal) }
        return report.failures.isEmpty ? .success : .failure
    }
}
