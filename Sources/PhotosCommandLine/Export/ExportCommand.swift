import Glibc
import Languages
import LibraryClient
import LibraryModel
import LinuxSystem
import OwnerTools
import PhotoSearch
import TerminalText

/// `photos export`.
enum ExportCommand {
    private static let destination = OptionDescription(
        "--to",
        "DIR",
        help: localized("the folder to write to, created if needed")
    )
    private static let edited = OptionDescription(
        "--edited",
        help: localized("photos as they are shown: edits in place of originals, and no RAW beside a photo")
    )
    private static let everything = OptionDescription("--everything", help: localized("all photos of the library"))
    private static let albums = OptionDescription(
        "--albums",
        help: localized("in folders like the albums that they are in")
    )
    private static let sideCars = OptionDescription(
        "--side-cars",
        help: localized(
            "with an XMP file beside each, edited versions, and all else of the photos and albums in one file"
        )
    )

    static let description = CommandDescription(
        "export",
        operands: "ID... --to DIR",
        count: 0...Int.max,
        summary: localized("Write the files of photos into a folder, the originals or --edited"),
        discussion: localized(
            """
            Nothing is ever overwritten: a name that is taken gets a number. The files carry the time at which the photo was \
            taken. Originals that are in the cloud are downloaded. A photo that cannot be exported keeps none of the others \
            back; exit status 1 tells that there was one.

            With --side-cars there is an XMP file beside each photo (title, caption, keywords, rating, date and place), \
            which other programs read, edited versions as NAME_edited, and photolibrary-export.jsonl, from which \
            photos import makes the same library: with --everything --albums also favorites, hidden photos, edits, \
            folders, and albums in their order. A photo in several albums is written into the folder of each. \
            Identifiers, the history, the times of adding and editing, apps' permissions and what is in recently deleted \
            stay behind; photos with the same bytes become one.
            """
        ),
        options: [destination, everything, edited, albums, sideCars, .json],
        run: run
    )

    /// The result for programs.
    struct JSON: Encodable, Hashable {
        struct File: Encodable, Hashable {
            var identifier: String
            var path: String
        }

        struct Failure: Encodable, Hashable {
            var identifier: String
            var reason: String
        }

        var exported: [File] = []
        var failed: [Failure] = []
    }

    private static func run(_ context: CommandContext) throws -> ExitCode {
        let arguments = context.arguments
        guard let folder = arguments.path(destination), !folder.bytes.isEmpty else {
            throw arguments.usageError(localized("{command} needs {what}", ["command": "export", "what": "--to DIR"]))
        }
        guard arguments.operands.isEmpty == arguments.has(everything) else {
            throw arguments.usageError(localized("export needs ID... or {option}", ["option": everything.name]))
        }
        // Before the client starts threads of its own.
        let interruption = try Interruption()
        let client = context.connect()
        let assets = arguments.has(everything) ? try all(client) : try named(context, client)
        let places = arguments.has(albums) ? try AlbumFolders(client) : AlbumFolders()
        var result = JSON()
        let manifest = try arguments.has(sideCars) ? begin(in: folder, client, hasAlbums: arguments.has(albums)) : nil
        var left = assets.count
        for id in assets where interruption.signal == nil {
            for place in places.folders(of: id, in: folder) {
                do {
                    try makeFolders(place)
                    try export(id, to: place, client, context, manifest, &result)
                } catch let error as SystemCallError {
                    // No other photo could be written either.
                    throw CommandFailure("\(place.sanitized): \(error.localizedReason); \(rest(left))")
                }
                // Its other copies would fail as well.
                if result.failed.last?.identifier == LocalIdentifier(.asset, id).string { break }
            }
            left -= 1
        }
        try manifest?.finish(client)
        if context.printsJSON {
            try context.output.printJSON(result)
        } else {
            let written: KeyValuePairs<String, any CustomStringConvertible> = [
                "items": CountText.items(Set(result.exported.map(\.identifier)).count),
                "files": CountText.files(result.exported.count), "folder": folder.sanitized,
            ]
            try context.output.flush()
            context.messages.say(localized("{items} written to {folder} ({files})", written))
        }
        if !result.failed.isEmpty {
            let values: KeyValuePairs<String, any CustomStringConvertible> =
                ["count": Set(result.failed.map(\.identifier)).count, "items": CountText.items(assets.count)]
            context.messages.say(localized("{count} of {items} could not be exported", values))
        }
        if let signal = interruption.signal {
            context.messages.say(localized("interrupted; {rest}", ["rest": rest(left)]))
            return .signal(signal)
        }
        return result.failed.isEmpty ? .success : .failure
    }

    private static func rest(_ left: Int) -> String {
        localized("{items} not exported", ["items": CountText.items(left)])
    }

    /// A file that is in the place of a folder is no folder.
    private static func makeFolders(_ path: FilePath) throws(SystemCallError) {
        do throws(SystemCallError) { try FileNames.makeFolders(path, mode: 0o777) } catch {
            throw error.errorNumber == EEXIST ? SystemCallError(ENOTDIR, "mkdir") : error
        }
    }

    private static func begin(
        in folder: FilePath,
        _ client: LibraryClient,
        hasAlbums: Bool
    ) throws -> ExportManifest {
        do {
            try makeFolders(folder)
            let manifest = try ExportManifest(in: folder)
            if hasAlbums { try manifest.write(CollectionNode.tree(client)) }
            return manifest
        } catch let error as SystemCallError {
            throw CommandFailure("\(folder.sanitized): \(error.localizedReason)")
        }
    }

    private static func named(_ context: CommandContext, _ client: LibraryClient) throws -> [ObjectID] {
        try IdentifierResolution(client).assets(try context.arguments.texts())
    }

    private static func all(_ client: LibraryClient) throws -> [ObjectID] {
        let found = try client.fetch(FetchRequest(.allAssets, includesHidden: true, includesAllBurstAssets: true))
        return (0..<found.count).map { found[$0] }
    }

    private static let endsAnExport: Set<CInt> = [ENOSPC, EDQUOT, EROFS, EACCES]

    private static func export(
        _ id: ObjectID,
        to folder: FilePath,
        _ client: LibraryClient,
        _ context: CommandContext,
        _ manifest: ExportManifest?,
        _ result: inout JSON
    ) throws {
        let identifier = LocalIdentifier(.asset, id).string
        let display = ProgressDisplay(context.messages)
        defer { display.finish() }
        let network = NetworkAccess { fraction in
            display.update(done: Int(fraction * 100), total: 100, unit: .download, fraction: fraction)
        }
        do {
            let export = AssetExport(
                client,
                folder,
                showsEdits: context.arguments.has(edited),
                addsEdits: manifest != nil,
                network
            )
            let written = try export.write(id)
            var paths = (written.files + written.edited).map(\.path)
            if let manifest, let original = paths.first {
                paths.append(try export.writeSideCar(of: id, beside: original))
                try export.describe(id, written, in: manifest)
            }
            display.finish()
            for path in paths {
                result.exported.append(JSON.File(identifier: identifier, path: path.text))
                if !context.printsJSON { try context.output.printLine(path.sanitized) }
            }
        } catch let error as LibraryError where error.code != .unavailable {
            fail(identifier, error.reason, context, &result)
        } catch let error as SystemCallError where !endsAnExport.contains(error.errorNumber) {
            fail(identifier, error.reason, context, &result)
        }
    }

    private static func fail(
        _ identifier: String,
        _ reason: String,
        _ context: CommandContext,
        _ result: inout JSON
    ) {
        result.failed.append(JSON.Failure(identifier: identifier, reason: reason))
        context.messages.say("\(identifier): \(ReasonText.text(reason))")
    }
}
