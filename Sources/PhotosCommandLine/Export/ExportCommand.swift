import LibraryClient
import LibraryModel
import LinuxSystem
import OwnerTools
import TerminalText

/// `photos export`.
enum ExportCommand {
    static let destination = OptionDescription("--to", "DIR", help: "the folder to write to, created if needed")

    static let edited = OptionDescription(
        "--edited",
        help: "photos as they are shown: edits in place of originals, and no RAW beside a photo"
    )

    static let description = CommandDescription(
        "export",
        operands: "ID... --to DIR",
        count: 1...Int.max,
        summary: "Write the files of photos into a folder, the originals or --edited",
        discussion: """
            Nothing is ever overwritten: a name that is taken gets a number. The files carry the time at which the
            photo was taken. Originals that are in the cloud are downloaded. A photo that cannot be exported keeps none of the others back; exit status 1 tells that
            there was one.
            """,
        options: [destination, edited, .json],
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
        guard let folder = context.arguments.path(destination), !folder.bytes.isEmpty else {
            throw context.arguments.usageError("export needs --to DIR")
        }
        let client = context.connect()
        let assets = try IdentifierResolution(client).assets(try context.arguments.texts())
        do {
            try FileNames.makeFolders(folder, mode: 0o777)
        } catch {
            throw CommandFailure("\(folder.sanitized): \(error.reason)")
        }
        var result = JSON()
        for id in assets { try export(id, to: folder, client, context, &result) }
        if context.printsJSON { try context.output.printJSON(result) }
        if !result.failed.isEmpty {
            let photos = CountText.of(assets.count, "photo")
            context.messages.say("\(result.failed.count) of \(photos) could not be exported")
        }
        return result.failed.isEmpty ? .success : .failure
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
            let paths = try export.write(id)
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
