import CivilDates
import LibraryClient
import LibraryModel
import TerminalText

/// `photos privacy list`.
enum PrivacyListCommand {
    static let description = CommandDescription(
        "privacy list",
        summary: "List the apps that have asked, and what they may do",
        discussion: """
            Apps that have asked for access come first. Apps that only ever used the picker got the photos that you picked
            in it, and nothing else. With --json everything that is known of each app.
            """,
        options: [.json],
        run: run
    )

    private static func run(_ context: CommandContext) throws -> ExitCode {
        let client = context.connect()
        let grants = try client.grants()
        if context.printsJSON {
            let apps = try grants.map { AppJSON($0, selection: try selection(of: $0, client)) }
            try context.output.printJSON(apps)
            return .success
        }
        if grants.isEmpty { context.messages.say("no app has asked yet") }
        for line in lines(grants) { try context.output.printLine(line) }
        return .success
    }

    static func selection(of grant: AppGrant, _ client: LibraryClient) throws(LibraryError) -> [ObjectID]? {
        grant.readWrite == .limited ? try client.selection(ofApp: grant.app) : nil
    }

    static func lines(_ grants: [AppGrant], zone: TimeZoneOffsets = .local) -> [String] {
        let apps = grants.map { AppStanding(grant: $0, zone: zone) }
        let picking = apps.filter(\.grant.onlyUsedPicker)
        let asking = apps.filter { !$0.grant.onlyUsedPicker }
        var lines: [String] = []
        if !asking.isEmpty {
            var table = TextTable(.left, .left, .left, .left, .left, .left)
            table.append("APP", "ACCESS", "ADD", "LAST USED", "CALLS ITSELF", "NOTES")
            for app in asking {
                table.append(
                    app.grant.app.shown,
                    app.access,
                    app.grant.addOnly.word,
                    app.lastUsed,
                    app.grant.claimedName.shown,
                    app.notes
                )
            }
            lines += ["Asked for access"] + table.lines
        }
        if !picking.isEmpty {
            var table = TextTable(.left, .left, .left, .left, .left)
            table.append("APP", "GOT", "LAST PICKED", "CALLS ITSELF", "NOTES")
            for app in picking {
                table.append(
                    app.grant.app.shown,
                    AppStanding.photos(app.grant.pickedCount),
                    app.grant.lastPicked.map { DateText.local($0, zone: zone) } ?? "",
                    app.grant.claimedName.shown,
                    app.notes
                )
            }
            if !lines.isEmpty { lines.append("") }
            lines += ["Only used the picker: they got the photos that you picked, and nothing else"] + table.lines
        }
        return lines
    }
}
