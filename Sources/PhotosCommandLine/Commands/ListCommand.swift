import CivilDates
import LibraryClient
import LibraryModel
import OwnerTools
import PhotoSearch
import TerminalText

/// `photos list`.
enum ListCommand {
    static let limit = OptionDescription("--limit", "N", help: "only the N newest")
    static let search = OptionDescription("--search", "TEXT", help: "only what a picker finds by these words")
    static let damaged = OptionDescription("--damaged", help: "only pictures of which a part is missing or damaged")
    static let kind = OptionDescription(
        "--kind",
        "KIND",
        help: "only \(MediaFilter.allCases.map(\.rawValue).joined(separator: ", "))"
    )

    static let description = CommandDescription(
        "list",
        summary: "List photos and videos, the newest first",
        discussion: """
            Words of a search are all wanted: in titles, captions, keywords, names of files, titles of albums and
            cameras, or as dates ("june 2023") and kinds ("videos"). What is found so is not hidden.
            """,
        options: [limit, search, kind, damaged, .json],
        run: run
    )

    private static func run(_ context: CommandContext) throws -> ExitCode {
        let client = context.connect()
        try list(try find(context, client), client, context)
        return .success
    }

    /// Prints assets, a line each.
    static func list(_ fetched: FetchedIdentifiers, _ client: LibraryClient, _ context: CommandContext) throws {
        if context.printsJSON {
            var array = try JSONArrayOutput(context.output)
            try AssetLine.forEach(in: fetched, client) { try array.append(AssetJSON($0, filename: $1)) }
            try array.finish()
            try context.output.printLine("")
        } else {
            try AssetLine.forEach(in: fetched, client) { try context.output.printLine(line($0, filename: $1)) }
        }
    }

    private static func find(_ context: CommandContext, _ client: LibraryClient) throws -> FetchedIdentifiers {
        let limit = try limitValue(context.arguments)
        let text = try context.arguments.text(search)
        let kind = try kindValue(context.arguments)
        var query = PhotoQuery(text: text ?? "")
        query.kind = kind
        query.isDamaged = context.arguments.has(damaged)
        return try PhotoFinder(client).find(query, limit: limit, includesHidden: text == nil && kind == nil)
    }

    private static func kindValue(_ arguments: ParsedArguments) throws -> MediaFilter? {
        guard let text = try arguments.text(kind) else { return nil }
        guard let kind = MediaFilter(rawValue: text) else {
            throw arguments.usageError("--kind needs one of those that photos list --help names, not \(text.sanitized)")
        }
        return kind
    }

    /// 0 for no limit.
    private static func limitValue(_ arguments: ParsedArguments) throws -> Int {
        guard let text = try arguments.text(limit) else { return 0 }
        guard let value = Int(text), value > 0 else {
            throw arguments.usageError("--limit needs a number above 0, not \(text.sanitized)")
        }
        return value
    }

    /// Characters. What stands behind a longer name is moved.
    private static let longestAlignedName = 20

    /// Columns are of fixed widths, so that a line can be printed before the last asset is known.
    static func line(_ asset: AssetLine, filename: String = "", zone: TimeZoneOffsets = .local) -> String {
        let date = asset.creationDate.map { DateText.local($0, zone: zone) } ?? "-"
        var cells = [
            asset.identifier.string, date.padding(to: 26), asset.kindWord.padding(to: 5),
            SizeText.pixels(asset.pixelWidth, asset.pixelHeight).padding(to: 11, before: true),
        ]
        cells.append(
            (asset.duration > 0 ? ProgressBar.duration(max(1, asset.duration)) : "").padding(to: 7, before: true)
        )
        if !filename.isEmpty { cells.append(filename.sanitized.padding(to: longestAlignedName)) }
        cells.append(asset.marks.joined(separator: ", "))
        var line = cells.joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        return line
    }
}
