import LibraryClient
import LibraryModel
import LinuxSystem
import OwnerTools
import TerminalText

/// `photos export`.
enum ExportCommand {
    private static let destination = OptionDescription(
        "--to",
        "DIR",
        help: "the folder to write to, created if needed"
    )
    private static let edited = OptionDescription(
        "--edited",
        help: "photos as they are shown: edits in place of originals, and no RAW beside a photo"
    )
    private static let everything = OptionDescription("--everything", help: "all photos of the library")
    private static let albums = OptionDescription("--albums", help: "in folders like the albums that they are in")
    private static let sideCars = OptionDescription(
        "--side-cars",
        help: "with an XMP file beside each: title, caption, keywords, rating, date and place"
    )

    static let description = CommandDescription(
        "export",
        operands: "ID... --to DIR",
        count: 0...Int.max,
        summary: "Write the files of photos into a folder, the originals or --edited",
        discussion: """
            Nothing is ever overwritten: a name that is taken gets a number. The files carry the time at which the photo was
            taken. Originals that are in the cloud are downloaded. A photo that cannot be exported keeps none of the others
            back; exit status 1 tells that there was one.

            With --everything --albums --side-cars another library, or another program, gets all but favorites, hidden
            photos, edits and the order of albums: photos import --albums-from-folders DIR. A photo in several albums is
            written into the folder of each.
            """,
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
            throw arguments.usageError("export needs --to DIR")
        }
        guard arguments.operands.isEmpty == arguments.has(everything) else {
            throw arguments.usageError("export needs ID... or --everything")
        }
        let client = context.connect()
        let assets = arguments.has(everything) ? try all(client) : try named(context, client)
        let places = arguments.has(albums) ? try AlbumFolders(client) : AlbumFolders()
        var result = JSON()
        for id in assets {
            for place in places.folders(of: id, in: folder) {
                do {
                    try FileNames.makeFolders(place, mode: 0o777)
                } catch {
                    throw CommandFailure("\(place.sanitized): \(error.reason)")
                }
                try export(id, to: place, client, context, &result)
            }
        }
        if context.printsJSON { try context.output.printJSON(result) }
        if !result.failed.isEmpty {
            let photos = CountText.of(assets.count, "photo")
            context.messages.say("\(Set(result.failed.map(\.identifier)).count) of \(photos) could not be exported")
        }
        return result.failed.isEmpty ? .success : .failure
    }

    private static func named(_ context: CommandContext, _ client: LibraryClient) throws -> [ObjectID] {
        try IdentifierResolution(client).assets(try context.arguments.texts())
    }

    private static func all(_ client: LibraryClient) throws -> [ObjectID] {
        let found = try client.fetch(FetchRequest(.allAssets, includesHidden: true, includesAllBurstAssets: true))
        return (0..<found.count).map { found[$0] }
    }

    private static func export(
        _ id: ObjectID,
        to folder: FilePath,
        _ client: LibraryClient,
        _ context: CommandContext,
        _ result: inout JSON
    ) throws {
        let identifier = LocalIdentifier(.asset, id).string
        let display = ProgressDisplay(context.messages)
        defer { display.finish() }
        let network = NetworkAccess { fraction in
            display.update(done: Int(fraction * 100), total: 100, unit: "% downloaded", fraction: fraction)
        }
        do {
            let export = AssetExport(client, folder, showsEdits: context.arguments.has(edited), network)
            var paths = try export.write(id)
            if context.arguments.has(sideCars), let original = paths.first {
                paths.append(try export.writeSideCar(of: id, beside: original))
            }
            display.finish()
            for path in paths {
                result.exported.append(JSON.File(identifier: identifier, path: path.text))
                if !context.printsJSON { try context.output.printLine(path.sanitized) }
            }
        } catch let error as LibraryError where error.code != .unavailable {
            fail(identifier, error.reason, context, &result)
        } catch let error as SystemCallError {
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
        context.messages.say("\(identifier): \(reason)")
    }
}
