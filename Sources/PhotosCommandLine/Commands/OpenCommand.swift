import Glibc
import Languages
import LibraryClient
import LibraryModel
import LinuxSystem
import OwnerTools
import TerminalText

/// `photos open`: shows photos with the programs that the desktop has for them.
///
/// What is opened is a copy that nobody may write to: an edit of it would be lost. Copies are removed a day later, by
/// the next `photos open`.
enum OpenCommand {
    static let description = CommandDescription(
        "open",
        operands: "ID...",
        count: 1...maximumAssets,
        summary: localized("Show photos and videos in the desktop's own viewer"),
        discussion: localized("Opens copies, as the photos are shown: edits of them do not come into the library."),
        run: run
    )

    /// Windows that come up at once.
    private static let maximumAssets = 20
    /// Microseconds for which a copy stays.
    private static let retention: Int64 = 86_400 * 1_000_000

    private static func run(_ context: CommandContext) throws -> ExitCode {
        let client = context.connect()
        let assets = try IdentifierResolution(client).assets(try context.arguments.texts())
        let folder = try copies()
        do throws(SystemCallError) { try removeOld(in: folder) } catch {
            context.messages.say(
                localized(
                    "copies that were opened earlier stay in {folder}: {reason}",
                    ["folder": folder.sanitized, "reason": error.localizedReason]
                )
            )
        }
        for asset in assets { try open(asset, folder, client, context) }
        return .success
    }

    private static func open(
        _ asset: ObjectID,
        _ folder: FilePath,
        _ client: LibraryClient,
        _ context: CommandContext
    ) throws {
        let own = folder.appending(FilePath("\(ObjectID.random().high)"))
        try FileNames.makeFolder(own)
        let display = ProgressDisplay(context.messages)
        let network = NetworkAccess { fraction in
            display.update(done: Int(fraction * 100), total: 100, unit: .download, fraction: fraction)
        }
        let written = try AssetExport(client, own, showsEdits: true, network).write(asset).files.map(\.path)
        display.finish()
        guard let shown = written.first else {
            throw CommandFailure(
                localized("{identifier} has no file", ["identifier": LocalIdentifier(.asset, asset).string])
            )
        }
        for path in written { try FileNames.setMode(0o400, of: path) }
        guard DesktopOpener.open(shown) else {
            throw CommandFailure(
                localized(
                    "no program of this desktop shows it ({program}); a copy is at {path}",
                    ["program": "xdg-open", "path": shown.sanitized]
                )
            )
        }
    }

    /// Where copies are, which nobody else may read.
    private static func copies() throws -> FilePath {
        let caches =
            if let named = EnvironmentVariables.value("XDG_CACHE_HOME"), named.hasPrefix("/") {
                FilePath(named)
            } else if let home = EnvironmentVariables.value("HOME"), home.hasPrefix("/") {
                FilePath(home).appending(".cache")
            } else {
                throw CommandFailure(localized("neither XDG_CACHE_HOME nor HOME is set"))
            } as FilePath
        let folder = caches.appending("photolibrary/opened")
        try FileNames.makeFolders(folder)
        return folder
    }

    private static func removeOld(in folder: FilePath) throws(SystemCallError) {
        let limit = WallClock.microseconds() - retention
        var reader = try FolderReader(folder)
        var old: [FilePath] = []
        while let entry = try reader.next() {
            let path = folder.appending(entry.name)
            let status = try FileStatus(of: path, followingLinks: false)
            if status.kind == .folder, status.modificationTime < limit { old.append(path) }
        }
        for path in old {
            try FileNames.removeFiles(in: path)
            try FileNames.removeFolder(path)
        }
    }
}
