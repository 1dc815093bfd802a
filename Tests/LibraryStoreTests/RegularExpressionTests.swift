import SQLiteDatabase
import Testing

@Suite struct RegularExpressionTests {
    private func matches(_ pattern: String, _ text: String, ignoresCase: Bool = false) throws -> Bool {
        try RegularExpression(pattern, ignoresCase: ignoresCase).matches(text)
    }

    @Test func `matches the whole text`() throws {
        #expect(try matches("a|b", "a"))
        #expect(try !matches("a|b", "ab"))
        #expect(try matches("(?:ab)+?c", "ababc"))
        #expect(try matches("\\d+-[\\d\\w]*", "12-a_9"))
        #expect(try matches("Ä.ß", "äöß", ignoresCase: true))
        #expect(try !matches("a", "a\0"))
        #expect(try matches("[^]a]\\(x\\)", "b(x)"))
    }

    @Test(arguments: [
        "(a)\\1", "(?=a)", "a++", "a{1001}", "(a{100}){100}", "[a", "[[:alpha:]]", "a{x}", "\\p{L}", "a\0b", "(", ")",
        "\\", String(repeating: "(", count: 33) + String(repeating: ")", count: 33),
    ])
    func `refuses what is not well formed or could cost too much`(pattern: String) {
        #expect(throws: RegularExpression.Refusal.self) { try RegularExpression(pattern, ignoresCase: false) }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a pattern made to be slow is not`() throws {
        let text = String(repeating: "a", count: 5_000)
        #expect(try !matches("(a*)*b", text))
        #expect(try !matches("(a|a)*(a|a)*(a|a)*b", text))
        #expect(try !matches("(a?){100}b", text))
    }
}
