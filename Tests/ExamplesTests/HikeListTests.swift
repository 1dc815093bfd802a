import Foundation
import Testing

@testable import HikingCollage

struct HikeListTests {
    @Test func `reads hikes with their dates`() throws {
        let json = #"[{"name": "Ridge walk", "start": "2026-06-14T08:00:00Z", "end": "2026-06-14T19:30:00+02:00"}]"#
        let hikes = try HikeList(json: Data(json.utf8)).hikes
        #expect(
            hikes == [Hike(name: "Ridge walk", start: date("2026-06-14T08:00:00Z"), end: date("2026-06-14T17:30:00Z"))]
        )
    }

    @Test func `contains its first and last moment and none beyond`() {
        let hike = Hike(name: "h", start: date("2026-06-14T08:00:00Z"), end: date("2026-06-14T17:30:00Z"))
        #expect(hike.contains(hike.start) && hike.contains(hike.end))
        #expect(!hike.contains(hike.start.addingTimeInterval(-0.001)))
        #expect(!hike.contains(hike.end.addingTimeInterval(0.001)))
    }

    @Test(arguments: [
        (#"{"name": "x"}"#, "Expected"),
        (#"[{"name": "x", "start": "2026-06-14T08:00:00Z"}]"#, "hike 1, end"),
        (#"[{"name": "x", "start": "yesterday", "end": "2026-06-14T08:00:00Z"}]"#, "hike 1: "),
        (#"[{"name": "x", "start": "2026-06-15T08:00:00Z", "end": "2026-06-14T08:00:00Z"}]"#, "ends before it starts"),
        (#"[{"name": " ", "start": "2026-06-14T08:00:00Z", "end": "2026-06-14T08:00:00Z"}]"#, "no name"),
        ("[", "not"),
    ])
    func `says what is wrong with a file`(json: String, part: String) {
        let error = #expect(throws: HikeListError.self) { try HikeList(json: Data(json.utf8)) }
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "no error")")
    }

    @Test func `refuses two hikes with one picture`() {
        let day = date("2026-06-14T08:00:00Z")
        #expect(throws: HikeListError(message: "two hikes would both be drawn as \"a-b.jpg\"")) {
            try HikeList([Hike(name: "a/b", start: day, end: day), Hike(name: "a-b", start: day, end: day)])
        }
    }

    @Test(arguments: [
        ("Ridge walk", "Ridge walk.jpg"), ("../../etc", "_.-..-etc.jpg"), (".hidden", "_hidden.jpg"),
        ("one\ntwo", "one-two.jpg"), ("Über den Grat", "Über den Grat.jpg"),
    ])
    func `names the picture after the hike, within its folder`(name: String, picture: String) {
        #expect(Hike(name: name, start: .distantPast, end: .distantFuture).pictureName == picture)
    }

    @Test func `shortens a name that no file can have`() {
        let picture = Hike(name: String(repeating: "é", count: 300), start: .distantPast, end: .distantFuture)
            .pictureName
        #expect(picture == String(repeating: "é", count: 100) + ".jpg")
    }

    @Test func `suggests the busiest days in the order of the calendar`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        let dates = [
            "2026-06-20T09:00:00Z", "2026-06-20T11:00:00Z", "2026-06-20T10:00:00Z", "2026-06-01T23:59:59Z",
            "2026-05-02T08:00:00Z", "2026-05-02T08:30:00Z",
        ].map(date)
        let list = try HikeList(busiestDaysOf: dates, count: 2, calendar: calendar)
        #expect(
            list.hikes == [
                Hike(name: "Hike of 2026-05-02", start: dates[4], end: dates[5]),
                Hike(name: "Hike of 2026-06-20", start: dates[0], end: dates[1]),
            ]
        )
        #expect(try HikeList(json: list.json()).hikes == list.hikes)
    }

    @Test func `suggests whole seconds around the photos`() throws {
        let taken = date("2026-06-20T09:00:00Z").addingTimeInterval(0.25)
        let hike = try #require(HikeList(busiestDaysOf: [taken], count: 1, calendar: .current).hikes.first)
        #expect(hike.start == date("2026-06-20T09:00:00Z") && hike.end == date("2026-06-20T09:00:01Z"))
    }
}

func date(_ text: String) -> Date {
    do {
        return try Date(text, strategy: .iso8601)
    } catch {
        Issue.record("\(text) is no date")
        return .distantPast
    }
}
