/// Reads a pattern. Groups and brackets nest to a bounded depth, so that nothing here recurses deeper.
struct RegularExpressionParser {
    typealias Refusal = RegularExpression.Refusal

    struct Flags {
        var ignoresCase: Bool
        /// `.` matches line ends, too.
        var dotTakesAll = false
        /// `^` and `$` match at each line.
        var isMultiline = false
        /// White space, and what follows a `#` on a line, is ignored.
        var hasComments = false
    }

    let pattern: [Unicode.Scalar]
    var position = 0
    var flags: Flags
    private(set) var sets: [ScalarSet] = []
    private var depth = 0
    /// Between `\Q` and `\E`.
    private var isQuoting = false

    /// Groups inside groups.
    private static let maximumDepth = 32
    /// The largest count of a repetition; more would be too large in any case.
    private static let maximumCount = 1_000_000

    init(_ pattern: String, ignoresCase: Bool) {
        self.pattern = Array(pattern.unicodeScalars)
        flags = Flags(ignoresCase: ignoresCase)
    }

    mutating func parse() throws(Refusal) -> ExpressionNode {
        let node = try alternation()
        guard peek == nil else { throw .malformed("a ) without its (") }
        return node
    }

    // MARK: Reading

    var peek: Unicode.Scalar? { position < pattern.count ? pattern[position] : nil }

    mutating func next() -> Unicode.Scalar? {
        guard let scalar = peek else { return nil }
        position += 1
        return scalar
    }

    /// Skips a text if it comes next.
    mutating func skip(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard pattern[position...].starts(with: scalars) else { return false }
        position += scalars.count
        return true
    }

    /// Skips white space and comments, where the pattern may have them.
    private mutating func skipComments() {
        guard flags.hasComments, !isQuoting else { return }
        var isComment = false
        while let scalar = peek, isComment || scalar == "#" || scalar.properties.isWhitespace {
            isComment = scalar == "#" || isComment && !scalar.isLineEnd
            position += 1
        }
    }

    // MARK: Structure

    private mutating func alternation() throws(Refusal) -> ExpressionNode {
        var choices = [try sequence()]
        while skip("|") { choices.append(try sequence()) }
        if choices.count == 1 { return choices[0] }
        // Single characters are looked for at once.
        var scalars: [ScalarSet] = []
        for choice in choices {
            guard case .scalar(let scalar, let ignoresCase) = choice else { return .alternation(choices) }
            let one = ScalarSet.range(scalar...scalar)
            scalars.append(ignoresCase ? .ignoringCase(one) : one)
        }
        return node(.union(scalars))
    }

    private mutating func sequence() throws(Refusal) -> ExpressionNode {
        var parts: [ExpressionNode] = []
        while true {
            skipComments()
            guard let scalar = peek, isQuoting || scalar != "|" && scalar != ")" else { break }
            if isQuoting, skip("\\E") {
                isQuoting = false
                // A quantifier after the quotation applies to its last character.
                if let last = parts.popLast() { parts.append(try quantified(last)) }
            } else if isQuoting {
                position += 1
                parts.append(node(scalar))
            } else if let atom = try atom() {
                let part = try quantified(atom)
                if case .empty = part { continue }
                parts.append(part)
            }
        }
        return parts.count == 1 ? parts[0] : parts.isEmpty ? .empty : .sequence(parts)
    }

    /// A part with its quantifier. A match of a whole text does not depend on laziness.
    private mutating func quantified(_ node: ExpressionNode) throws(Refusal) -> ExpressionNode {
        skipComments()
        guard let (minimum, maximum) = try quantifier() else { return node }
        if skip("+") { throw .unsupported("a possessive quantifier") }
        _ = skip("?")
        skipComments()
        guard try quantifier() == nil else { throw .malformed("a quantifier of a quantifier") }
        switch node {
        case .empty: return .empty
        case .assertion: throw .malformed("a quantifier of a place")
        default: return .repetition(node, minimum: minimum, maximum: maximum)
        }
    }

    /// Returns nil when none comes next.
    private mutating func quantifier() throws(Refusal) -> (minimum: Int, maximum: Int?)? {
        if skip("*") { return (0, nil) }
        if skip("+") { return (1, nil) }
        if skip("?") { return (0, 1) }
        guard skip("{") else { return nil }
        guard let minimum = try number() else { throw .malformed("a { without a number") }
        var maximum: Int? = minimum
        if skip(",") { maximum = try number() }
        guard skip("}") else { throw .malformed("a { without its }") }
        if let maximum, maximum < minimum { throw .malformed("a repetition that ends before it begins") }
        return (minimum, maximum)
    }

    private mutating func number() throws(Refusal) -> Int? {
        var number: Int?
        while let digit = peek, ("0"..."9").contains(digit) {
            position += 1
            let value = (number ?? 0) * 10 + Int(digit.value - 0x30)
            guard value <= RegularExpressionParser.maximumCount else { throw .tooLarge("a repetition counts too far") }
            number = value
        }
        return number
    }

    /// Returns nil for flags and comments, which are not parts.
    private mutating func atom() throws(Refusal) -> ExpressionNode? {
        guard let scalar = next() else { return nil }
        switch scalar {
        case ".": return node(flags.dotTakesAll ? .everything : .complement(.lineEnds))
        case "^": return .assertion(flags.isMultiline ? .lineStart : .textStart)
        case "$": return .assertion(flags.isMultiline ? .lineEnd : .textEndOrLastLineEnd)
        case "[": return node(try brackets(depth: 1))
        case "(": return try group()
        case "\\": return try escape()
        case "*", "+", "?", "{": throw .malformed("a quantifier of nothing")
        default: return node(scalar)
        }
    }

    private mutating func escape() throws(Refusal) -> ExpressionNode? {
        if skip("Q") {
            isQuoting = true
            return nil
        }
        if skip("b") { return .assertion(.wordBoundary) }
        if skip("B") { return .assertion(.noWordBoundary) }
        if skip("A") { return .assertion(.textStart) }
        if skip("z") { return .assertion(.textEnd) }
        if skip("Z") { return .assertion(.textEndOrLastLineEnd) }
        if skip("R") {
            return .alternation([.sequence([node("\r"), node("\n")]), node(.lineEnds)])
        }
        switch try escaped() {
        case .scalar(let scalar): return node(scalar)
        case .set(let set): return node(set)
        }
    }

    /// Behind the parenthesis.
    private mutating func group() throws(Refusal) -> ExpressionNode? {
        let outerFlags = flags
        if skip("?") {
            if skip("#") {
                while let scalar = next() { if scalar == ")" { return nil } }
                throw .malformed("a comment without its end")
            }
            guard try groupStart() else { return nil }
        }
        depth += 1
        guard depth <= RegularExpressionParser.maximumDepth else { throw .tooLarge("its groups are nested too deeply") }
        let content = try alternation()
        depth -= 1
        guard skip(")") else { throw .malformed("a ( without its )") }
        flags = outerFlags
        // An assertion may be repeated only in parentheses.
        if case .assertion = content { return .sequence([content]) }
        return content
    }

    /// After the question mark. Returns false for flags that apply from here on, which are not a group.
    private mutating func groupStart() throws(Refusal) -> Bool {
        if skip(":") { return true }
        if skip("=") || skip("!") { throw .unsupported("look-ahead") }
        if skip("<=") || skip("<!") { throw .unsupported("look-behind") }
        if skip(">") { throw .unsupported("an atomic group") }
        if skip("<") {
            // Skips the name: captures are not used.
            while let scalar = next() {
                if scalar == ">" { return true }
                guard scalar.isASCII, scalar.isWord else { break }
            }
            throw .malformed("the name of a group")
        }
        var isOn = true
        while let flag = next() {
            switch flag {
            case ":": return true
            case ")": return false
            case "-": isOn = false
            case "i": flags.ignoresCase = isOn
            case "s": flags.dotTakesAll = isOn
            case "m": flags.isMultiline = isOn
            case "x": flags.hasComments = isOn
            case "w": throw .unsupported("word boundaries of natural language")
            default: throw .malformed("a flag that is none")
            }
        }
        throw .malformed("a ( without its )")
    }

    // MARK: Nodes

    private func node(_ scalar: Unicode.Scalar) -> ExpressionNode {
        .scalar(flags.ignoresCase ? CaseFolding.folded(scalar) : scalar, ignoresCase: flags.ignoresCase)
    }

    private mutating func node(_ set: ScalarSet) -> ExpressionNode {
        sets.append(set)
        return .set(sets.count - 1)
    }
}
