import AssetColumns
import LibraryModel
import LibraryTestSupport
import Testing

/// Random edits and queries, made to a table and to a plain dictionary of records alike.
@Suite struct AssetTableTests {
    private static let orders: [AssetTerm] = [
        AssetTerm(.creationDate), AssetTerm(.modificationDate), AssetTerm(.duration), AssetTerm(.rating),
        AssetTerm(.traits, shift: 3, mask: 1),
    ]

    private struct Run {
        var generator: SeededGenerator
        var table: AssetTable
        var model: [UInt32: AssetRecord] = [:]
        var lastRow: UInt32 = 0

        mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

        mutating func record(_ row: UInt32) -> AssetRecord {
            var record = AssetRecord(row: row, id: ObjectID(high: generator.next(), low: generator.next()))
            record.shelf = UInt8(number(0..<8))
            record.kind = UInt8(number(0..<4))
            record.rating = UInt8(number(0..<6))
            record.favorite = UInt8(number(0..<2))
            record.place = UInt8(number(0..<2))
            record.subtypes = UInt32(number(0..<16))
            record.traits = UInt32(number(0..<4_096))
            record.pixelWidth = UInt32(number(0..<5_000))
            record.duration = [0, -0.0, 1.5, -2, 1e300, .infinity][number(0..<6)]
            record.creationDate = number(0..<5) == 0 ? AssetRecord.undated : Int64(number(-50..<50))
            record.modificationDate = Int64(number(0..<1_000))
            if number(0..<3) == 0 { record.coordinates.latitude = Double(number(-3..<3)) }
            if number(0..<3) == 0 { record.coordinates.longitude = Double(number(0..<4)) }
            if number(0..<8) == 0 { record.burstIdentifier = "burst \(number(0..<4))" }
            record.unplacedModificationDate = number(0..<10) == 0 ? 7 : record.modificationDate
            return record
        }

        /// Adds, replaces and removes some; the same row now and then twice.
        mutating func edit() {
            var edits: [AssetEdit] = []
            for _ in 0..<number(1..<60) {
                switch number(0..<5) {
                case 0, 1:
                    // Gaps, also of more than a chunk.
                    lastRow += UInt32(number(0..<40) == 0 ? number(1..<9_000) : 1)
                    edits.append(.set(record(lastRow)))
                case 2, 3:
                    guard let row = model.keys.randomElement(using: &generator) else { continue }
                    var changed = record(row)
                    if number(0..<10) > 0, let id = model[row]?.id { changed.id = id }
                    edits.append(.set(changed))
                default: edits.append(.removed(row: UInt32(number(0..<Int(lastRow) + 2))))
                }
            }
            for edit in edits {
                switch edit {
                case .set(let record): model[record.row] = record
                case .removed(let row): model[row] = nil
                }
            }
            table = table.applying(edits)
        }
    }

    private func expected(
        _ run: Run,
        _ matches: (AssetRecord) -> Bool,
        by term: AssetTerm?,
        _ isAscending: Bool
    ) -> [UInt32] {
        func key(_ record: AssetRecord) -> (Double, UInt32) {
            let value: Double =
                switch term?.column {
                case .creationDate: record.creationDate == AssetRecord.undated ? -1e9 : Double(record.creationDate)
                case .modificationDate: Double(record.modificationDate)
                case .duration: record.duration
                case .rating: Double(record.rating)
                case .traits: Double(record.traits >> 3 & 1)
                default: 0
                }
            return (value, record.row)
        }
        let sorted = run.model.values.filter(matches).sorted { key($0) < key($1) }.map(\.row)
        return isAscending ? sorted : sorted.reversed()
    }

    @Test(arguments: (0..<3).map { _ in UInt64.random(in: 0...UInt64.max) })
    func `a table has what its edits say, finds it, sorts it and counts it`(_ seed: UInt64) throws {
        print("asset table: seed \(seed)")
        var builder = AssetTable.Builder()
        var run = Run(generator: SeededGenerator(seed: seed), table: builder.table())
        for step in 0..<150 {
            let (before, records) = (run.table, run.table.records)
            run.edit()
            #expect(before.records == records, "seed \(seed), step \(step): an old generation has changed")
            #expect(run.table.records == run.model.values.sorted { $0.row < $1.row }, "seed \(seed), step \(step)")
            if step % 10 == 0 { #expect(run.table.isConsistent, "seed \(seed), step \(step)") }
            for record in run.model.values.prefix(5) {
                #expect(run.table.row(of: record.id) { _ in true } == record.row)
                #expect(run.table.row(of: record.id) { $0 != record.shelf } == nil)
            }
            #expect(run.table.row(of: ObjectID(high: 1, low: 2)) { _ in true } == nil)
            let (low, high) = (Int64(run.number(-50..<50)), Int64(run.number(-50..<50)))
            let range = min(low, high)...max(low, high)
            let expression = AssetExpression.any([
                .all([.range(AssetTerm(.creationDate), range), .not(.oneOf(AssetTerm(.kind), [1, 300]))]),
                .all([.range(AssetTerm(.subtypes, mask: 5), 1...4), .reals(.duration, 1.5...(.infinity))]),
                .all([.reals(.latitude, -1...1), .oneOfReals(.longitude, [2])]),
                .all([
                    .reals(.latitude, -3...3), .reals(.longitude, -2...1), .range(AssetTerm(.rating), 0...2),
                    .reals(.latitude, 1...9),
                ]),
            ])
            func matches(_ record: AssetRecord) -> Bool {
                range.contains(record.creationDate) && record.kind != 1
                    || (1...4).contains(record.subtypes & 5) && record.duration >= 1.5
                    || record.place != 0 && abs(record.coordinates.latitude) <= 1 && record.coordinates.longitude == 2
                    || record.place != 0 && (1...3).contains(record.coordinates.latitude)
                        && (-2...1).contains(record.coordinates.longitude) && (0...2).contains(record.rating)
            }
            let matching = expected(run, matches, by: nil, true)
            #expect(try run.table.count(AssetQuery(expression)) {} == matching.count)
            #expect(try run.table.rows(AssetQuery(expression)) {} == matching, "seed \(seed), step \(step)")
            let ids = matching.flatMap { run.model[$0]?.id.bytes ?? [] }
            #expect(run.table.identifierBytes(of: matching[...]) == ids)
            let term = AssetTableTests.orders[run.number(0..<AssetTableTests.orders.count)]
            for isAscending in [true, false] {
                let order = AssetQuery.Order(term, isAscending: isAscending)
                let sorted = expected(run, matches, by: term, isAscending)
                #expect(
                    try run.table.rows(AssetQuery(expression, order: order)) {} == sorted,
                    "seed \(seed), step \(step), \(term)"
                )
                #expect(
                    try run.table.rows(AssetQuery(expression, order: order, limit: 3)) {} == Array(sorted.prefix(3))
                )
            }
        }
    }

    @Test(arguments: (0..<3).map { _ in UInt64.random(in: 0...UInt64.max) })
    func `a query among some rows finds the matches that are among them`(_ seed: UInt64) throws {
        print("asset table: seed \(seed)")
        var builder = AssetTable.Builder()
        var run = Run(generator: SeededGenerator(seed: seed), table: builder.table())
        for step in 0..<60 {
            run.edit()
            // Of few rows, of many, and of rows that are not there.
            let share = [2, 30, 99][step % 3]
            let wanted = Set((0...run.lastRow + 5_000).filter { _ in run.number(0..<100) < share })
            var among = RowSet()
            for row in wanted.shuffled(using: &run.generator) { among.insert(row) }
            #expect((0...run.lastRow + 9_000).allSatisfy { among.contains($0) == wanted.contains($0) })
            let expression = AssetExpression.not(.oneOf(AssetTerm(.kind), [1]))
            func matches(_ record: AssetRecord) -> Bool { record.kind != 1 && wanted.contains(record.row) }
            let matching = expected(run, matches, by: nil, true)
            #expect(try run.table.count(AssetQuery(expression, among: among)) {} == matching.count)
            #expect(try run.table.rows(AssetQuery(expression, among: among)) {} == matching, "seed \(seed), \(step)")
            #expect(
                try run.table.rows(AssetQuery(expression, among: among, limit: 2)) {} == Array(matching.prefix(2))
            )
            let term = AssetTableTests.orders[run.number(0..<AssetTableTests.orders.count)]
            for isAscending in [true, false] {
                let order = AssetQuery.Order(term, isAscending: isAscending)
                let sorted = expected(run, matches, by: term, isAscending)
                for limit in [0, 1, 7] {
                    let found = try run.table.rows(
                        AssetQuery(expression, among: among, order: order, limit: limit)
                    ) {}
                    #expect(found == Array(sorted.prefix(limit > 0 ? limit : .max)), "seed \(seed), step \(step)")
                }
            }
        }
    }

    @Test(arguments: (0..<3).map { _ in UInt64.random(in: 0...UInt64.max) })
    func `rows that were found elsewhere are a part of an expression, and matches have a first and a last date`(
        _ seed: UInt64
    ) throws {
        print("asset table: seed \(seed)")
        var builder = AssetTable.Builder()
        var run = Run(generator: SeededGenerator(seed: seed), table: builder.table())
        for step in 0..<40 {
            run.edit()
            let share = [2, 30, 99][step % 3]
            let wanted = [0, 1].map { _ in
                Set((0...run.lastRow + 5_000).filter { _ in run.number(0..<100) < share })
            }
            var query = AssetQuery(
                .any([
                    .all([.found(0), .not(.found(1))]), .all([.found(2), .constant(true)]),
                    .oneOf(AssetTerm(.kind), [1]),
                ])
            )
            query.found = wanted.map { rows in
                var set = RowSet()
                for row in rows { set.insert(row) }
                return set
            }
            func matches(_ record: AssetRecord) -> Bool {
                wanted[0].contains(record.row) && !wanted[1].contains(record.row) || record.kind == 1
            }
            let matching = expected(run, matches, by: nil, true)
            #expect(try run.table.rows(query) {} == matching, "seed \(seed), step \(step)")
            query.order = AssetQuery.Order(AssetTerm(.creationDate), isAscending: false)
            query.limit = 3
            let sorted = expected(run, matches, by: AssetTerm(.creationDate), false)
            #expect(try run.table.rows(query) {} == Array(sorted.prefix(3)), "seed \(seed), step \(step)")
            let records = matching.compactMap { run.model[$0] }
            let created = records.map(\.creationDate).filter { $0 != AssetRecord.undated }
            let extent = try run.table.extent(of: query) {}
            #expect((extent.count, extent.first, extent.last) == (records.count, created.min(), created.max()))
            let added = try run.table.extent(of: query, .added) {}
            #expect((added.first, added.last) == (records.map(\.addedDate).min(), records.map(\.addedDate).max()))
        }
    }

    @Test func `sets of rows are joined, and lose rows`() {
        var (one, other) = (RowSet(), RowSet())
        for row in [UInt32(1), 64, 4_096, 9_000] { one.insert(row) }
        for row in [UInt32(1), 65, 70_000] { other.insert(row) }
        one.formUnion(other)
        one.remove(64)
        one.remove(500_000)
        #expect((0..<80_000).filter { one.contains($0) } == [1, 65, 4_096, 9_000, 70_000])
    }

    @Test func `rows of a full chunk, and of one that begins late, are found`() throws {
        for first in [UInt32(1), 63, 64, 4_095, 4_096, 4_100, 8_191] {
            var builder = AssetTable.Builder()
            for row in first..<first + 9_000 { builder.append(AssetRecord(row: row, id: .random())) }
            let table = builder.table()
            var among = RowSet()
            let wanted = (UInt32(0)..<20_000).filter { $0 % 7 == 3 }
            for row in wanted { among.insert(row) }
            let found = try table.rows(AssetQuery(.constant(true), among: among)) {}
            #expect(found == wanted.filter { (first..<first + 9_000).contains($0) })
        }
    }

    @Test func `whoever gets no places sees none, and no change of one`() throws {
        var builder = AssetTable.Builder()
        for row in UInt32(1)...200 {
            var record = AssetRecord(row: row, id: .random())
            record.place = UInt8(row % 2)
            record.modificationDate = 100
            record.unplacedModificationDate = row == 70 ? 5 : 100
            builder.append(record)
        }
        let table = builder.table()
        let placed = AssetExpression.range(AssetTerm(.place), 1...1)
        #expect(try table.count(AssetQuery(placed)) {} == 100)
        #expect(try table.count(AssetQuery(placed, hidesPlaces: true)) {} == 0)
        let early = AssetExpression.range(AssetTerm(.modificationDate), 0...50)
        #expect(try table.count(AssetQuery(early)) {} == 0)
        #expect(try table.count(AssetQuery(early, hidesPlaces: true)) {} == 1)
        let byDate = AssetQuery.Order(AssetTerm(.modificationDate), isAscending: true)
        let first = AssetQuery(.constant(true), hidesPlaces: true, order: byDate, limit: 1)
        #expect(try table.rows(first) {} == [70])
    }

    @Test func `a query ends between two chunks`() throws {
        struct Stopped: Error {}
        var builder = AssetTable.Builder()
        for row in UInt32(1)...10_000 { builder.append(AssetRecord(row: row, id: .random())) }
        let table = builder.table()
        var looks = 0
        #expect(throws: Stopped.self) {
            try table.count(AssetQuery(.constant(true))) {
                looks += 1
                if looks == 2 { throw Stopped() }
            }
        }
        #expect(looks == 2)
    }
}
