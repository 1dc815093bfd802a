import Foundation
import Testing

@testable import AlbumByMonth

struct MonthTests {
    @Test func `is the month where the calendar is`() throws {
        var calendar = Calendar(identifier: .gregorian)
        let instant = date("2025-12-31T23:30:00Z")
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        #expect(Month(instant, calendar: calendar).albumTitle == "2025-12")
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 3_600))
        #expect(Month(instant, calendar: calendar).albumTitle == "2026-01")
        #expect(Month(instant, calendar: calendar).folderTitle == "2026 by month")
    }

    @Test func `comes in the order of time`() {
        let calendar = Calendar(identifier: .gregorian)
        let dates = ["2026-02-14T12:00:00Z", "2025-12-14T12:00:00Z", "2026-01-14T12:00:00Z"].map(date)
        #expect(
            dates.map { Month($0, calendar: calendar) }.sorted().map(\.albumTitle) == ["2025-12", "2026-01", "2026-02"]
        )
    }
}
