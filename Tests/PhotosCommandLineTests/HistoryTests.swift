import CivilDates
import LibraryClient
import LibraryModel
import Testing

@testable import PhotosCommandLine

@Suite struct HistoryTests {
    private var page: HistoryPage {
        var page = HistoryPage(
            since: ChangeToken(library: ObjectID(high: 0, low: 9), historyEpoch: 1, sequence: 6, visibilityEpoch: 0)
        )
        page.sequences = [7, 8, 9]
        page.times = [0, 1_000_000, 2_000_000]
        page.changeCounts = [2, 0, 1]
        page.unavailable = [1]
        page.authors = [3, 0, 2]
        page.apps = ["exe:/bin/camera"]
        page.appPositions = [1, 0, 0]
        page.objectKinds = [1, 2, 1]
        page.changeKinds = [1, 2, 3]
        page.objects = [ObjectID(high: 0, low: 1), ObjectID(high: 0, low: 2), ObjectID(high: 0, low: 3)]
        page.fields = [0, ChangedFields([.members, .title]).rawValue, 0]
        return page
    }

    private let first = "00000000-0000-0000-0000-000000000001/L0/001"
    private let second = "00000000-0000-0000-0000-000000000002/L0/040"
    private let third = "00000000-0000-0000-0000-000000000003/L0/001"

    @Test func `transactions take their changes from the columns in turn`() throws {
        let transactions = HistoryTransaction.all(of: page)
        #expect(transactions.map(\.sequence) == [7, 8, 9])
        #expect(transactions.map { $0.changes?.map(\.object.string) } == [[first, second], nil, [third]])
        #expect(
            transactions.flatMap { HistoryCommand.lines($0, zone: .fixed(0)) } == [
                "7  1970-01-01 00:00:00 +00:00  exe:/bin/camera", "  inserted  asset   \(first)",
                "  updated   album   \(second)  title, members", "8  1970-01-01 00:00:01 +00:00  unknown",
                "  details are not known any more", "9  1970-01-01 00:00:02 +00:00  owner",
                "  deleted   asset   \(third)",
            ]
        )
    }

    @Test func `a transaction for programs has identifiers by type`() throws {
        let transactions = HistoryTransaction.all(of: page)
        #expect(
            try JSONOutput().text(HistoryJSON(transactions[0]))
                == #"{"albums":{"deleted":[],"inserted":[],"updated":["\#(second)"]},"#
                + #""app":"exe:/bin/camera","assets":{"deleted":[],"inserted":["\#(first)"],"updated":[]},"#
                + #""author":"app","folders":{"deleted":[],"inserted":[],"updated":[]},"hasDetails":true,"sequence":7,"#
                + #""time":"1970-01-01T00:00:00Z"}"#
        )
        #expect(!HistoryJSON(transactions[1]).hasDetails)
        let change = try #require(transactions[0].changes?.last)
        #expect(
            try JSONOutput().text(ChangeJSON(change, of: transactions[0]))
                == #"{"app":"exe:/bin/camera","author":"app","change":"updated","fields":["title","members"],"identifier":"\#(second)","#
                + #""sequence":7,"time":"1970-01-01T00:00:00Z","type":"album"}"#
        )
    }

    @Test func `tokens go to text and back, and an altered one is refused`() throws {
        let token = ChangeToken(library: ObjectID(high: 1, low: 2), historyEpoch: 3, sequence: 4, visibilityEpoch: 5)
        let text = TokenText.text(token)
        #expect(TokenText.token(text) == token)
        #expect(TokenText.token(String(text.dropLast(4))) == nil)
        #expect(TokenText.token("!" + text.dropFirst()) == nil)
        let last = try #require(text.firstIndex(of: "E"))
        var altered = text
        altered.replaceSubrange(last...last, with: "F")
        #expect(TokenText.token(altered) == nil)
    }
}
