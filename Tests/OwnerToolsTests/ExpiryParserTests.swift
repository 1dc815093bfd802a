import CivilDates
import OwnerTools
import Testing

@Suite struct ExpiryParserTests {
    @Test(
        arguments: [
            ("90s", 1_000_000 + 90_000_000), ("30m", 1_000_000 + 1_800_000_000), ("2h", 1_000_000 + 7_200_000_000),
            ("7d", 1_000_000 + 604_800_000_000), ("4w", 1_000_000 + 2_419_200_000_000), ("1970-01-02", 86_400_000_000),
            ("1970-01-01T00:00:09Z", 9_000_000),
        ] as [(String, Int64)]
    )
    func `an end is a date or a span from now`(_ text: String, _ end: Int64) {
        let parser = ExpiryParser(dates: DateParser(zone: .fixed(0)))
        #expect(parser.instant(text, now: 1_000_000) == end)
    }

    @Test(arguments: ["", "h", "-2h", "+2h", "2 h", "2y", "1.5h", "99999999999999999999h", "9999999999999w", "soon"])
    func `what is neither a date nor a span is refused`(_ text: String) {
        #expect(ExpiryParser().instant(text, now: 1_000_000) == nil)
    }
}
