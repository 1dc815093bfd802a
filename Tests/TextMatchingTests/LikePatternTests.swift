import Testing
import TextMatching

@Suite struct LikePatternTests {
    private func matches(_ pattern: String, _ text: String) throws -> Bool {
        var work = MatchingWork()
        return try #require(LikePattern(pattern)).matches(text, &work)
    }

    @Test(arguments: [
        ("", [""], ["a"]), ("*", ["", "a", "äöü"], []), ("?", ["a", "ä", "🙂"], ["", "ab"]),
        ("a*b", ["ab", "axxb"], ["a", "b", "abc"]),
        ("***a***", ["a", "xax"], ["b"]), ("*.???", ["a.jpg", "..x.yz1"], ["a.jp"]), ("a?c*", ["abc", "a?cd"], ["ac"]),
        ("ä?", ["äö"], ["aö"]),
    ])
    func `stars are any number of characters, question marks one`(pattern: String, yes: [String], no: [String]) throws {
        for text in yes { #expect(try matches(pattern, text)) }
        for text in no { #expect(try !matches(pattern, text)) }
    }

    @Test func `takes the lower case of letters if told to`() throws {
        var work = MatchingWork()
        let pattern = try #require(LikePattern("a?c"))
        #expect(try pattern.matches("ABC", lowering: true, &work))
        #expect(try !pattern.matches("ABC", &work))
    }

    @Test(arguments: 0..<4)
    func `decides as going back does`(seed: Int) throws {
        var random = LinearGenerator(state: UInt64(seed))
        for round in 0..<600 {
            // Also patterns of several words.
            let length = round % 10 == 0 ? 60...140 : 0...7
            let pattern = (0..<Int.random(in: length, using: &random)).map { _ in random.pick(Array("aab*?"))
            }
            let text = (0..<Int.random(in: length, using: &random)).map { _ in random.pick(Array("ab")) }
            #expect(
                try matches(String(pattern), String(text)) == isLike(text, pattern),
                "\(String(pattern)) \(String(text))"
            )
        }
    }

    @Test func `takes the length of the text times the pattern's in words`() throws {
        let pattern = try #require(LikePattern("*" + String(repeating: "a", count: 1_022) + "b"))
        var work = MatchingWork()
        #expect(try !pattern.matches(String(repeating: "a", count: 65_536), &work))
        #expect(work.steps == 65_536 * 16)
        let stars = try #require(LikePattern(String(repeating: "*", count: 1_024)))
        var workOfStars = MatchingWork()
        #expect(try stars.matches(String(repeating: "a", count: 1_000), &workOfStars))
        #expect(workOfStars.steps == 1_000)
    }

    @Test func `refuses a pattern that is too long`() {
        #expect(LikePattern(String(repeating: "a", count: LikePattern.maximumLength + 1)) == nil)
        #expect(LikePattern(String(repeating: "?", count: LikePattern.maximumLength)) != nil)
    }
}

private func isLike(_ text: [Character], _ pattern: [Character]) -> Bool {
    var reachable: Set<Int> = [0]
    for element in pattern {
        switch element {
        case "*":
            reachable = Set(
                (reachable.min() ?? text.count + 1)..<max(text.count + 1, reachable.min() ?? text.count + 1)
            )
        case "?": reachable = Set(reachable.filter { $0 < text.count }.map { $0 + 1 })
        default: reachable = Set(reachable.filter { $0 < text.count && text[$0] == element }.map { $0 + 1 })
        }
    }
    return reachable.contains(text.count)
}
