import LibraryModel

/// A token of a predicate's format string.
struct PredicateToken: Hashable {
    enum Kind: Hashable {
        /// A key or a keyword.
        case word(String)
        /// A key with the prefix `#`, even if it spells a keyword.
        case key(String)
        case integer(Int64)
        case real(Double)
        case text(String)
        /// `%@`: a value.
        case objectArgument
        /// `%K`: a key.
        case keyArgument
        /// `%d`, `%lu`, `%f` and so on: a number.
        case numberArgument
        /// `$NAME`: a variable.
        case variable(String)
        case comparison(PredicateComparison)
        case symbol(Symbol)
        case end
    }

    enum Symbol: String, Hashable {
        case and = "&&"
        case or = "||"
        case not = "!"
        case bitwiseAnd = "&"
        case bitwiseOr = "|"
        case minus = "-"
        case leftParenthesis = "("
        case rightParenthesis = ")"
        case leftBrace = "{"
        case rightBrace = "}"
        case leftBracket = "["
        case rightBracket = "]"
        case comma = ","
    }

    var kind: Kind
    /// The index of its first character in the format string.
    var position: Int

    /// The token for error messages.
    var name: String {
        switch kind {
        case .word(let word), .key(let word): "\"\(word)\""
        case .integer(let value): "\(value)"
        case .real(let value): "\(value)"
        case .text: "a quoted text"
        case .objectArgument: "%@"
        case .keyArgument: "%K"
        case .numberArgument: "a number's place"
        case .variable(let name): "$\(name)"
        case .comparison: "a comparison"
        case .symbol(let symbol): "\"\(symbol.rawValue)\""
        case .end: "the end"
        }
    }
}
