import LibraryModel
import Testing

@testable import AgentPage

@Suite struct MonthSpreadTests {
    /// The spread of a result, and how many places were looked at.
    private func spread(_ months: [MonthSpread.Month]) throws -> (counts: [MonthCount], looks: Int, calls: Int) {
        var looks = 0
        var calls = 0
        let counts = try MonthSpread.counts(of: months.count) { places in
            #expect(places.count <= MonthSpread.maximumPlaces && places == places.sorted())
            looks += places.count
            calls += 1
            return places.map { months[$0] }
        }
        return (counts, looks, calls)
    }

    private func result(_ runs: [(MonthSpread.Month, Int)]) -> [MonthSpread.Month] {
        runs.flatMap { Array(repeating: $0.0, count: $0.1) }
    }

    @Test func `nothing is in no month`() throws {
        #expect(try spread([]).counts == [])
    }

    @Test(arguments: [1, 767, 768, 769, 770, 5_000, 100_000])
    func `runs are found wherever they end`(_ length: Int) throws {
        for first in Set([1, 2, length / 3, length / 2, length - 2, length - 1, length])
        where (1...length).contains(first) {
            let runs: [(MonthSpread.Month, Int)] = [(.month(24_300), first), (.none, length - first)]
            let expected = [MonthCount(month: 24_300, count: first), MonthCount(month: nil, count: length - first)]
            #expect(try spread(result(runs)).counts == expected.filter { $0.count > 0 })
        }
    }

    @Test func `a month of one photo between long ones is found`() throws {
        let runs: [(MonthSpread.Month, Int)] = [(.month(9), 50_001), (.month(8), 1), (.month(7), 70_000)]
        #expect(try spread(result(runs)).counts.map(\.count) == [50_001, 1, 70_000])
    }

    @Test func `a long result is looked at in few places`() throws {
        let months = result((0..<200).map { (MonthSpread.Month.month(30_000 - Int32($0)), 3_000 + $0 * 20) })
        let (counts, looks, calls) = try spread(months)
        #expect(counts.map(\.count) == (0..<200).map { 3_000 + $0 * 20 })
        #expect(looks < 5_000 && calls < 20)
    }

    @Test func `what is gone meanwhile counts to its neighbour`() throws {
        let months: [MonthSpread.Month] = [.gone, .month(5), .gone, .gone, .month(4), .none, .gone]
        #expect(
            try spread(months).counts == [
                MonthCount(month: 5, count: 4), MonthCount(month: 4, count: 1), MonthCount(month: nil, count: 2),
            ]
        )
    }
}
