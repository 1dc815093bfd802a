import CivilDates
import Languages
import LibraryClient
import LibraryModel
import OwnerTools
import TerminalText

/// `photos privacy show` and `selection`: one app, and what it did.
enum PrivacyShowCommands {
    static let show = CommandDescription(
        "privacy show",
        operands: "APP",
        count: 1...1,
        summary: localized("Show what an app may do, and what it changed"),
        discussion: localized(
            """
            Lists changes as far back as the library's history goes; `photos privacy undo` undoes those whose former values \
            are kept.
            """
        ),
        options: [PrivacyChangesCommands.limit, .json],
        run: show
    )

    static let selection = CommandDescription(
        "privacy selection",
        operands: "APP",
        count: 1...1,
        summary: localized("List the photos that you selected for an app"),
        options: [.json],
        run: selection
    )

    /// An app with what it changed, for programs.
    struct JSON: Encodable, Hashable {
        var app: AppJSON
        var changes: [PrivacyChangesCommands.TransactionJSON]
        var hasMoreChanges: Bool

        init(_ app: AppJSON, _ changes: AppChanges) {
            self.app = app
            self.changes = changes.transactions.map { PrivacyChangesCommands.TransactionJSON($0) }
            hasMoreChanges = changes.hasMore
        }
    }

    private static func show(_ context: CommandContext) throws -> ExitCode {
        let arguments = context.arguments
        let count = try PrivacyChangesCommands.count(arguments)
        let client = context.connect()
        let grant = try KnownApps(client).grant(try arguments.text(at: 0))
        let changes = try client.latestChanges(ofApp: grant.app, limit: count)
        if context.printsJSON {
            try context.output.printJSON(JSON(try AppJSON(grant, from: client), changes))
        } else {
            for line in lines(grant, changes) { try context.output.printLine(line) }
        }
        return .success
    }

    static func lines(_ grant: AppGrant, _ changes: AppChanges, zone: TimeZoneOffsets = .local) -> [String] {
        var facts = TextTable(.left, .left)
        facts.append(localized("app"), grant.app.sanitized)
        for fact in AccessSummary(grant, zone: zone).facts { facts.append(fact.name, fact.text) }
        guard !changes.transactions.isEmpty else {
            return facts.lines + ["", localized("It has changed nothing that the library still knows of.")]
        }
        let table = PrivacyChangesCommands.lines(changes.transactions, withDetails: false, zone: zone)
        let earlier = localized("and earlier ones ({option})", ["option": "--limit N"])
        return facts.lines + [""] + table + (changes.hasMore ? [earlier] : [])
    }

    private static func selection(_ context: CommandContext) throws -> ExitCode {
        let client = context.connect()
        let grant = try KnownApps(client).grant(try context.arguments.text(at: 0))
        try print(try client.selection(ofApp: grant.app), context)
        return .success
    }

    private static func print(_ assets: [ObjectID], _ context: CommandContext) throws {
        let identifiers = assets.map { LocalIdentifier(.asset, $0).string }
        if context.printsJSON { return try context.output.printJSON(identifiers) }
        for identifier in identifiers { try context.output.printLine(identifier) }
    }
}
