import CivilDates
import LibraryClient
import LibraryModel
import TerminalText

/// `photos privacy show` and `selection`: one app, and what it did.
enum PrivacyShowCommands {
    static let show = CommandDescription(
        "privacy show",
        operands: "APP",
        count: 1...1,
        summary: "Show what an app may do, and what it changed",
        discussion: """
            Changes are told as far as the library's history goes back; `photos privacy undo` takes back those of which
            former values are kept.
            """,
        options: [PrivacyChangesCommands.limit, .json],
        run: show
    )

    static let selection = CommandDescription(
        "privacy selection",
        operands: "APP",
        count: 1...1,
        summary: "List the photos that you selected for an app",
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
            let selection = try PrivacyListCommand.selection(of: grant, client)
            try context.output.printJSON(JSON(AppJSON(grant, selection: selection), changes))
        } else {
            for line in lines(grant, changes) { try context.output.printLine(line) }
        }
        return .success
    }

    static func lines(_ grant: AppGrant, _ changes: AppChanges, zone: TimeZoneOffsets = .local) -> [String] {
        let app = AppStanding(grant: grant, zone: zone)
        var facts = TextTable(.left, .left)
        facts.append("App", grant.app.shown)
        facts.append("Calls itself", grant.claimedName.shown)
        facts.append("Access", app.access)
        facts.append("Adding", grant.addOnly.word)
        if grant.pickedCount > 0 {
            let last = grant.lastPicked.map { ", last on \(DateText.local($0, zone: zone))" } ?? ""
            let readable = "; it can read \(grant.readablePickCount == 0 ? "none" : "\(grant.readablePickCount)") now"
            facts.append("Picked", "\(AppStanding.photos(grant.pickedCount)) in pickers" + last + readable)
        }
        facts.append("Confirmed", grant.confirmsChanges ? "you are asked before it changes what it did not add" : "no")
        facts.append("Questions", grant.isSilenced ? "silenced" : "shown")
        facts.append("Last used", app.lastUsed)
        if grant.isReplaced { facts.append("Program", "another one than the one that you decided about") }
        guard !changes.transactions.isEmpty else {
            return facts.lines + ["", "It has changed nothing that is still known."]
        }
        let table = PrivacyChangesCommands.lines(changes.transactions, withDetails: false, zone: zone)
        return facts.lines + [""] + table + (changes.hasMore ? ["and earlier ones (--limit N)"] : [])
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
