import LibraryModel

/// Splits a predicate's format string into tokens.
struct PredicateLexer {
    private let characters: [Character]
    private var position = 0

    /// Returns the tokens of `format`; the last is `end`.
    static func tokens(of format: String) throws(PredicateFormatError) -> [PredicateToken] {
        var lexer = PredicateLexer(characters: Array(format))
        var tokens: [PredicateToken] = []
        while true {
            let token = try lexer.next()
            tokens.append(token)
            if token.kind == .end { return tokens }
        }
    }

    private init(characters: [Character]) {
        self.characters = characters
    }

    private var current: Character? { position < characters.count ? characters[position] : nil }

    private func failure(at position: Int, _ reason: String) -> PredicateFormatError {
        PredicateFormatError(position: position, reason: reason)
    }

    private mutating func next() throws(PredicateFormatError) -> PredicateToken {
        while let character = current, character.isWhitespace { position += 1 }
        let start = position
        guard let character = current else { return PredicateToken(kind: .end, position: start) }
        let kind: PredicateToken.Kind
        switch character {
        case "\"", "'": kind = .text(try quotedText(character))
        case "%": kind = try argument()
        case "#":
            position += 1
            kind = .key(try word())
        case "$":
            position += 1
            kind = .variable(try word())
        case _ where character.isKeyStart: kind = .word(try word())
        case _ where character.isASCII && character.isNumber: kind = try number()
        case ".": kind = try number()
        default: kind = try symbol()
        }
        return PredicateToken(kind: kind, position: start)
    }

    private mutating func word() throws(PredicateFormatError) -> String {
        let start = position
        while let character = current, character.isKeyStart || character.isNumber || character == "." { position += 1 }
        guard position > start else { throw failure(at: start, "expected a name") }
        return String(characters[start..<position])
    }

    private mutating func number() throws(PredicateFormatError) -> PredicateToken.Kind {
        let start = position
        if current == "0", position + 1 < characters.count, "xX".contains(characters[position + 1]) {
            position += 2
            let digits = take { $0.isASCII && $0.isHexDigit }
            guard let value = Int64(digits, radix: 16) else { throw failure(at: start, "not a hexadecimal number") }
            return .integer(value)
        }
        _ = take { $0.isASCII && $0.isNumber }
        var isReal = false
        if current == "." {
            isReal = true
            position += 1
            _ = take { $0.isASCII && $0.isNumber }
        }
        if let exponent = current, "eE".contains(exponent) {
            isReal = true
            position += 1
            if let sign = current, "+-".contains(sign) { position += 1 }
            _ = take { $0.isASCII && $0.isNumber }
        }
        let digits = String(characters[start..<position])
        if !isReal, let value = Int64(digits) { return .integer(value) }
        guard let value = Double(digits), value.isFinite else { throw failure(at: start, "not a number") }
        return .real(value)
    }

    private mutating func take(while condition: (Character) -> Bool) -> String {
        let start = position
        while let character = current, condition(character) { position += 1 }
        return String(characters[start..<position])
    }

    private mutating func quotedText(_ quote: Character) throws(PredicateFormatError) -> String {
        let start = position
        position += 1
        var text = ""
        while let character = current {
            position += 1
            if character == quote { return text }
            text.append(character == "\\" ? try escapedCharacter() : character)
        }
        throw failure(at: start, "a quoted text without its end")
    }

    private mutating func escapedCharacter() throws(PredicateFormatError) -> Character {
        let start = position - 1
        guard let character = current else { throw failure(at: start, "a \\ at the end") }
        position += 1
        switch character {
        case "n": return "\n"
        case "t": return "\t"
        case "r": return "\r"
        case "u":
            let digits = String(characters[position..<min(position + 4, characters.count)])
            guard digits.count == 4, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
                let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
            else { throw failure(at: start, "\\u wants four hexadecimal digits") }
            position += 4
            return Character(scalar)
        default: return character
        }
    }

    /// `%@`, `%K` and the conversions of printf, with their length modifiers.
    private mutating func argument() throws(PredicateFormatError) -> PredicateToken.Kind {
        let start = position
        position += 1
        let modifiers = take { "hlqLzjt".contains($0) }
        guard let conversion = current else { throw failure(at: start, "a % at the end") }
        position += 1
        switch conversion {
        case "@" where modifiers.isEmpty: return .objectArgument
        case "K" where modifiers.isEmpty: return .keyArgument
        case "d", "i", "u", "D", "U", "x", "X", "o", "O", "c", "C", "f", "F", "g", "G", "e", "E", "a", "A":
            return .numberArgument
        default: throw failure(at: start, "%\(modifiers)\(conversion) is not a place for an argument")
        }
    }

    private mutating func symbol() throws(PredicateFormatError) -> PredicateToken.Kind {
        let start = position
        let two = String(characters[start..<min(start + 2, characters.count)])
        if two.count == 2, let comparison = Self.comparisons[two] {
            position += 2
            return .comparison(comparison)
        }
        if two.count == 2, let symbol = PredicateToken.Symbol(rawValue: two) {
            position += 2
            return .symbol(symbol)
        }
        let one = String(characters[start])
        position += 1
        if let comparison = Self.comparisons[one] { return .comparison(comparison) }
        if let symbol = PredicateToken.Symbol(rawValue: one) { return .symbol(symbol) }
        switch one {
        case "@": throw failure(at: start, "collection operators such as @count are not supported")
        case "+", "*", "/", "^", "~": throw failure(at: start, "arithmetic is not supported")
        default: throw failure(at: start, "unexpected \(one)")
        }
    }

    private static let comparisons: [String: PredicateComparison] = [
        "=": .equal, "==": .equal, "!=": .notEqual, "<>": .notEqual,
        "<": .less, "<=": .lessOrEqual, "=<": .lessOrEqual,
        ">": .greater, ">=": .greaterOrEqual, "=>": .greaterOrEqual,
    ]
}

extension Character {
    fileprivate var isKeyStart: Bool {
        // Most characters are ASCII and need no Unicode lookup.
        switch self {
        case "a"..."z", "A"..."Z", "_": true
        default: isLetter
        }
    }
}
