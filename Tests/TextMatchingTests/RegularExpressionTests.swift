import Testing

@testable import TextMatching

@Suite struct RegularExpressionTests {
    private func matches(_ pattern: String, _ text: String, ignoresCase: Bool = false) throws -> Bool {
        var work = MatchingWork()
        return try RegularExpression(pattern, ignoresCase: ignoresCase).matches(text, &work)
    }

    @Test(arguments: [
        // Pattern, texts that match, texts that do not.
        ("", [""], ["a"]),
        ("a|b", ["a", "b"], ["ab", ""]),
        ("ab|", ["ab", ""], ["a"]),
        ("(?:ab)+?c", ["ababc", "abc"], ["c"]),
        ("a*?b*", ["", "aab", "bb"], ["aba"]),
        ("(a*)*", ["", "aaa"], ["b"]),
        ("a{2}", ["aa"], ["a", "aaa"]),
        ("a{2,}?", ["aa", "aaaa"], ["a"]),
        ("(ab){1,2}", ["ab", "abab"], ["", "ababab"]),
        ("a{0}b", ["b"], ["ab"]),
        ("(^)*a(\\b){2}", ["a"], ["b"]),
        (".", ["a", "ß", "🙂"], ["", "\n", "\r", "\u{2028}", "ab"]),
        ("(?s).", ["\n"], []),
        ("(?s:.).", ["\na"], ["\n\n"]),
        ("(?i)straße", ["STRAßE", "Straße"], ["strasse"]),
        ("a(?i)b(?-i)c", ["abc", "aBc"], ["Abc", "abC"]),
        ("(a(?i)b|c)d", ["aBd", "Cd"], ["aBD", "Abd"]),
        ("(?i:σ)[Α-Ω]", ["ςΑ", "ΣΒ"], ["σα"]),
        ("(?x) a b # the rest\n c", ["abc"], ["a b c"]),
        ("a(?# not said )b", ["ab"], []),
        ("(?<year>\\d{4})-(\\d\\d)", ["2026-11"], ["26-11"]),
        ("\\d", ["7", "٣"], ["a", "½"]),
        ("\\D\\w\\W", ["aé "], ["1a ", "aaa"]),
        ("\\s\\S", [" a", "\u{A0}x"], ["  ", "a "]),
        ("\\h\\v", ["\t\n"], ["\n\t"]),
        ("a\\Rb", ["a\nb", "a\r\nb"], ["a\r\r\nb"]),
        ("\\p{L}\\pN\\P{Lu}\\p{^Lu}", ["ä5aa"], ["55aa", "ä5Aa"]),
        ("\\p{General_Category=Uppercase Letter}\\p{gc=sc}", ["A€"], ["a€"]),
        ("\\p{Alphabetic}+\\p{White_Space}\\p{Emoji}", ["abc 🙂"], ["1 🙂"]),
        ("\\x41\\x{1F642}\\u00e9\\U0001F642\\0101\\cA", ["A🙂é🙂A\u{1}"], []),
        ("\\t\\n\\r\\f\\a\\e", ["\t\n\r\u{C}\u{7}\u{1B}"], []),
        ("\\Q.*(\\E+", [".*(", ".*((("], ["a"]),
        ("\\Qa|b)", ["a|b)"], ["a"]),
        ("\\.\\*\\-\\ \\/", [".*- /"], []),
        ("[abc]", ["a", "c"], ["d", "", "ab"]),
        ("[^a-c]", ["d", "\n"], ["b"]),
        ("[]a][^]a]", ["]b", "ab"], ["b]"]),
        ("[a-]+[-a]", ["a-a-", "--"], ["b"]),
        ("[\\d\\-x-z_]+", ["5-y_"], ["a"]),
        ("[^\\D5]", ["4"], ["5", "a"]),
        ("[[a-c][x-z]]+", ["ay"], ["d"]),
        ("[a-z&&[^aeiou]]+", ["xyz"], ["a"]),
        ("[a-z--[aeiou]x]+", ["bz"], ["a", "x"]),
        ("[\\p{L}--\\p{Lu}&&[a-zA-Z]]", ["q"], ["Q", "ß"]),
        ("[[:alpha:][:^alpha:]]", ["a", "1"], [""]),
        ("[[:xdigit:]_]+", ["aF09_"], ["g"]),
        ("^ab$", ["ab"], ["ab\n"]),
        ("ab$\\n", ["ab\n"], ["ab"]),
        ("\\Aa\\Z\\n", ["a\n"], []),
        ("a\\z\\n", [], ["a\n", "a"]),
        ("a^b|$a", [], ["ab", "a"]),
        ("(?m)a$\\n^b", ["a\nb"], ["ab"]),
        ("(?m)a\\r$\\n", [], ["a\r\n"]),
        ("\\ba\\b.\\bb\\b", ["a b", "a-b"], ["aab"]),
        ("a\\Bb.\\Bc?", ["ab.", "ab-"], ["a b"]),
        ("e\u{301}\\b", ["e\u{301}"], []),
        ("e\\b\u{301}", [], ["e\u{301}"]),
        ("a\0b", ["a\0b"], ["ab"]),
        ("]}-,", ["]}-,"], []),
    ])
    func `matches the whole text`(pattern: String, yes: [String], no: [String]) throws {
        for text in yes { #expect(try matches(pattern, text), "\(pattern) \(text.debugDescription)") }
        for text in no { #expect(try !matches(pattern, text), "\(pattern) \(text.debugDescription)") }
    }

    @Test func `takes either case where it is told to`() throws {
        #expect(try matches("Ä.ß", "äöß", ignoresCase: true))
        #expect(try matches("[a-c]+\\p{Lu}", "AbCd", ignoresCase: true))
        #expect(try !matches("[^a]", "A", ignoresCase: true))
        #expect(try matches("ſ", "S", ignoresCase: true))
        #expect(try matches("a|b|C", "c", ignoresCase: true))
        #expect(try !matches("i", "ı", ignoresCase: true))
    }

    @Test(arguments: [
        ("(a)\\1", "a back-reference"), ("(?<n>a)\\k<n>", "a back-reference"), ("(?=a)", "look-ahead"),
        ("(?!a)", "look-ahead"), ("(?<=a)b", "look-behind"), ("(?<!a)b", "look-behind"),
        ("a++", "a possessive quantifier"), ("a{2}+", "a possessive quantifier"), ("(?>a)", "an atomic group"),
        ("\\X", "\\X"), ("\\G", "\\G"), ("\\N{DIGIT ONE}", "a character by its name"),
        ("(?w)a", "word boundaries of natural language"), ("\\p{Greek}", "a property of that name"),
        ("[[:nonsense:]]", "a property of that name"),
        ("[[a-z]-[aeiou]]", "a single & or - between brackets: write && or --"),
    ])
    func `names what it does not support`(pattern: String, name: String) {
        #expect(throws: RegularExpression.Refusal.unsupported(name)) { try RegularExpression(pattern) }
    }

    @Test(arguments: [
        "[a", "[", "[]", "[^", "[a-", "[z-a]", "[a-\\d]", "[[:alpha:]", "a{x}", "a{", "a{2", "a{2,1}", "{2}", "*",
        "a|*",
        "a**", "a{2}{3}", "a?{2}", "^*", "\\b+", "(", ")", "a)", "(a", "(?", "(?i", "(?<n", "(?<n m>a)", "(?q)", "(?#",
        "\\", "\\q", "\\E", "\\x", "\\x{110000}", "\\x{41", "\\u00g0", "\\uD800", "\\U11111111", "\\08", "\\c", "\\p",
        "[\\b]", "[a&&",
    ])
    func `refuses what is not well formed`(pattern: String) {
        let refusal = #expect(throws: RegularExpression.Refusal.self) { try RegularExpression(pattern) }
        guard case .malformed? = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
    }

    @Test(arguments: [
        "(a?b?c?d?){1000}", "(a{100}){100}", "a{4096}", "((((a{0,9}){9}){9}){9}){9}", "(a|bc){2000}",
        "(a{1000000}){1000000}", "((((((a{999999}){999999}){999999}){999999}){999999}){999999}){999999}", "a{1000001}",
        "a{99999999999999999999999999}", "((^){4000}a*){40}", String(repeating: "a", count: 1_025),
        String(repeating: "(", count: 33) + String(repeating: ")", count: 33),
        String(repeating: "[a", count: 9) + String(repeating: "]", count: 9),
    ])
    func `refuses what would become too large`(pattern: String) {
        let refusal = #expect(throws: RegularExpression.Refusal.self) { try RegularExpression(pattern) }
        guard case .tooLarge? = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
    }

    @Test(arguments: [
        "a{4095}", "(a?b?c?d?){511}", "((){1000000}){1000000}", String(repeating: "a", count: 1_024),
        String(repeating: "(", count: 32) + String(repeating: ")", count: 32),
        String(repeating: "[a", count: 8) + String(repeating: "]", count: 8), "(a|b)*a((a|b){30}){33}c",
        String(repeating: "a|", count: 512), "(a()()()()()()){4000}",
    ])
    func `takes what is as large as may be`(pattern: String) throws {
        #expect(try RegularExpression(pattern).size <= RegularExpression.maximumInstructions)
    }

    @Test func `takes no more steps than the text is long times the expression`() throws {
        for pattern in [
            "(a?b?c?d?){500}e", "(a|b)*a((a|b){30}){33}c", "(a*)*b", "(a|a)*(a|a)*(a|a)*b", "(a?){100}a{100}b",
            "(a+)+[^a]",
            "(((a*)*)*)*$b", "(.*)*x", "([a-z]+)*\\bfoo",
        ] {
            let expression = try RegularExpression(pattern)
            for length in [1, 10, 1_000] {
                var work = MatchingWork()
                let text = String(repeating: "a", count: length)
                #expect(try !expression.matches(text, &work))
                // Each instruction is reached, and looks at the character, once at each place.
                #expect(work.steps <= 2 * expression.size * (length + 1), "\(pattern) \(length)")
            }
        }
    }

    @Test func `matches texts of 64 KiB`() throws {
        let text = String(repeating: "ab", count: 32_768)
        #expect(try matches("(ab|cd)+", text))
        #expect(try matches("(a|b)*b.b", text))
        #expect(try !matches("(a*b*)*c", text))
    }

    @Test func `is stopped while it matches`() throws {
        var questions = 0
        var work = MatchingWork {
            questions += 1
            return questions == 3
        }
        let expression = try RegularExpression("(a|b)*a((a|b){30}){33}c")
        #expect(throws: MatchingWork.Stopped.self) {
            try expression.matches(String(repeating: "a", count: 65_536), &work)
        }
        #expect(questions == 3 && work.steps < 300_000)
    }

    /// Expressions and texts of a few letters, decided as well by following each way to its end.
    @Test(arguments: 0..<8)
    func `decides as a matcher does that tries everything`(seed: Int) throws {
        var random = LinearGenerator(state: UInt64(seed))
        for _ in 0..<400 {
            let tried = TriedExpression(depth: 3, &random)
            let expression = try RegularExpression(tried.pattern)
            for _ in 0..<6 {
                let text = (0..<Int.random(in: 0...6, using: &random)).map { _ in random.pick(Array("abc")) }
                var work = MatchingWork()
                #expect(
                    try expression.matches(String(text), &work) == tried.ends(in: text, from: 0).contains(text.count),
                    "\(tried.pattern) \(String(text))"
                )
            }
        }
    }
}

/// The same numbers at each run.
struct LinearGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 29
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }
}

/// A random expression that knows where it may end.
private indirect enum TriedExpression {
    case letter(Character)
    case any
    case letters([Character], isComplement: Bool)
    case sequence(TriedExpression, TriedExpression)
    case choice(TriedExpression, TriedExpression)
    case repetition(TriedExpression, Int, Int?)
    case nothing
    case start
    case end

    init(depth: Int, _ random: inout LinearGenerator) {
        func part(_ random: inout LinearGenerator) -> TriedExpression { TriedExpression(depth: depth - 1, &random) }
        switch Int.random(in: 0..<(depth > 0 ? 14 : 5), using: &random) {
        case 0...1: self = .letter(random.pick(Array("abc")))
        case 2: self = .any
        case 3: self = .letters(["a", "c"], isComplement: .random(using: &random))
        case 4: self = random.pick([.nothing, .start, .end])
        case 5...8: self = .sequence(part(&random), part(&random))
        case 9...10: self = .choice(part(&random), part(&random))
        default:
            let minimum = Int.random(in: 0...2, using: &random)
            let maximum = Bool.random(using: &random) ? minimum + Int.random(in: 0...2, using: &random) : nil
            self = .repetition(part(&random), minimum, maximum)
        }
    }

    var pattern: String {
        switch self {
        case .letter(let letter): String(letter)
        case .any: "."
        case .letters(let letters, let isComplement): "[\(isComplement ? "^" : "")\(String(letters))]"
        case .sequence(let first, let second): first.pattern + second.pattern
        case .choice(let first, let second): "(?:\(first.pattern)|\(second.pattern))"
        case .repetition(let part, 0, nil): "(\(part.pattern))*"
        case .repetition(let part, 1, nil): "(\(part.pattern))+?"
        case .repetition(let part, 0, 1): "(?:\(part.pattern))?"
        case .repetition(let part, let minimum, let maximum):
            "(\(part.pattern)){\(minimum),\(maximum.map(String.init) ?? "")}"
        case .nothing: "()"
        case .start: "^"
        case .end: "$"
        }
    }

    func ends(in text: [Character], from start: Int) -> Set<Int> {
        func taking(_ isTaken: (Character) -> Bool) -> Set<Int> {
            start < text.count && isTaken(text[start]) ? [start + 1] : []
        }
        switch self {
        case .letter(let letter): return taking { $0 == letter }
        case .any: return taking { _ in true }
        case .letters(let letters, let isComplement): return taking { letters.contains($0) != isComplement }
        case .sequence(let first, let second):
            return Set(first.ends(in: text, from: start).flatMap { second.ends(in: text, from: $0) })
        case .choice(let first, let second):
            return first.ends(in: text, from: start).union(second.ends(in: text, from: start))
        case .repetition(let part, let minimum, let maximum):
            var (current, all) = (Set([start]), Set<Int>())
            // More rounds than the text is long come nowhere new.
            for round in 0...(maximum ?? minimum + text.count) {
                if round >= minimum { all.formUnion(current) }
                current = Set(current.flatMap { part.ends(in: text, from: $0) })
            }
            return all
        case .nothing: return [start]
        case .start: return start == 0 ? [start] : []
        case .end: return start == text.count ? [start] : []
        }
    }
}
