import CivilDates
import LibraryModel
import OwnerTools
import Testing

@Suite struct AccessSummaryTests {
    private func words(_ grant: AppGrant) -> String { AccessSummary(grant, zone: .fixed(0)).access }

    @Test(
        arguments: [
            (.authorized, .notDetermined, "full access"), (.limited, .denied, "limited, 1 item"),
            (.denied, .notDetermined, "no access"), (.denied, .authorized, "add only"),
            (.notDetermined, .authorized, "add only"), (.notDetermined, .denied, "no access"),
            (.restricted, .restricted, "restricted"), (.restricted, .authorized, "restricted"),
            (.authorized, .restricted, "full access"), (.notDetermined, .notDetermined, "asks"),
        ] as [(AuthorizationStatus, AuthorizationStatus, String)]
    )
    func `an app's access is said in two words or so`(
        readWrite: AuthorizationStatus,
        addOnly: AuthorizationStatus,
        expected: String
    ) {
        #expect(words(.test(readWrite, addOnly) { $0.selectedCount = 1 }) == expected)
    }

    @Test func `an app that was not answered, and one that only picked, are told from those that ask`() {
        #expect(words(.test { $0.request = .unanswered }) == "not answered")
        #expect(words(.test { $0.request = .answered }) == "asks")
        let picker = AppGrant.test {
            $0.pickedCount = 2
            $0.lastPicked = 60_000_000
        }
        #expect(words(picker) == "picked 2 items")
        let summary = AccessSummary(picker, zone: .fixed(0))
        #expect(summary.adding == nil && summary.lastUsed == "picked 1970-01-01 00:01")
    }

    @Test func `adding is said where it is decided by itself`() {
        #expect(AccessSummary(.test(.denied, .authorized)).adding == "allowed")
        #expect(AccessSummary(.test(.limited, .denied)).adding == "not allowed")
        #expect(AccessSummary(.test(.notDetermined, .notDetermined)).adding == "asks")
        #expect(AccessSummary(.test(.authorized, .notDetermined)).adding == nil)
    }

    @Test func `the facts are safe to be shown in a terminal, and what the app says stands in quotation marks`() {
        let grant = AppGrant.test(.limited, app: "flatpak:org.example\u{1B}[2J") {
            $0.selectedCount = 3
            $0.until = 3_600_000_000
            $0.isSilenced = true
            $0.confirmsChanges = false
            $0.pickedCount = 2
            $0.readablePickCount = 1
            $0.isReplaced = true
        }
        let facts = AccessSummary(grant, zone: .fixed(0)).facts
        #expect(
            facts.map { "\($0.name): \($0.text)" } == [
                "is: the Flatpak app org.example\u{FFFD}[2J", "calls itself: \"Name\u{FFFD}\"",
                "access: limited, 3 items, until 1970-01-01 01:00, silenced, changes without asking",
                "was picked: 2 items: it can read 1 of them now",
                "beware: This program has changed since you allowed it: it has to ask again.",
                "last: used 1970-01-01 00:00",
            ]
        )
    }

    @Test func `what an app did is said by day, with the numbers that there are`() {
        let grant = AppGrant.test(.authorized) {
            $0.days = [
                AppDay(day: 10, lookedAt: 120, read: 10_001, taken: 1),
                AppDay(day: 9, changed: 2, added: 3, deleted: 1), AppDay(day: 3, lookedAt: 1),
                AppDay(day: .max, lookedAt: 1), AppDay(day: .min, lookedAt: 1),
            ]
        }
        let summary = AccessSummary(grant, zone: .fixed(0), now: 10 * 86_400_000_000 + 7)
        #expect(
            summary.latestDeeds
                == "today: 120 items looked at, details of more than 10000 items read, files of 1 item taken"
        )
        #expect(
            summary.facts.dropFirst(4).prefix(3).map { "\($0.name): \($0.text)" } == [
                "today: " + summary.latestDeeds.dropFirst("today: ".count),
                "yesterday: 2 items changed, 3 items added, 1 item deleted", "1970-01-04: 1 item looked at",
            ]
        )
    }
}
