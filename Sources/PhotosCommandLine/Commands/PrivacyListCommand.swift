import CivilDates
import Languages
import LibraryClient
import LibraryModel
import OwnerTools
import TerminalText

/// `photos privacy list`.
enum PrivacyListCommand {
    static let description = CommandDescription(
        "privacy list",
        summary: localized("List the apps that have asked, and what they may do"),
        discussion: localized(
            """
            Apps that have asked for access come first. NAME is what the system's .desktop files call the program, when only \
            root can have written them; CALLS ITSELF is the app's own claim. Apps that only ever used the picker got the \
            photos that you picked in it, and nothing else. --json prints everything that is known of each app.
            """
        ),
        options: [.json],
        run: run
    )

    private static func run(_ context: CommandContext) throws -> ExitCode {
        let client = context.connect()
        let grants = try client.grants()
        if context.printsJSON {
            try context.output.printJSON(try grants.map { try AppJSON($0, from: client) })
            return .success
        }
        if grants.isEmpty { context.messages.say(localized("no app has asked yet")) }
        for line in lines(grants) { try context.output.printLine(line) }
        return .success
    }

    static func lines(_ grants: [AppGrant], zone: TimeZoneOffsets = .local) -> [String] {
        Array(AppGroup.groups(of: grants).map { [$0.title] + table($0.apps, zone) }.joined(separator: [""]))
    }

    private static func table(_ grants: [AppGrant], _ zone: TimeZoneOffsets) -> [String] {
        var table = TextTable(.left, .left, .left, .left, .left, .left, .left)
        table.appendHeading(
            localized("App"),
            localized("Name"),
            localized("access"),
            localized("adding"),
            localized("last"),
            localized("calls itself"),
            localized("Notes")
        )
        for grant in grants {
            let summary = AccessSummary(grant, zone: zone)
            table.append(
                grant.app.sanitized,
                AppEvidence(app: grant.app).name ?? "",
                summary.access,
                summary.adding ?? "",
                summary.lastUsed,
                grant.claimedName.sanitized,
                ([summary.latestDeeds, summary.preferences] + summary.warnings).filter { !$0.isEmpty }.listed
            )
        }
        return table.lines
    }
}
