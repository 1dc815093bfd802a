import LibraryModel
import Testing

@testable import AgentPage

@Suite struct DateSpreadTests {
    /// The spread of a result, and how many places were looked at.
    private func spread(_ parts: [DateSpread.Part]) throws -> (counts: [DateSpread.Count], looks: Int, calls: Int) {
        var looks = 0
        var calls = 0
        let counts = try DateSpread.counts(of: parts.count) { places in
            #expect(places.count <= DateSpread.maximumPlaces && places == places.sorted())
            looks += places.count
            calls += 1
            return places.map { parts[$0] }
        }
        return (counts, looks, calls)
    }

    private func result(_ runs: [(DateSpread.Part, Int)]) -> [DateSpread.Part] {
        runs.flatMap { Array(repeating: $0.0, count: $0.1) }
    }

    @Test func `nothing is in no month`() throws {
        #expect(try spread([]).counts == [])
    }

    @Test(arguments: [1, 767, 768, 769, 770, 5_000, 100_000])
    func `runs are found wherever they end`(_ length: Int) throws {
        for first in Set([1, 2, length / 3, length / 2, length - 2, length - 1, length])
        where (1...length).contains(first) {
            let runs: [(DateSpread.Part, Int)] = [(.month(24_300), first), (.none, length - first)]
            let expected = [count(month: 24_300, count: first), count(month: nil, count: length - first)]
            #expect(try spread(result(runs)).counts == expected.filter { $0.count > 0 })
        }
    }

    @Test func `a month of one photo between long ones is found`() throws {
        let runs: [(DateSpread.Part, Int)] = [(.month(9), 50_001), (.month(8), 1), (.month(7), 70_000)]
        #expect(try spread(result(runs)).counts.map(\.count) == [50_001, 1, 70_000])
    }

    @Test func `a long result is looked at in few places`() throws {
        let months = result((0..<200).map { (DateSpread.Part.month(30_000 - Int32($0)), 3_000 + $0 * 20) })
        let (counts, looks, calls) = try spread(months)
        #expect(counts.map(\.count) == (0..<200).map { 3_000 + $0 * 20 })
        #expect(looks < 5_000 && calls < 20)
    }

    @Test func `what is gone meanwhile counts to its neighbour`() throws {
        let months: [DateSpread.Part] = [.gone, .month(5), .gone, .gone, .month(4), .none, .gone]
        #expect(
            try spread(months).counts == [
                count(month: 5, count: 4), count(month: 4, count: 1), count(month: nil, count: 2),
            ]
        )
    }

    @Test func `a day between others of its month is found`() throws {
        let days: [(Int32?, Int)] = [(31, 4_000), (30, 1), (2, 5_000)]
        let parts = result(days.map { (.period(DateSpread.Period(month: 9, day: $0)), $1) })
        #expect(try spread(parts).counts.map(\.period?.day) == [31, 30, 2])
        #expect(try spread(parts).counts.map(\.count) == [4_000, 1, 5_000])
    }
}

extension DateSpread.Part {
    fileprivate static func month(_ month: Int32) -> DateSpread.Part { .period(DateSpread.Period(month: month)) }
}

private func count(month: Int32?, count: Int) -> DateSpread.Count {
    DateSpread.Count(period: month.map { DateSpread.Period(month: $0) }, count: count)
}
