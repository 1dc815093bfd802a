import AssetColumns
import Testing

@Suite struct SharedTextsTests {
    @Test func `rows are found by the text that they share, in whatever order they came`() {
        var texts = SharedTexts()
        for (row, text) in [(UInt32(9_000), "Leica"), (3, "Leica"), (70_000, "Canon"), (5, "Leica"), (4, "")] {
            let isAdded = texts.append(Array(text.utf8).span, of: row)
            #expect(isAdded)
        }
        var asked: [String] = []
        let found = texts.rows { text in
            asked.append(String(decoding: text, as: UTF8.self))
            return asked.last == "Leica" || asked.last == ""
        }
        #expect(asked == ["Leica", "Canon", ""])
        #expect((0...70_000).filter { found.contains($0) } == [3, 4, 5, 9_000])
        #expect(SharedTexts().rows { _ in true } == RowSet())
    }

    @Test func `there is room for so many texts, and for rows that share one of them`() {
        func append(_ text: String, _ texts: inout SharedTexts) -> Bool {
            texts.append(Array(text.utf8).span, of: 1)
        }
        var texts = SharedTexts()
        #expect((0..<SharedTexts.maximumTexts).allSatisfy { append("\($0)", &texts) })
        #expect(!append("one more", &texts))
        #expect(append("7", &texts))
        var long = SharedTexts()
        #expect((0..<4).allSatisfy { append(String(repeating: "\($0)", count: 1 << 20), &long) })
        #expect(!append("a", &long))
    }
}
