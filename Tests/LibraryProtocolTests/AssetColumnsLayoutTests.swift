import LibraryModel
import LibraryProtocol
import LibraryTestSupport
import Testing

/// Asset columns in memory, of a library and of a hostile one.
@Suite struct AssetColumnsLayoutTests {
    /// Columns of all kinds, with as many values as there are assets.
    private static func page(_ count: Int, seed: UInt64 = 1) -> AssetPage {
        var generator = SeededGenerator(seed: seed)
        var page = AssetPage()
        func values<Value>(_ next: (inout SeededGenerator) -> Value) -> [Value] {
            (0..<count).map { _ in next(&generator) }
        }
        page.flags = values { .random(in: 0..<1 << 13, using: &$0) }
        page.mediaKind = values { .random(in: 0..<4, using: &$0) }
        page.mediaSubtypes = values { .random(in: 0...UInt32.max, using: &$0) }
        page.pixelWidth = values { .random(in: 0...UInt32.max, using: &$0) }
        page.pixelHeight = values { .random(in: 0...UInt32.max, using: &$0) }
        page.duration = values { .random(in: 0..<1e6, using: &$0) }
        page.creationDate = values { .random(in: Int64.min...Int64.max, using: &$0) }
        page.modificationDate = values { .random(in: Int64.min...Int64.max, using: &$0) }
        page.addedDate = values { .random(in: Int64.min...Int64.max, using: &$0) }
        page.latitude = values { .random(in: -90...90, using: &$0) }
        page.longitude = values { .random(in: -180...180, using: &$0) }
        page.altitude = values { .random(in: 0..<9_000, using: &$0) }
        page.rating = values { .random(in: 0..<6, using: &$0) }
        let bursts = page.flags.filter { AssetPage.Flags(rawValue: $0).contains(.hasBurstIdentifier) }
        page.burstIdentifiers = bursts.indices.map { "burst \($0) ä" }
        return page
    }

    private static func bytes(_ page: AssetPage) -> [UInt8] {
        var bytes: [UInt8] = []
        page.writeColumns { part in for position in part.indices { bytes.append(part[position]) } }
        return bytes
    }

    private static func part(_ page: AssetPage, _ rows: Range<Int>) -> AssetPage {
        func isBurst(_ flags: UInt32) -> Bool { AssetPage.Flags(rawValue: flags).contains(.hasBurstIdentifier) }
        var part = AssetPage()
        part.flags = Array(page.flags[rows])
        part.mediaKind = Array(page.mediaKind[rows])
        part.mediaSubtypes = Array(page.mediaSubtypes[rows])
        part.pixelWidth = Array(page.pixelWidth[rows])
        part.pixelHeight = Array(page.pixelHeight[rows])
        part.duration = Array(page.duration[rows])
        part.creationDate = Array(page.creationDate[rows])
        part.modificationDate = Array(page.modificationDate[rows])
        part.addedDate = Array(page.addedDate[rows])
        part.latitude = page.latitude.isEmpty ? [] : Array(page.latitude[rows])
        part.longitude = page.longitude.isEmpty ? [] : Array(page.longitude[rows])
        part.altitude = page.altitude.isEmpty ? [] : Array(page.altitude[rows])
        part.rating = Array(page.rating[rows])
        let first = page.flags[..<rows.lowerBound].count(where: isBurst)
        part.burstIdentifiers = Array(page.burstIdentifiers[first...].prefix(page.flags[rows].count(where: isBurst)))
        return part
    }

    @Test(arguments: [0, 1, 2, 7, 1_000]) func `columns are read as they were written, whole and in parts`(
        _ count: Int
    ) throws {
        var page = AssetColumnsLayoutTests.page(count)
        for _ in 0..<2 {
            let bytes = AssetColumnsLayoutTests.bytes(page)
            #expect(bytes.count % 8 == 0)
            let layout = try AssetColumnsLayout(bytes.span, count: count)
            for rows in [0..<count, 0..<count / 2, count / 3..<count, count..<count] {
                #expect(layout.page(rows, in: bytes.span) == AssetColumnsLayoutTests.part(page, rows))
            }
            (page.latitude, page.longitude, page.altitude) = ([], [], [])
        }
    }

    private static func reason(_ bytes: [UInt8], count: Int = 9) -> String? {
        do throws(LibraryError) {
            _ = try AssetColumnsLayout(bytes.span, count: count)
            return nil
        } catch {
            #expect(error.code == .protocolViolation)
            return error.reason
        }
    }

    @Test func `memory of another form is refused with the reason`() {
        let good = AssetColumnsLayoutTests.bytes(AssetColumnsLayoutTests.page(9))
        func changed(_ offset: Int, _ value: UInt8) -> String? {
            var bytes = good
            bytes[offset] = value
            return AssetColumnsLayoutTests.reason(bytes)
        }
        #expect(AssetColumnsLayoutTests.reason(good) == nil)
        #expect(AssetColumnsLayoutTests.reason(good, count: 8)?.contains("number of assets") == true)
        #expect(changed(0, 0)?.contains("no header") == true)
        #expect(changed(8, 2)?.contains("version 2") == true)
        #expect(changed(12, 1)?.contains("byte order") == true)
        #expect(changed(24, 65)?.contains("directory") == true)
        #expect(changed(24, 3)?.contains("missing") == true)
        // The second column is the first one again, has another width, begins in the directory, and lies beyond the
        // end.
        #expect(changed(32 + 24, 1)?.contains("width or length") == true)
        #expect(changed(32 + 24 + 4, 8)?.contains("width or length") == true)
        #expect(changed(32 + 24 + 9, 0)?.contains("outside") == true)
        #expect(changed(32 + 24 + 15, 0xFF)?.contains("outside") == true)
        #expect(changed(32 + 24 + 23, 0x7F)?.contains("outside") == true)
        // An unknown column is skipped, and the one that it was is missing.
        #expect(changed(32 + 24, 200)?.contains("missing") == true)
    }

    @Test func `memory that is too short is refused`() {
        let good = AssetColumnsLayoutTests.bytes(AssetColumnsLayoutTests.page(9))
        // Up to seven bytes at the end fill the last column up.
        for length in 0..<good.count - 7 {
            #expect(AssetColumnsLayoutTests.reason(Array(good[..<length])) != nil, "\(length) bytes")
        }
    }

    @Test func `no memory makes its reader read beyond it`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("asset columns: SEED=\(seed)")
        var generator = SeededGenerator(seed: seed)
        let good = AssetColumnsLayoutTests.bytes(AssetColumnsLayoutTests.page(9))
        var accepted = 0
        for _ in 0..<5_000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1..<4, using: &generator) {
                // Mostly in the header and the directory.
                let end = Bool.random(using: &generator) ? 32 + 14 * 24 : bytes.count
                bytes[Int.random(in: 0..<end, using: &generator)] = .random(in: 0...UInt8.max, using: &generator)
            }
            bytes.removeLast(Bool.random(using: &generator) ? 0 : Int.random(in: 0..<64, using: &generator))
            guard AssetColumnsLayoutTests.reason(bytes) == nil else { continue }
            accepted += 1
            let layout = try AssetColumnsLayout(bytes.span, count: 9)
            #expect(layout.page(0..<9, in: bytes.span).count == 9)
            #expect(layout.page(4..<9, in: bytes.span).count == 5)
        }
        #expect(accepted > 0)
    }
}
