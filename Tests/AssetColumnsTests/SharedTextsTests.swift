import AssetColumns
import Testing

@Suite struct SharedTextsTests {
    @Test func `rows are found by the text that they share, in whatever order they came`() {
        var texts = SharedTexts()
        for (row, text) in [(UInt32(9_000), "Leica"), (3, "Leica"), (70_000, "Canon"), (5, "Leica"), (4, "")] {
            texts.append(Array(text.utf8).span, of: row)
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
}
