import CivilDates
import LibraryClient
import LibraryModel
import TerminalText

/// `photos privacy show` and `selection`: one app, and what it did.
enum PrivacyShowCommands {
    static let limit = OptionDescription("--limit", "N", help: "only the N newest changes (default: 20)")

    private static let defaultLimit = 20

    static let show = CommandDescription(
        "privacy show",
        operands: "APP",
        count: 1...1,
        summary: "Show what an app may do, and what it changed",
        discussion: "Changes are told as far as the library's history goes back.",
        options: [limit, .json],
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
        struct Change: Encodable, Hashable {
            var time: String
            var inserted: Int
            var updated: Int
            var deleted: Int
            var recoverable: [String]
        }

        var app: AppJSON
        var changes: [Change]
        var hasMoreChanges: Bool

        init(_ app: AppJSON, _ history: AppHistory) {
            self.app = app
            changes = history.entries.map { entry in
                Change(
                    time: DateText.universal(entry.time),
                    inserted: entry.insertedCount,
                    updated: entry.updatedCount,
                    deleted: entry.deletedCount,
                    recoverable: entry.recoverable.map { LocalIdentifier(.asset, $0).string }
                )
            }
            hasMoreChanges = history.hasMore
        }
    }

    private static func show(_ context: CommandContext) throws -> ExitCode {
        let arguments = context.arguments
        var count = defaultLimit
        if let text = try arguments.text(limit) {
            guard let value = Int(text), value > 0 else {
                throw arguments.usageError("--limit needs a number above 0, not \(text.shown)")
            }
            count = value
        }
        let client = context.connect()
        let grant = try KnownApps(client).grant(try arguments.text(at: 0))
        let history = try client.history(ofApp: grant.app, limit: count)
        if context.printsJSON {
            let selection = try PrivacyListCommand.selection(of: grant, client)
            try context.output.printJSON(JSON(AppJSON(grant, selection: selection), history))
        } else {
            for line in lines(grant, history) { try context.output.printLine(line) }
        }
        return .success
    }

    static func lines(_ grant: AppGrant, _ history: AppHistory, zone: TimeZoneOffsets = .local) -> [String] {
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
        guard !history.entries.isEmpty else {
            return facts.lines + ["", "It has changed nothing that is still known."]
        }
        var changes = TextTable(.left, .right, .right, .right, .left)
        changes.append("CHANGED", "ADDED", "EDITED", "DELETED", "CAN BE RECOVERED")
        for entry in history.entries {
            changes.append(
                DateText.local(entry.time, zone: zone),
                "\(entry.insertedCount)",
                "\(entry.updatedCount)",
                "\(entry.deletedCount)",
                entry.recoverable.isEmpty ? "" : AppStanding.photos(entry.recoverable.count)
            )
        }
        return facts.lines + [""] + changes.lines + (history.hasMore ? ["and earlier ones (--limit N)"] : [])
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
