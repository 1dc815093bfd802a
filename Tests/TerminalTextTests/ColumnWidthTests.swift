import Testing

@testable import TerminalText

struct ColumnWidthTests {
    @Test(arguments: [("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("👩‍👩‍👧", 2), ("ｶ", 1), ("Ａ", 2)])
    func `a text takes as many columns as a terminal gives it`(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test func `a text is cut where no more of it fits`() {
        #expect("summer".fitting(columns: 6) == "summer")
        #expect("summer".fitting(columns: 5) == "summ…")
        #expect("日本語".fitting(columns: 5) == "日本…")
        #expect("日本語".fitting(columns: 4) == "日…")
        #expect("a".fitting(columns: 0).isEmpty)
    }

    @Test func `the end of a text is what fits of it`() {
        #expect("summer".ending(columns: 3) == "mer")
        #expect("日本語".ending(columns: 3) == "語")
    }

    @Test func `a text is wrapped at spaces, and within words that are longer than a line`() {
        #expect("one two three".wrapped(columns: 7) == ["one two", "three"])
        #expect("incomprehensible me".wrapped(columns: 6) == ["incomp", "rehens", "ible", "me"])
        #expect("".wrapped(columns: 5).isEmpty)
        #expect("写真を選ぶ。（一枚）photos open".wrapped(columns: 10) == ["写真を選", "ぶ。（一", "枚）photos", "open"])
        #expect("사진을 선택".wrapped(columns: 8) == ["사진을", "선택"])
    }
}
