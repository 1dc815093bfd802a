import CivilDates
import LibraryModel
import Testing

@testable import LibraryClient
@testable import PhotosCommandLine

@Suite struct PrivacyTests {
    private func grant(
        _ app: String,
        _ readWrite: AuthorizationStatus = .notDetermined,
        _ change: (inout AppGrant) -> Void = { _ in }
    ) -> AppGrant {
        var grant = AppGrant(
            app: app,
            claimedName: "Name",
            readWrite: readWrite,
            addOnly: .notDetermined,
            selectedCount: 0,
            lastUsed: 0
        )
        change(&grant)
        return grant
    }

    @Test func `apps that only used the picker are listed apart from those that asked`() {
        let grants = [
            grant("exe:/a", .limited) {
                $0.selectedCount = 1
                $0.until = 1_000_000
            },
            grant("exe:/b") {
                $0.pickedCount = 2
                $0.lastPicked = 2_000_000
            },
            // Denied and picked: it asked.
            grant("exe:/c", .denied) {
                $0.pickedCount = 1
                $0.isSilenced = true
                $0.confirmsChanges = false
            },
            // Asked, and was not answered.
            grant("exe:/d") { $0.request = .unanswered },
            // The same, and used a picker as well.
            grant("exe:/e") {
                $0.request = .unanswered
                $0.pickedCount = 1
                $0.lastPicked = 2_000_000
            },
            // Was answered, and is to be asked again.
            grant("exe:/f") {
                $0.request = .answered
                $0.pickedCount = 1
                $0.lastPicked = 2_000_000
            },
        ]
        #expect(
            PrivacyListCommand.lines(grants, zone: .fixed(0)) == [
                "Asked for access",
                "APP     ACCESS                                              ADD  LAST USED                   CALLS ITSELF  NOTES",
                "exe:/a  limited, 1 photo, until 1970-01-01 00:00:01 +00:00  ask  1970-01-01 00:00:00 +00:00  Name",
                "exe:/c  denied                                              ask  1970-01-01 00:00:00 +00:00  Name          silenced, changes without confirmation",
                "exe:/d  ask                                                 ask  1970-01-01 00:00:00 +00:00  Name          not answered",
                "exe:/e  ask                                                 ask  1970-01-01 00:00:00 +00:00  Name          not answered",
                "exe:/f  ask                                                 ask  1970-01-01 00:00:00 +00:00  Name",
                "",
                "Only used the picker: they got the photos that you picked, and nothing else",
                "APP     GOT       LAST PICKED                 CALLS ITSELF  NOTES",
                "exe:/b  2 photos  1970-01-01 00:00:02 +00:00  Name",
            ]
        )
        #expect(PrivacyListCommand.lines([]) == [])
    }

    @Test func `everything that is known of an app is exported`() throws {
        let app = grant("exe:/a", .limited) {
            $0.selectedCount = 1
            $0.until = 1_000_000
            $0.pickedCount = 3
            $0.readablePickCount = 2
            $0.lastPicked = 2_000_000
        }
        #expect(
            try JSONOutput().text(AppJSON(app, selection: [ObjectID(high: 0, low: 1)]))
                == #"{"access":"limited","addOnly":"ask","app":"exe:/a","claimedName":"Name","confirmsChanges":true,"#
                + #""isReplaced":false,"isSilenced":false,"lastPicked":"1970-01-01T00:00:02Z","#
                + #""lastUsed":"1970-01-01T00:00:00Z","#
                + #""onlyUsedPicker":false,"photos":["00000000-0000-0000-0000-000000000001/L0/001"],"pickedCount":3,"#
                + #""readablePicks":2,"selected":1,"until":"1970-01-01T00:00:01Z","waitsForAnswer":false}"#
        )
    }

    @Test func `an app is shown with what it changed`() {
        var changes = AppChanges()
        changes.transactions = [
            AppTransaction(
                sequence: 3,
                time: 5_000_000,
                insertedCount: 1,
                updatedCount: 2,
                deletedCount: 3,
                keptCount: 9
            )
        ]
        changes.hasMore = true
        let lines = PrivacyShowCommands.lines(grant("exe:/a", .authorized), changes, zone: .fixed(0))
        #expect(lines.contains("Access        full"))
        #expect(
            lines.suffix(4) == [
                "", "TRANSACTION  CHANGED                     ADDED  EDITED  DELETED  KEPT",
                "          3  1970-01-01 00:00:05 +00:00      1       2        3     9", "and earlier ones (--limit N)",
            ]
        )
        #expect(
            PrivacyShowCommands.lines(grant("exe:/a"), AppChanges()).last
                == "It has changed nothing that is still known."
        )
    }

    @Test(
        arguments: [
            ("90s", 1_000_000 + 90_000_000), ("30m", 1_000_000 + 1_800_000_000), ("2h", 1_000_000 + 7_200_000_000),
            ("7d", 1_000_000 + 604_800_000_000), ("4w", 1_000_000 + 2_419_200_000_000), ("1970-01-02", 86_400_000_000),
            ("1970-01-01T00:00:09Z", 9_000_000),
        ] as [(String, Int64)]
    )
    func `an end is a date or a span from now`(_ text: String, _ end: Int64) {
        let parser = EndParser(dates: DateParser(zone: .fixed(0)))
        #expect(parser.instant(text, now: 1_000_000) == end)
    }

    @Test(arguments: ["", "h", "-2h", "+2h", "2 h", "2y", "1.5h", "99999999999999999999h", "9999999999999w", "soon"])
    func `what is neither a date nor a span is refused`(_ text: String) {
        #expect(EndParser().instant(text, now: 1_000_000) == nil)
    }

    @Test func `an app that never came can be decided about, and not be shown`() throws {
        let known = KnownApps(grants: [grant("exe:/usr/bin/camera")])
        #expect(try known.grant("camera").app == "exe:/usr/bin/camera")
        #expect(try known.app("/usr/bin/other") == "exe:/usr/bin/other")
        #expect(throws: CommandFailure.self) { try known.grant("/usr/bin/other") }
    }
}
