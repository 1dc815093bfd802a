import Testing

@testable import CivilDates

@Suite struct DateTests {
    @Test(arguments: [
        (0, 7200, "1970-01-01 02:00:00 +02:00"),
        (1_714_564_802_000_000, -12_600, "2024-05-01 08:30:02 -03:30"),
        (-1, 0, "1969-12-31 23:59:59 +00:00"),
        (951_782_400_000_000, 0, "2000-02-29 00:00:00 +00:00"),
        (-2_203_977_600_000_000, 0, "1900-02-28 00:00:00 +00:00"),
        (-62_135_596_800_000_000, 0, "0001-01-01 00:00:00 +00:00"),
    ])
    func `dates for people have local time and offset`(_ instant: Int64, _ offset: Int64, _ text: String) {
        #expect(DateText.local(instant, zone: .fixed(offset)) == text)
    }

    @Test(arguments: [
        (1_714_564_802_000_000, "2024-05-01T12:00:02Z"), (1_714_564_802_250_000, "2024-05-01T12:00:02.250Z"),
        (1_714_564_802_000_001, "2024-05-01T12:00:02.000001Z"), (-500_000, "1969-12-31T23:59:59.500Z"),
    ])
    func `dates for programs are universal`(_ instant: Int64, _ text: String) {
        #expect(DateText.universal(instant) == text)
    }

    @Test func `the ends of what an instant can be are printed`() {
        #expect(DateText.universal(.max) == "294247-01-10T04:00:54.775807Z")
        #expect(DateText.universal(.min) == "-290308-12-21T19:59:05.224192Z")
    }

    @Test(arguments: [
        ("2024-05-01T12:00:02Z", 1_714_564_802_000_000), ("2024-05-01 14:00:02 +02:00", 1_714_564_802_000_000),
        ("2024-05-01T08:30:02-0330", 1_714_564_802_000_000), ("2024-5-1 12:00:02.25Z", 1_714_564_802_250_000),
        ("1970-01-01 0:00+00", 0), ("1969-12-31T23:59:59.999999Z", -1),
    ])
    func `dates with an offset are read`(_ text: String, _ instant: Int64) {
        #expect(DateParser(zone: .fixed(3600)).instant(text) == instant)
    }

    @Test func `dates without an offset are local`() {
        #expect(DateParser(zone: .fixed(3600)).instant("1970-01-02") == 82_800_000_000)
        #expect(DateParser(zone: .fixed(-3600)).instant("1970-01-01 00:30") == 5_400_000_000)
    }

    @Test func `the offset is the one of the moment itself, also just after the clocks changed`() {
        // One hour east until 10:00 UTC, two hours from then on: 12:30 is after the change.
        let zone = TimeZoneOffsets { $0 < 36_000_000_000 ? 3600 : 7200 }
        #expect(DateParser(zone: zone).instant("1970-01-01 12:30") == 37_800_000_000)
        #expect(DateParser(zone: zone).instant("1970-01-01 10:30") == 34_200_000_000)
    }

    @Test(arguments: [
        "", "2024", "2024-05", "2024-13-01", "2024-02-30", "2023-02-29", "1900-02-29", "0000-01-01", "2024-05-01T",
        "2024-05-01 25:00", "2024-05-01 12:60", "2024-05-01 12", "2024-05-01 12:00:60", "2024-05-01 12:00 +2",
        "2024-05-01 12:00 +19:00", "2024-05-01 12:00 +02:60", "2024-05-01 12:00 CET", "2024-05-01 12:00:00.Z",
        "24-05-01", "yesterday", "2024-05-01 12:00Z+", "２０２４-05-01",
    ])
    func `what is no date is refused`(_ text: String) {
        #expect(DateParser(zone: .fixed(0)).instant(text) == nil)
    }

    @Test func `every day of four hundred years goes to civil time and back`() {
        var day = CivilTime(year: 1600, month: 1, day: 1).instant(offset: 0)
        let last = CivilTime(year: 2000, month: 12, day: 31).instant(offset: 0)
        var previous = CivilTime(instant: day - 1)
        while day <= last {
            let civil = CivilTime(instant: day)
            guard civil.isValid, civil.instant(offset: 0) == day,
                (civil.year, civil.month, civil.day) > (previous.year, previous.month, previous.day)
            else {
                Issue.record("\(civil) after \(previous)")
                return
            }
            previous = civil
            day += 86_400_000_000
        }
        #expect(previous == CivilTime(year: 2000, month: 12, day: 31))
    }
}
