import CivilDates
import Languages
import LibraryClient
import LibraryModel
import OwnerTools
import TerminalText

/// `photos history` and `photos token`.
enum HistoryCommand {
    static let since = OptionDescription("--since", "TOKEN", help: localized("only what happened after this token"))

    static let description = CommandDescription(
        "history",
        operands: "[ID...]",
        count: 0...HistoryFilter.maximumObjects,
        summary: localized("Show what has changed, the oldest first"),
        discussion: localized(
            """
            Without --since it begins with the oldest change that the library still has. With IDs, only what happened \
            to these objects; one that is gone is named by its whole identifier.
            """
        ),
        options: [since, HistorySelection.kind, HistorySelection.changed, HistorySelection.app, .json],
        run: run
    )

    static let token = CommandDescription(
        "token",
        summary: localized("Print a token of the current state, for history --since"),
        options: [.json],
        run: { context in
            let token = TokenText.text(try context.connect().currentToken())
            if context.printsJSON {
                try context.output.printJSON(["token": token])
            } else {
                try context.output.printLine(token)
            }
            return .success
        }
    )

    private static func run(_ context: CommandContext) throws -> ExitCode {
        let client = context.connect()
        let start = try startToken(context.arguments, client)
        let filter = try HistorySelection.filter(context.arguments, client)
        if context.printsJSON {
            try printJSON(since: start, matching: filter, client, context.output)
        } else {
            _ = try HistoryTransaction.forEach(since: start, matching: filter, client) { transaction in
                for line in lines(transaction) { try context.output.printLine(line) }
            }
        }
        return .success
    }

    private static func startToken(_ arguments: ParsedArguments, _ client: LibraryClient) throws -> ChangeToken {
        if let text = try arguments.text(since) {
            guard let token = TokenText.token(text) else {
                throw CommandFailure(localized("this is not a token, or it was altered"))
            }
            return token
        }
        return try client.oldestToken()
    }

    /// Prints one object page by page: a history may not fit into memory.
    private static func printJSON(
        since start: ChangeToken,
        matching filter: HistoryFilter,
        _ client: LibraryClient,
        _ output: StandardOutput
    ) throws {
        try output.print("{\"transactions\":")
        var array = try JSONArrayOutput(output)
        let end = try HistoryTransaction.forEach(since: start, matching: filter, client) {
            try array.append(HistoryJSON($0))
        }
        try array.finish()
        try output.printLine(",\"token\":\(try JSONOutput().text(TokenText.text(end)))}")
    }

    static func lines(_ transaction: HistoryTransaction, zone: TimeZoneOffsets = .local) -> [String] {
        let time = DateText.local(transaction.time, zone: zone)
        let heading = "\(transaction.sequence)  \(time)  \(transaction.authorText)"
        guard let changes = transaction.changes else {
            return [heading, "  " + localized("details are not known any more")]
        }
        return [heading] + changes.map { "  " + line($0) }
    }

    /// One change, for example `updated   asset   9F98…/L0/001  favorite, rating`.
    static func line(_ change: HistoryChange) -> String {
        let fields = change.kind == .updated ? change.fields.localizedNames.listed : ""
        let cells = [
            change.kind.localizedWord.padding(to: ChangeKind.wordColumns),
            change.object.kind.localizedWord.padding(to: ObjectKind.wordColumns), change.object.string,
        ]
        return (cells + (fields.isEmpty ? [] : [fields])).joined(separator: "  ")
    }
}
