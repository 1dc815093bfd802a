import CivilDates
import LibraryModel
import Testing

@testable import PhotoSearch

@Suite struct SearchTests {
    /// Wednesday, 2024-05-15 01:30 two hours east of Greenwich, where it is still Tuesday.
    private let dates = SearchDates(
        now: 1_715_729_400_000_000,
        zone: .fixed(7_200),
        years: { month in month == 2 ? [2024, 2023] : [2023] }
    )

    /// Days there, the first and the one after the last.
    private func stretches(_ text: String) -> [String]? {
        dates.ranges(text.split(separator: " ").map { String($0) })?.map { range in
            [range.lowerBound, range.upperBound].map { String(DateText.local($0, zone: .fixed(7_200)).prefix(16)) }
                .map { $0.hasSuffix(" 00:00") ? String($0.prefix(10)) : $0 }.joined(separator: " ")
        }
    }

    @Test(arguments: [
        ("2023", ["2023-01-01 2024-01-01"]), ("2023-06", ["2023-06-01 2023-07-01"]),
        ("2023-12", ["2023-12-01 2024-01-01"]), ("2023-06-15", ["2023-06-15 2023-06-16"]),
        ("2023/6/15", ["2023-06-15 2023-06-16"]), ("15.6.2023", ["2023-06-15 2023-06-16"]),
        ("6/15/2023", ["2023-06-15 2023-06-16"]), ("06/2023", ["2023-06-01 2023-07-01"]),
        ("june", ["2023-06-01 2023-07-01"]), ("jun", ["2023-06-01 2023-07-01"]), ("sept", ["2023-09-01 2023-10-01"]),
        ("february", ["2024-02-01 2024-03-01", "2023-02-01 2023-03-01"]),
        ("june 2023", ["2023-06-01 2023-07-01"]), ("2023 june", ["2023-06-01 2023-07-01"]),
        ("june 12", ["2023-06-12 2023-06-13"]), ("12 june", ["2023-06-12 2023-06-13"]),
        ("12th of june 2021", ["2021-06-12 2021-06-13"]), ("june 1st 2021", ["2021-06-01 2021-06-02"]),
        ("february 29", ["2024-02-29 2024-03-01"]), ("february 30", []),
        ("today", ["2024-05-15 2024-05-16"]), ("yesterday", ["2024-05-14 2024-05-15"]),
        ("this week", ["2024-05-13 2024-05-20"]), ("last week", ["2024-05-06 2024-05-13"]),
        ("this month", ["2024-05-01 2024-06-01"]), ("last month", ["2024-04-01 2024-05-01"]),
        ("this year", ["2024-01-01 2025-01-01"]), ("last year", ["2023-01-01 2024-01-01"]),
    ])
    func `dates are stretches of days where the person is`(_ text: String, _ found: [String]) {
        #expect(stretches(text) == found)
    }

    @Test(arguments: [
        "", "ju", "j", "ma", "1799", "2200", "20231", "2023-13", "2023-00", "2023-02-30", "6/2023/15", "next week",
        "last", "last june", "june june", "june 32", "2023 2024", "12 13", "last day", "-", "2023-", "1.2",
        "june 2023 x",
        "99999999999999999999", "99999999999999999999-01", "０６",
    ])
    func `other words are no dates`(_ text: String) {
        #expect(stretches(text) == nil)
    }

    private func reading(_ text: String) throws -> String {
        try SearchText(dates: dates).condition(for: text).map { describe($0) } ?? "everything"
    }

    private func describe(_ condition: SearchCondition) -> String {
        switch condition {
        case .compare("anyText", .contains, _, .text(let text)): "‘\(text)’"
        case .compare("creationDate", .greaterOrEqual, _, .date(let date)):
            ">=" + DateText.local(date, zone: .fixed(7_200)).prefix(10)
        case .compare("creationDate", .less, _, .date(let date)):
            "<" + DateText.local(date, zone: .fixed(7_200)).prefix(10)
        case .compare(let key, _, _, _): key
        case .subtype(let subtype): "subtype \(subtype.rawValue)"
        case .constant(let value): "\(value)"
        case .all(let conditions): "(" + conditions.map(describe).joined(separator: " & ") + ")"
        case .any(let conditions): "(" + conditions.map(describe).joined(separator: " | ") + ")"
        case .program: "program"
        }
    }

    @Test(arguments: [
        ("", "everything"), (" \n ", "everything"), ("\"\"", "everything"), ("beach", "(‘beach’)"),
        ("Beach Sun", "((‘Beach’) & (‘Sun’))"), ("\"Beach  Sun\"", "(‘Beach Sun’)"), ("a\"b c", "((‘a’) & (‘b c’))"),
        ("2023", "((>=2023-01-01 & <2024-01-01) | ‘2023’)"), ("\"2023\"", "(‘2023’)"),
        ("JUNE", "((>=2023-06-01 & <2023-07-01) | ‘JUNE’)"),
        ("last week", "((>=2024-05-06 & <2024-05-13) | (‘last’ & ‘week’))"),
        (
            "june, 2023 x",
            "(((>=2023-06-01 & <2023-07-01) | (‘june,’ & ‘2023’)) & (‘x’))"
        ),
        ("video", "(mediaType | ‘video’)"), ("vide", "(mediaType | ‘vide’)"), ("vid", "(‘vid’)"),
        ("screenshots", "(subtype 4 | ‘screenshots’)"),
        ("live photo", "(subtype 8 | (‘live’ & ‘photo’))"),
        ("favourite", "(isFavorite | ‘favourite’)"), ("panor", "(subtype 1 | ‘panor’)"), ("raw", "(isRAW | ‘raw’)"),
    ])
    func `words are read in every way that they can mean`(_ text: String, _ meaning: String) throws {
        #expect(try reading(text) == meaning)
    }

    @Test func `a condition is a program in postfix order`() {
        let condition = SearchCondition.all([.constant(true), .any([]), .all([]), .subtype(.photoLive)])
        #expect(
            condition.program.instructions == [
                .constant(true), .constant(false), .and, .constant(true), .and, .key("mediaSubtypes"),
                .literal(.integer(8)), .bitwiseAnd, .literal(.integer(0)), .compare(.notEqual, []), .and,
            ]
        )
    }
}
