import CivilDates
import Languages
import LibraryClient
import LibraryModel
import TerminalText

/// `photos privacy changes` and `undo`: what an app changed, and undoing it.
enum PrivacyChangesCommands {
    static let since = OptionDescription("--since", "DATE", help: localized("only what it changed then or later"))
    static let transaction = OptionDescription(
        "--transaction",
        "N",
        help: localized("only this transaction, with its details")
    )
    static let limit = OptionDescription(
        "--limit",
        "N",
        help: localized("only the N newest transactions (default: 20)")
    )

    private static let defaultLimit = 20

    static let changes = CommandDescription(
        "privacy changes",
        operands: "APP",
        count: 1...1,
        summary: localized("List what an app changed, and what was there before"),
        discussion: localized(
            """
            Lists transactions as far back as the library's history goes; former values are kept for 30 days. With \
            --transaction, lists each change with its former and its present value.
            """
        ),
        options: [since, transaction, limit, .json],
        run: changes
    )

    static let undo = CommandDescription(
        "privacy undo",
        operands: "APP",
        count: 1...1,
        summary: localized("Undo what an app changed or deleted"),
        discussion: localized(
            """
            Restores titles, captions, keywords, dates, places, favorites, hidden photos, ratings, edits, albums and what is \
            in them, and recovers photos that the app deleted. What was changed again since the app changed it is reported \
            and left as it is, unless you give --force. What the app added stays. Prints the identifiers of what was \
            restored.
            """
        ),
        options: [since, transaction, UndoReport.force, .json],
        run: undo
    )

    // MARK: Listing

    /// For programs.
    struct TransactionJSON: Encodable, Hashable {
        var transaction: UInt64
        var time: String
        var inserted: Int
        var updated: Int
        var deleted: Int
        /// How many former values are kept.
        var kept: Int
        var changes: [FieldChangeJSON]

        init(_ transaction: AppTransaction) {
            self.transaction = transaction.sequence
            time = DateText.universal(transaction.time)
            inserted = transaction.insertedCount
            updated = transaction.updatedCount
            deleted = transaction.deletedCount
            kept = transaction.keptCount
            changes = transaction.changes.map { FieldChangeJSON($0) }
        }
    }

    private static func changes(_ context: CommandContext) throws -> ExitCode {
        let arguments = context.arguments
        let start = try arguments.date(since)
        let sequence = try arguments.number(transaction)
        let count = try count(arguments)
        let client = context.connect()
        let app = try KnownApps(client).grant(try arguments.text(at: 0)).app
        let shown = try client.latestChanges(ofApp: app, since: start, transaction: sequence, limit: count).transactions
        if context.printsJSON {
            try context.output.printJSON(shown.map { TransactionJSON($0) })
            return .success
        }
        if shown.isEmpty {
            context.messages.say(localized("it has changed nothing that the library still knows of"))
        }
        for line in lines(shown, withDetails: sequence != nil) { try context.output.printLine(line) }
        return .success
    }

    static func lines(
        _ transactions: [AppTransaction],
        withDetails: Bool,
        zone: TimeZoneOffsets = .local
    ) -> [String] {
        guard !transactions.isEmpty else { return [] }
        var table = TextTable(.right, .left, .right, .right, .right, .right)
        table.appendHeading(
            localized("transaction"),
            localized("changed"),
            localized("inserted"),
            localized("updated"),
            localized("deleted"),
            localized("kept")
        )
        for transaction in transactions {
            table.append(
                "\(transaction.sequence)",
                DateText.local(transaction.time, zone: zone),
                "\(transaction.insertedCount)",
                "\(transaction.updatedCount)",
                "\(transaction.deletedCount)",
                "\(transaction.keptCount)"
            )
        }
        guard withDetails else { return table.lines }
        return table.lines + transactions.flatMap(\.changes).map { $0.line(zone: zone) }
    }

    // MARK: Undoing

    private static func undo(_ context: CommandContext) throws -> ExitCode {
        let arguments = context.arguments
        let start = try arguments.date(since)
        let sequence = try arguments.number(transaction)
        let client = context.connect()
        let app = try KnownApps(client).grant(try arguments.text(at: 0)).app
        let request = UndoRequest(
            app: app,
            since: start,
            transaction: sequence,
            forces: arguments.has(UndoReport.force)
        )
        return try UndoReport.tell(client.undo(request), context)
    }

    // MARK: Arguments

    /// The value of --limit.
    static func count(_ arguments: ParsedArguments) throws -> Int {
        try arguments.number(limit).map { Int(clamping: $0) } ?? defaultLimit
    }
}
