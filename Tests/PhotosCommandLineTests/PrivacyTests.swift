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
                "APP     NAME  ACCESS           ADDING  LAST                   CALLS ITSELF  NOTES",
                "exe:/a        limited, 1 item          used 1970-01-01 00:00  Name          until 1970-01-01 00:00",
                "exe:/c        no access                used 1970-01-01 00:00  Name          silenced, changes without asking",
                "exe:/d        not answered     asks    used 1970-01-01 00:00  Name",
                "exe:/e        not answered     asks    used 1970-01-01 00:00  Name",
                "exe:/f        asks             asks    used 1970-01-01 00:00  Name",
                "",
                "Only used the picker: they got the photos that you picked, and nothing else",
                "APP     NAME  ACCESS          ADDING  LAST                     CALLS ITSELF  NOTES",
                "exe:/b        picked 2 items          picked 1970-01-01 00:00  Name",
            ]
        )
        #expect(PrivacyListCommand.lines([]) == [])
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
        #expect(lines.contains("access        full access"))
        #expect(
            lines.suffix(4) == [
                "", "TRANSACTION  CHANGED                     INSERTED  UPDATED  DELETED  KEPT",
                "          3  1970-01-01 00:00:05 +00:00         1        2        3     9",
                "and earlier ones (--limit N)",
            ]
        )
        #expect(
            PrivacyShowCommands.lines(grant("exe:/a"), AppChanges()).last
                == "It has changed nothing that the library still knows of."
        )
    }

    @Test func `an app that never came can be decided about, and not be shown`() throws {
        let known = KnownApps(grants: [grant("exe:/usr/bin/camera")])
        #expect(try known.grant("camera").app == "exe:/usr/bin/camera")
        #expect(try known.app("/usr/bin/other") == "exe:/usr/bin/other")
        #expect(throws: CommandFailure.self) { try known.grant("/usr/bin/other") }
    }
}
