import CivilDates
import LibraryClient
import LibraryModel
import TerminalText

/// `photos list`.
enum ListCommand {
    static let limit = OptionDescription("--limit", "N", help: "only the N newest")

    static let description = CommandDescription(
        "list",
        summary: "List photos and videos, the newest first",
        options: [limit, .json],
        run: run
    )

    private static func run(_ context: CommandContext) throws -> ExitCode {
        let client = context.connect()
        let request = FetchRequest(
            .allAssets,
            sort: [SortKey("creationDate", isAscending: false)],
            limit: try limitValue(context.arguments),
            includesHidden: true,
            includesAllBurstAssets: true
        )
        let fetched = try client.fetch(request)
        if context.printsJSON {
            var array = try JSONArrayOutput(context.output)
            try AssetLine.forEach(in: fetched, client) { try array.append(AssetJSON($0)) }
            try array.finish()
            try context.output.printLine("")
        } else {
            try AssetLine.forEach(in: fetched, client) { try context.output.printLine(line($0)) }
        }
        return .success
    }

    /// 0 for no limit.
    private static func limitValue(_ arguments: ParsedArguments) throws -> Int {
        guard let text = try arguments.text(limit) else { return 0 }
        guard let value = Int(text), value > 0 else {
            throw arguments.usageError("--limit needs a number above 0, not \(text.sanitized)")
        }
        return value
    }

    /// Columns are of fixed widths, so that a line can be printed before the last asset is known.
    static func line(_ asset: AssetLine, zone: TimeZoneOffsets = .local) -> String {
        let date = asset.creationDate.map { DateText.local($0, zone: zone) } ?? "-"
        var cells = [
            asset.identifier.string, date.padding(to: 26), asset.kindWord.padding(to: 5),
            SizeText.pixels(asset.pixelWidth, asset.pixelHeight).padding(to: 11, before: true),
        ]
        cells.append((asset.duration > 0 ? ProgressBar.duration(asset.duration) : "").padding(to: 7, before: true))
        cells.append(asset.marks.joined(separator: ", "))
        var line = cells.joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        return line
    }
}
