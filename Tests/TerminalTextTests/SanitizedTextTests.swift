import TerminalText
import Testing

@Suite struct SanitizedTextTests {
    private static let evil =
        "a\u{1B}[2J\u{7}\u{0}\u{7F}\u{85}\u{9B}\u{202E}\u{2066}\u{200F}\u{61C}\u{2028}\u{2029}\r\nb\t"

    @Test func `whatever steers is taken out, and nothing else`() {
        let sanitized = SanitizedTextTests.evil.sanitized
        let mark = "\u{FFFD}"
        #expect(sanitized == "a\(mark)[2J\(mark)\(mark)\(mark) " + String(repeating: mark, count: 5) + "    b ")
        #expect(SanitizedTextTests.evil.replacingControls(with: "_") == "a_[2J_____________b_")
        for text in ["", "IMG_1.jpg", "日本 é", "e\u{301}", "👩‍👩‍👧", "\u{AD}soft", "עברית"] {
            #expect(text.sanitized == text)
        }
    }

    @Test func `lines stay where they are wanted`() {
        #expect("a\nb\u{1B}\tc".sanitizedLines == "a\nb\u{FFFD} c")
        #expect("a\nb\tc".sanitized == "a b c")
    }
}
