import CivilDates
import Languages
import LibraryClient
import LibraryModel
import PhotoSearch
import TerminalText

/// `photos list`.
enum ListCommand {
    private static let limit = OptionDescription("--limit", "N", help: localized("only the N newest, or first"))
    private static let search = OptionDescription(
        "--search",
        "TEXT",
        help: localized("only what a picker finds by these words")
    )
    private static let damaged = OptionDescription(
        "--damaged",
        help: localized("only pictures of which a part is missing or damaged")
    )
    private static let kind = OptionDescription(
        "--kind",
        "KIND",
        choices: MediaFilter.allCases.map(\.rawValue),
        help: localized("only {kinds}", ["kinds": MediaFilter.allCases.map(\.rawValue).joined(separator: ", ")])
    )
    private static let album = OptionDescription(
        "--album",
        "NAME|ID",
        help: localized("only those of this album, in its order")
    )
    private static let since = OptionDescription("--since", "DATE", help: localized("only those taken then or later"))
    private static let before = OptionDescription("--before", "DATE", help: localized("only those taken before"))
    private static let hidden = OptionDescription("--hidden-only", help: localized("only hidden ones"))
    private static let columns = OptionDescription(
        "--columns",
        "NAME,...",
        choices: ListColumn.allCases.map(\.rawValue),
        help: localized(
            "what to print: {columns}",
            ["columns": ListColumn.allCases.map(\.rawValue).joined(separator: ", ")]
        )
    )

    static let description = CommandDescription(
        "list",
        summary: localized("List photos and videos, the newest first"),
        discussion: localized(
            """
            Words of a search are all wanted: in titles, captions, keywords, names of files, titles of albums and \
            cameras, or as dates ("june 2023") and kinds ("videos"). What is found so is not hidden. Dates are as for \
            set-date.

            On a terminal the columns have a heading, and long texts are cut. Elsewhere there is a line for each photo \
            and nothing else, with whole texts.
            """
        ),
        options: [limit, search, kind, album, since, before, hidden, damaged, columns, .json],
        run: run
    )

    private static func run(_ context: CommandContext) throws -> ExitCode {
        let shown = try columnsValue(context.arguments)
        let client = context.connect()
        try list(try find(context, client), client, context, columns: shown)
        return .success
    }

    /// Prints assets, a line each.
    static func list(
        _ fetched: FetchedIdentifiers,
        _ client: LibraryClient,
        _ context: CommandContext,
        columns: [ListColumn] = ListColumn.standard
    ) throws {
        if context.printsJSON {
            var array = try JSONArrayOutput(context.output)
            try AssetLine.forEach(in: fetched, client) { try array.append(AssetJSON($0, filename: $1.filename)) }
            try array.finish()
            try context.output.printLine("")
        } else {
            let isSeen = context.output.isTerminal
            if isSeen, fetched.count > 0 { try context.output.printLine(ListColumn.heading(columns)) }
            try AssetLine.forEach(in: fetched, client) {
                try context.output.printLine(ListColumn.line(columns, $0, $1, cuts: isSeen))
            }
        }
    }

    private static func find(_ context: CommandContext, _ client: LibraryClient) throws -> FetchedIdentifiers {
        let arguments = context.arguments
        let limit = try arguments.number(limit).map { Int(clamping: $0) } ?? 0
        let text = try arguments.text(search)
        let kind = try kindValue(arguments)
        var query = PhotoQuery(text: text ?? "")
        query.kind = kind
        query.isDamaged = arguments.has(damaged)
        query.isHidden = arguments.has(hidden)
        query.created = try dates(arguments)
        query.album = try arguments.text(album).map {
            try CollectionLookup(client, .assetCollection).collection($0)
        }
        let includesHidden = query.isHidden || (text == nil && kind == nil)
        return try PhotoFinder(client).find(query, limit: limit, includesHidden: includesHidden)
    }

    private static func dates(_ arguments: ParsedArguments) throws(UsageError) -> Range<Int64>? {
        let start = try arguments.date(since)
        let end = try arguments.date(before)
        if start == nil, end == nil { return nil }
        let (from, to) = (start ?? Int64.min, end ?? Int64.max)
        guard from <= to else {
            throw arguments.usageError(localized("{one} is before {other}", ["one": "--before", "other": "--since"]))
        }
        return from..<to
    }

    private static func kindValue(_ arguments: ParsedArguments) throws(UsageError) -> MediaFilter? {
        guard let text = try arguments.text(kind) else { return nil }
        guard let kind = MediaFilter(rawValue: text) else {
            throw arguments.usageError(
                localized(
                    "{option} needs one of {choices}, not {text}",
                    [
                        "option": "--kind", "choices": MediaFilter.allCases.map(\.rawValue).joined(separator: ","),
                        "text": text.sanitized,
                    ]
                )
            )
        }
        return kind
    }

    private static func columnsValue(_ arguments: ParsedArguments) throws(UsageError) -> [ListColumn] {
        guard let text = try arguments.text(columns) else { return ListColumn.standard }
        guard let columns = ListColumn.columns(text) else {
            throw arguments.usageError(
                localized(
                    "{option} needs some of {choices}, not {text}",
                    [
                        "option": "--columns", "text": text.sanitized,
                        "choices": ListColumn.allCases.map(\.rawValue).joined(separator: ","),
                    ]
                )
            )
        }
        return columns
    }
}
