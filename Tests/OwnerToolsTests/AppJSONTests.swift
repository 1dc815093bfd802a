import FoundationEssentials
import LibraryModel
import OwnerTools
import Testing

@Suite struct AppJSONTests {
    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test func `an app is described in PhotoKit's words, with a summary for people`() throws {
        let grant = AppGrant.test(.limited) {
            $0.selectedCount = 1
            $0.until = 1_000_000
            $0.pickedCount = 3
            $0.readablePickCount = 2
            $0.lastPicked = 2_000_000
            $0.days = [AppDay(day: 2, lookedAt: 2)]
        }
        #expect(
            try json(AppJSON(grant, selection: [ObjectID(high: 0, low: 1)]))
                == #"{"addOnly":"notDetermined","app":"exe:/usr/bin/camera","claimedName":"Name\#u{FFFD}","#
                + #""confirmsChanges":true,"days":[{"added":0,"changed":0,"date":"1970-01-03","deleted":0,"lookedAt":2,"read":0,"#
                + #""summary":"2 items looked at","taken":0}],"evidence":{"kind":"program","text":"/usr/bin/camera"},"hidesPlaces":false,"#
                + #""isReplaced":false,"isSilenced":false,"lastPicked":"1970-01-01T00:00:02Z","#
                + #""lastUsed":"1970-01-01T00:00:00Z","onlyUsedPicker":false,"pickedCount":3,"#
                + #""readWrite":"limited","readablePickCount":2,"selectedCount":1,"#
                + #""selection":["00000000-0000-0000-0000-000000000001/L0/001"],"summary":"limited, 1 item","#
                + #""until":"1970-01-01T00:00:01Z","uploadDestinations":[],"waitsForAnswer":false,"warnings":[]}"#
        )
    }

    @Test(arguments: AuthorizationStatus.allCases) func `a status is read by the name that it has`(
        status: AuthorizationStatus
    ) {
        #expect(AuthorizationStatus(name: status.name) == status)
        #expect(AuthorizationStatus(name: status.name + "x") == nil)
    }

    @Test func `a level is read by the name that it has`() {
        for level in [AccessLevel.addOnly, .readWrite] { #expect(AccessLevel(name: level.name) == level) }
        #expect(AccessLevel(name: "full") == nil)
    }
}
