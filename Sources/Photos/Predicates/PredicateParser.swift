import LibraryModel

/// Parses a predicate's format string and arguments into a program for the library.
///
/// The grammar, lowest precedence first. Keywords are case-insensitive.
///
///     or          and (("OR" | "||") and)*
///     and         not (("AND" | "&&") not)*
///     not         ("NOT" | "!") not | comparison
///     comparison  value (operator options? value)?          a value alone is no predicate
///     value       primary ("&" primary)*
///     primary     "(" or ")" | key | literal | "%…" | "$NAME" | "{" value, … "}" | "TRUEPREDICATE" | "FALSEPREDICATE"
///
/// Whether a parenthesis holds a predicate or a value is known when it closes. Nothing is parsed twice, so parsing
/// takes linear time.
struct PredicateParser {
    /// Nested parentheses, `NOT`s and lists. More is an error, not a stack overflow.
    static let maximumDepth = 100

    private let tokens: [PredicateToken]
    private var arguments: ArgumentCursor
    private let variables: [String: Any]
    private var index = 0
    private var depth = 0
    /// Variables without values.
    private var unbound: [PredicateToken] = []

    /// Returns the program of a format without variables, or with values for all.
    static func parse(
        _ format: String,
        arguments: [Any],
        variables: [String: Any] = [:]
    ) throws(PredicateFormatError) -> PredicateProgram {
        let (program, unbound) = try parseTemplate(format, arguments: arguments, variables: variables)
        guard let missing = unbound.first else { return program }
        throw PredicateFormatError(position: missing.position, reason: "the variable \(missing.name) has no value")
    }

    /// Returns the program of a format, and its variables without values. With any of them the program is unusable, but
    /// the format is valid.
    static func parseTemplate(
        _ format: String,
        arguments: [Any],
        variables: [String: Any]
    ) throws(PredicateFormatError) -> (program: PredicateProgram, unbound: [PredicateToken]) {
        var parser = PredicateParser(try PredicateLexer.tokens(of: format), arguments, variables)
        let node = try parser.disjunction()
        guard parser.current.kind == .end else { throw parser.unexpected("an operator or the end") }
        let instructions = try parser.truth(node)
        guard instructions.count <= PredicateProgram.maximumInstructions else {
            throw PredicateFormatError(position: 0, reason: "longer than \(PredicateProgram.maximumInstructions) steps")
        }
        return (PredicateProgram(instructions), parser.unbound)
    }

    private init(_ tokens: [PredicateToken], _ arguments: [Any], _ variables: [String: Any]) {
        self.tokens = tokens
        self.arguments = ArgumentCursor(arguments)
        self.variables = variables
    }

    /// The result of parsing a part of the format.
    private enum Node {
        case truth([PredicateInstruction])
        case value(PredicateOperand)
    }

    // MARK: Tokens

    private var current: PredicateToken { tokens[index] }

    private mutating func advance() {
        if index < tokens.count - 1 { index += 1 }
    }

    private func unexpected(_ expectation: String) -> PredicateFormatError {
        PredicateFormatError(position: current.position, reason: "expected \(expectation), found \(current.name)")
    }

    private func isKeyword(_ keyword: String) -> Bool {
        if case .word(let word) = current.kind { word.uppercased() == keyword } else { false }
    }

    private mutating func take(_ symbol: PredicateToken.Symbol, or keyword: String? = nil) -> Bool {
        guard current.kind == .symbol(symbol) || keyword.map(isKeyword) ?? false else { return false }
        advance()
        return true
    }

    private mutating func expect(_ symbol: PredicateToken.Symbol) throws(PredicateFormatError) {
        guard take(symbol) else { throw unexpected("\"\(symbol.rawValue)\"") }
    }

    private mutating func nested<Result>(
        _ body: (inout PredicateParser) throws(PredicateFormatError) -> Result
    ) throws(PredicateFormatError) -> Result {
        guard depth < Self.maximumDepth else {
            throw PredicateFormatError(position: current.position, reason: "nested deeper than \(Self.maximumDepth)")
        }
        depth += 1
        defer { depth -= 1 }
        return try body(&self)
    }

    private func truth(_ node: Node) throws(PredicateFormatError) -> [PredicateInstruction] {
        switch node {
        case .truth(let instructions): return instructions
        case .value(let operand):
            throw PredicateFormatError(position: operand.position, reason: "a value where a comparison is expected")
        }
    }

    private func value(_ node: Node, at position: Int) throws(PredicateFormatError) -> PredicateOperand {
        switch node {
        case .value(let operand): return operand
        case .truth: throw PredicateFormatError(position: position, reason: "a comparison where a value is expected")
        }
    }

    // MARK: Logic

    private mutating func disjunction() throws(PredicateFormatError) -> Node {
        let first = try conjunction()
        guard current.kind == .symbol(.or) || isKeyword("OR") else { return first }
        var instructions = try truth(first)
        while take(.or, or: "OR") {
            instructions += try truth(try conjunction())
            instructions.append(.or)
        }
        return .truth(instructions)
    }

    private mutating func conjunction() throws(PredicateFormatError) -> Node {
        let first = try negation()
        guard current.kind == .symbol(.and) || isKeyword("AND") else { return first }
        var instructions = try truth(first)
        while take(.and, or: "AND") {
            instructions += try truth(try negation())
            instructions.append(.and)
        }
        return .truth(instructions)
    }

    private mutating func negation() throws(PredicateFormatError) -> Node {
        guard take(.not, or: "NOT") else { return try comparison() }
        let operand = try nested { parser throws(PredicateFormatError) in try parser.negation() }
        return .truth(try truth(operand) + [.not])
    }

    // MARK: Comparisons

    private mutating func comparison() throws(PredicateFormatError) -> Node {
        let start = current.position
        let left = try maskedValue()
        guard let comparison = comparisonOperator() else { return left }
        let operatorPosition = current.position
        let leftOperand = try value(left, at: start)
        advance()
        let options = try comparisonOptions(for: comparison)
        let rightPosition = current.position
        let right = try value(try maskedValue(), at: rightPosition)
        return .truth(
            try PredicateComparisonAssembly(left: leftOperand, comparison, options, right: right)
                .instructions(at: operatorPosition)
        )
    }

    private func comparisonOperator() -> PredicateComparison? {
        switch current.kind {
        case .comparison(let comparison): comparison
        case .word(let word): Self.wordComparisons[word.uppercased()]
        default: nil
        }
    }

    private static let wordComparisons: [String: PredicateComparison] = [
        "IN": .in, "BETWEEN": .between, "CONTAINS": .contains, "BEGINSWITH": .beginsWith,
        "ENDSWITH": .endsWith, "LIKE": .like, "MATCHES": .matches,
    ]

    /// `[c]`, `[d]`, `[cd]`. `n` and `l` have no effect.
    private mutating func comparisonOptions(
        for comparison: PredicateComparison
    ) throws(PredicateFormatError) -> PredicateComparisonOptions {
        let start = current.position
        guard take(.leftBracket) else { return [] }
        guard case .word(let letters) = current.kind else { throw unexpected("c or d") }
        advance()
        try expect(.rightBracket)
        var options: PredicateComparisonOptions = []
        for letter in letters.lowercased() {
            switch letter {
            case "c": options.insert(.caseInsensitive)
            case "d": options.insert(.diacriticInsensitive)
            case "n", "l": break
            default: throw PredicateFormatError(position: start, reason: "unknown comparison option \(letter)")
            }
        }
        return options
    }

    // MARK: Values

    private mutating func maskedValue() throws(PredicateFormatError) -> Node {
        let start = current.position
        var node = try primary()
        while current.kind == .symbol(.bitwiseAnd) || current.kind == .symbol(.bitwiseOr) {
            let position = current.position
            let isAnd = current.kind == .symbol(.bitwiseAnd)
            advance()
            let left = try value(node, at: start)
            let rightStart = current.position
            let right = try value(try primary(), at: rightStart)
            node = .value(try Self.masked(left, right, isAnd: isAnd, at: position))
        }
        return node
    }

    private static func masked(
        _ left: PredicateOperand,
        _ right: PredicateOperand,
        isAnd: Bool,
        at position: Int
    ) throws(PredicateFormatError) -> PredicateOperand {
        if let leftBits = left.integer, let rightBits = right.integer {
            let bits = isAnd ? leftBits & rightBits : leftBits | rightBits
            return PredicateOperand(.literal(.integer(bits)), at: left.position)
        }
        if left.isUnbound || right.isUnbound { return PredicateOperand(.unbound, at: left.position) }
        guard isAnd else {
            throw PredicateFormatError(position: position, reason: "| is supported between numbers only")
        }
        guard let key = left.key ?? right.key, let mask = right.integer ?? left.integer else {
            throw PredicateFormatError(position: position, reason: "& wants a key and a whole number")
        }
        return PredicateOperand(.masked(key: key, mask: mask), at: left.position)
    }

    private mutating func primary() throws(PredicateFormatError) -> Node {
        let token = current
        switch token.kind {
        case .symbol(.leftParenthesis):
            advance()
            let node = try nested { parser throws(PredicateFormatError) in try parser.disjunction() }
            try expect(.rightParenthesis)
            return node
        case .symbol(.leftBrace):
            advance()
            return .value(PredicateOperand(try list(), at: token.position))
        case .symbol(.minus):
            advance()
            return .value(PredicateOperand(.literal(try negativeNumber()), at: token.position))
        case .word(let word):
            advance()
            return try meaning(of: word, at: token.position)
        case .key(let key): return literalNode(.key(key))
        case .integer(let value): return literalNode(.literal(.integer(value)))
        case .real(let value): return literalNode(.literal(.real(value)))
        case .text(let text): return literalNode(.literal(.text(text)))
        case .objectArgument, .numberArgument:
            let argument = try arguments.value(for: token)
            advance()
            return .value(PredicateOperand(argument: argument, at: token.position))
        case .keyArgument:
            let key = try arguments.key(for: token)
            advance()
            return .value(PredicateOperand(.key(key), at: token.position))
        case .variable(let name):
            advance()
            return .value(try variable(name, token))
        case .comparison, .symbol, .end: throw unexpected("a key, a value or \"(\"")
        }
    }

    private mutating func variable(
        _ name: String,
        _ token: PredicateToken
    ) throws(PredicateFormatError) -> PredicateOperand {
        guard let value = variables[name] else {
            unbound.append(token)
            return PredicateOperand(.unbound, at: token.position)
        }
        guard let argument = PredicateArgument(value) else {
            throw PredicateFormatError(
                position: token.position,
                reason: "the value of $\(name) is of a kind that no key can be compared with: \(type(of: value))"
            )
        }
        return PredicateOperand(argument: argument, at: token.position)
    }

    private mutating func literalNode(_ content: PredicateOperand.Content) -> Node {
        let position = current.position
        advance()
        return .value(PredicateOperand(content, at: position))
    }

    private mutating func negativeNumber() throws(PredicateFormatError) -> PredicateLiteral {
        defer { advance() }
        switch current.kind {
        case .integer(let value): return .integer(-value)
        case .real(let value): return .real(-value)
        default: throw unexpected("a number")
        }
    }

    private mutating func list() throws(PredicateFormatError) -> PredicateOperand.Content {
        var literals: [PredicateLiteral] = []
        var isUnbound = false
        if take(.rightBrace) { return .list(literals) }
        repeat {
            let position = current.position
            let element = try primary()
            if case .value(let operand) = element, operand.isUnbound {
                isUnbound = true
                continue
            }
            guard case .value(let operand) = element, case .literal(let literal) = operand.content else {
                throw PredicateFormatError(position: position, reason: "a list holds plain values only")
            }
            literals.append(literal)
        } while take(.comma)
        try expect(.rightBrace)
        return isUnbound ? .unbound : .list(literals)
    }

    private func meaning(of word: String, at position: Int) throws(PredicateFormatError) -> Node {
        func literal(_ literal: PredicateLiteral) -> Node { .value(PredicateOperand(.literal(literal), at: position)) }
        switch word.uppercased() {
        case "TRUEPREDICATE": return .truth([.constant(true)])
        case "FALSEPREDICATE": return .truth([.constant(false)])
        case "YES", "TRUE": return literal(.boolean(true))
        case "NO", "FALSE": return literal(.boolean(false))
        case "NIL", "NULL": return literal(.null)
        case "SELF": return .value(PredicateOperand(.key("SELF"), at: position))
        case "ANY", "SOME", "ALL", "NONE", "SUBQUERY", "FUNCTION", "CAST", "TERNARY":
            throw PredicateFormatError(position: position, reason: "\(word.uppercased()) is not supported")
        case "AND", "OR", "NOT", "IN", "BETWEEN", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES":
            throw PredicateFormatError(position: position, reason: "expected a key or a value, found \(word)")
        default: return .value(PredicateOperand(.key(word), at: position))
        }
    }
}
