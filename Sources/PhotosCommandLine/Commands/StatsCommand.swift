import Languages
import LibraryClient
import LibraryModel
import OwnerTools
import TerminalText

/// `photos stats`.
enum StatsCommand {
    static let description = CommandDescription(
        "stats",
        summary: localized("Count what is in the library"),
        options: [.json],
        run: run
    )

    /// The figures for programs.
    struct JSON: Encodable, Hashable {
        var library: String
        var assets: Int
        var images: Int
        var videos: Int
        var albums: Int
        var folders: Int
        var recentlyDeleted: Int
        var originalBytes: Int64
        var renditionBytes: Int64
        var firstSequence: UInt64
        var lastSequence: UInt64
        var mediaSandbox: String

        init(_ statistics: LibraryStatistics) {
            library = StatsCommand.uuid(statistics.library)
            assets = statistics.assetCount
            images = statistics.imageCount
            videos = statistics.videoCount
            albums = statistics.albumCount
            folders = statistics.folderCount
            recentlyDeleted = statistics.recentlyDeletedCount
            originalBytes = statistics.originalBytes
            renditionBytes = statistics.renditionBytes
            firstSequence = statistics.firstSequence
            lastSequence = statistics.lastSequence
            mediaSandbox = statistics.mediaSandbox
        }
    }

    private static func run(_ context: CommandContext) throws -> ExitCode {
        let statistics = try context.connect().statistics()
        if context.printsJSON {
            try context.output.printJSON(JSON(statistics))
            return .success
        }
        var table = TextTable(.left, .left)
        table.append(localized("Library"), uuid(statistics.library))
        if let folder = statistics.folder { table.append("", folder.sanitized) }
        let kinds = [CountText.pictures(statistics.imageCount), CountText.videos(statistics.videoCount)].listed
        table.append(localized("Photos and videos"), "\(statistics.assetCount) (\(kinds))")
        table.append(localized("Albums"), "\(statistics.albumCount)")
        table.append(localized("Folders"), "\(statistics.folderCount)")
        table.append(localized("Recently deleted"), "\(statistics.recentlyDeletedCount)")
        table.append(localized("Originals"), SizeText.bytes(statistics.originalBytes))
        table.append(localized("Previews"), SizeText.bytes(statistics.renditionBytes))
        table.append(
            localized("History"),
            localized(
                "transactions {first} to {last}",
                ["first": statistics.firstSequence, "last": statistics.lastSequence]
            )
        )
        table.append(localized("Sandbox for files"), ReasonText.text(statistics.mediaSandbox))
        for line in table.lines { try context.output.printLine(line) }
        return .success
    }

    fileprivate static func uuid(_ id: ObjectID) -> String { String(LocalIdentifier(.asset, id).string.prefix(36)) }
}
