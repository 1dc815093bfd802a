/// A regular expression from outside, matched against whole texts.
///
/// The syntax is ICU's, which `NSPredicate` has, without what needs a backtracking matcher: back-references,
/// look-around, possessive quantifiers and atomic groups are refused by name. All alternatives are followed at once
/// (Thompson's simulation), so that a match takes at most the length of the text times the number of instructions.
package struct RegularExpression: Sendable {
    /// Bytes of a pattern.
    package static let maximumLength = 1_024
    /// Instructions of a pattern, with every counted repetition written out.
    package static let maximumInstructions = 4_096

    /// Why a pattern is refused.
    package enum Refusal: Error, Hashable, Sendable {
        case malformed(String)
        /// Names what is not supported.
        case unsupported(String)
        case tooLarge(String)

        package var reason: String {
            switch self {
            case .malformed(let what): "the regular expression is not well formed: \(what)"
            case .unsupported(let what): "the regular expression uses what is not supported: \(what)"
            case .tooLarge(let what): "the regular expression is too large: \(what)"
            }
        }
    }

    let instructions: [Instruction]
    let sets: [ScalarSet]

    enum Instruction: Hashable, Sendable {
        case scalar(Unicode.Scalar)
        /// Either case of a scalar, given as `CaseFolding` has it.
        case folded(Unicode.Scalar)
        case set(Int)
        case assertion(Assertion)
        case split(Int, Int)
        case jump(Int)
        case accept
    }

    /// Compiles a pattern. Refuses one that would become too large before allocating anything of that size.
    package init(_ pattern: String, ignoresCase: Bool = false) throws(Refusal) {
        guard pattern.utf8.count <= RegularExpression.maximumLength else {
            throw .tooLarge("it has more than \(RegularExpression.maximumLength) bytes")
        }
        var parser = RegularExpressionParser(pattern, ignoresCase: ignoresCase)
        let root = try parser.parse()
        guard root.instructionCount < RegularExpression.maximumInstructions else {
            throw .tooLarge(
                "it has more than \(RegularExpression.maximumInstructions) parts when repetitions are counted"
            )
        }
        sets = parser.sets
        var assembly = Assembly()
        assembly.append(root)
        assembly.instructions.append(.accept)
        instructions = assembly.instructions
    }

    /// How many instructions the pattern became.
    package var size: Int { instructions.count }

    /// Whether the whole of `text` matches.
    package func matches(_ text: String, _ work: inout MatchingWork) throws(MatchingWork.Stopped) -> Bool {
        var simulation = Simulation(self, Array(text.unicodeScalars))
        return try simulation.matches(&work)
    }
}

/// Writes instructions.
private struct Assembly {
    var instructions: [RegularExpression.Instruction] = []

    /// Recursive, as deep as groups are nested.
    mutating func append(_ node: ExpressionNode) {
        switch node {
        case .empty: break
        case .scalar(let scalar, let ignoresCase): instructions.append(ignoresCase ? .folded(scalar) : .scalar(scalar))
        case .set(let set): instructions.append(.set(set))
        case .assertion(let assertion): instructions.append(.assertion(assertion))
        case .sequence(let parts): for part in parts { append(part) }
        case .alternation(let choices): append(choices)
        case .repetition(let part, let minimum, let maximum):
            for _ in 0..<minimum { append(part) }
            if let maximum { append(part, upTo: maximum - minimum) } else { appendAnyNumber(of: part) }
        }
    }

    private mutating func append(_ choices: [ExpressionNode]) {
        var ends: [Int] = []
        for choice in choices.dropLast() {
            let split = instructions.count
            instructions.append(.split(split + 1, 0))
            append(choice)
            ends.append(instructions.count)
            instructions.append(.jump(0))
            instructions[split] = .split(split + 1, instructions.count)
        }
        if let last = choices.last { append(last) }
        for end in ends { instructions[end] = .jump(instructions.count) }
    }

    private mutating func append(_ part: ExpressionNode, upTo count: Int) {
        var splits: [Int] = []
        for _ in 0..<count {
            splits.append(instructions.count)
            instructions.append(.split(0, 0))
            append(part)
        }
        for split in splits { instructions[split] = .split(split + 1, instructions.count) }
    }

    private mutating func appendAnyNumber(of part: ExpressionNode) {
        let split = instructions.count
        instructions.append(.split(0, 0))
        append(part)
        instructions.append(.jump(split))
        instructions[split] = .split(split + 1, instructions.count)
    }
}
