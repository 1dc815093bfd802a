import AssetColumns
import LibraryTestSupport
import Testing

@Suite struct RowTextsTests {
    private func rows(_ texts: RowTexts, _ part: String, upTo last: UInt32) throws -> [UInt32] {
        let found = try texts.rows(containing: Array(part.utf8)) {}
        return (0...last).filter { found.contains($0) }
    }

    @Test func `a row is found by a part of any of its texts, and not by parts of two`() throws {
        var texts = RowTexts()
        for (row, text) in [(UInt32(7), "img_1.jpg"), (3, "été.heic"), (7, "img_1.mov"), (4_100, ""), (9, "jpg")] {
            let isAdded = texts.append(Array(text.utf8), of: row)
            #expect(isAdded)
        }
        #expect(try rows(texts, "img", upTo: 5_000) == [7])
        #expect(try rows(texts, "jpg", upTo: 5_000) == [7, 9])
        #expect(try rows(texts, "mov", upTo: 5_000) == [7])
        #expect(try rows(texts, "té.h", upTo: 5_000) == [3])
        #expect(try rows(texts, "jpgé", upTo: 5_000) == [])
        #expect(try rows(texts, "img_1.jpgx", upTo: 5_000) == [])
        #expect(try rows(RowTexts(), "a", upTo: 10) == [])
    }

    @Test(arguments: (0..<3).map { _ in UInt64.random(in: 0...UInt64.max) })
    func `random texts are found as by looking at each`(_ seed: UInt64) throws {
        print("row texts: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        func text(_ length: ClosedRange<Int>) -> String {
            String((0..<Int.random(in: length, using: &random)).map { _ in "aab".randomElement(using: &random) ?? "a" })
        }
        // More than are searched between two looks at the clock.
        let all = (0..<70_000).map { _ in (row: UInt32.random(in: 0..<90_000, using: &random), text: text(0...6)) }
        var texts = RowTexts()
        for (row, text) in all { _ = texts.append(Array(text.utf8), of: row) }
        for _ in 0..<6 {
            let part = text(1...5)
            let wanted = Set(all.filter { $0.text.contains(part) }.map(\.row)).sorted()
            #expect(try rows(texts, part, upTo: 90_000) == wanted, "seed \(seed), \(part)")
        }
    }

    @Test func `a search ends when it is stopped`() {
        struct Stopped: Error {}
        var texts = RowTexts()
        _ = texts.append([0x61], of: 1)
        #expect(throws: Stopped.self) { try texts.rows(containing: [0x61]) { throw Stopped() } }
    }
}
