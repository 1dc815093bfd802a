import Testing
import TextMatching

@Suite struct SubstringSearchTests {
    private func isFound(_ part: String, in text: String, lowering: Bool = false, _ work: inout MatchingWork) throws
        -> Bool
    {
        let text = Array(text.utf8)
        return try SubstringSearch(Array(part.utf8)).isFound(in: text.span, lowering: lowering, &work)
    }

    @Test(arguments: 0..<4)
    func `finds what a plain search finds`(seed: Int) throws {
        var random = LinearGenerator(state: UInt64(seed))
        for _ in 0..<1_000 {
            let part = String(
                (0..<Int.random(in: 0...6, using: &random)).map { _ in random.pick(Array("aab")) }
            )
            let text = String(
                (0..<Int.random(in: 0...16, using: &random)).map { _ in random.pick(Array("aab")) }
            )
            let isThere = part.isEmpty || text.indices.contains { text[$0...].hasPrefix(part) }
            var work = MatchingWork()
            #expect(try isFound(part, in: text, &work) == isThere, "\(part) \(text)")
        }
    }

    @Test func `takes the lower case of letters if told to`() throws {
        var work = MatchingWork()
        #expect(try isFound("bc", in: "ABCD", lowering: true, &work))
        #expect(try !isFound("bc", in: "ABCD", &work))
        #expect(try !isFound("[", in: "{", lowering: true, &work))
    }

    @Test func `takes at most two steps a byte`() throws {
        for part in [String(repeating: "a", count: 4_095) + "b", String(repeating: "ab", count: 2_000) + "c", "b"] {
            var work = MatchingWork()
            #expect(try !isFound(part, in: String(repeating: "a", count: 65_536), &work))
            #expect(work.steps <= 2 * 65_536)
        }
    }
}
