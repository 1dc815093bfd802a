internal import LibraryModel
internal import SQLiteDatabase
internal import Synchronization

/// Comparisons of texts that SQLite does not have, callable from statements:
/// `compare_text(comparison, options, left, right)` answers a truth; a null on either side is false.
enum TextFunctions {
    static func define(on connection: Connection) throws(SQLiteError) {
        let expressions = LastExpression()
        try connection.defineTruth("compare_text", argumentCount: 4) { arguments in
            guard let comparison = PredicateComparison(rawValue: UInt8(truncatingIfNeeded: arguments.integer(0))),
                let left = arguments.optionalText(2), let right = arguments.optionalText(3)
            else { return false }
            let options = PredicateComparisonOptions(rawValue: UInt8(truncatingIfNeeded: arguments.integer(1)))
            if comparison == .matches { return expressions.matches(left, right, options) }
            return compare(comparison, TextFolding.folded(left, options), TextFolding.folded(right, options))
        }
    }

    private static func compare(_ comparison: PredicateComparison, _ left: [UInt8], _ right: [UInt8]) -> Bool {
        switch comparison {
        case .equal: left == right
        case .notEqual: left != right
        case .less: left.lexicographicallyPrecedes(right)
        case .lessOrEqual: !right.lexicographicallyPrecedes(left)
        case .greater: right.lexicographicallyPrecedes(left)
        case .greaterOrEqual: !left.lexicographicallyPrecedes(right)
        case .contains: contains(left, right)
        case .beginsWith: left.starts(with: right)
        case .endsWith: left.reversed().starts(with: right.reversed())
        case .like: isLike(left, right)
        case .in, .between, .matches: false
        }
    }

    private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
        guard let first = part.first else { return true }
        guard text.count >= part.count else { return false }
        for start in 0...(text.count - part.count) where text[start] == first {
            if text[start...].starts(with: part) { return true }
        }
        return false
    }

    /// `*` any number of characters, `?` one. Goes back to the last `*` only, so it never takes more than the product
    /// of the lengths.
    private static func isLike(_ textBytes: [UInt8], _ patternBytes: [UInt8]) -> Bool {
        let text = Array(String(decoding: textBytes, as: UTF8.self).unicodeScalars)
        let pattern = Array(String(decoding: patternBytes, as: UTF8.self).unicodeScalars)
        var (position, rule) = (0, 0)
        var retry: (position: Int, rule: Int)?
        while position < text.count {
            if rule < pattern.count, pattern[rule] == "*" {
                retry = (position, rule)
                rule += 1
            } else if rule < pattern.count, pattern[rule] == "?" || pattern[rule] == text[position] {
                position += 1
                rule += 1
            } else if let last = retry {
                retry = (last.position + 1, last.rule)
                (position, rule) = (last.position + 1, last.rule + 1)
            } else {
                return false
            }
        }
        return pattern[rule...].allSatisfy { $0 == "*" }
    }

    /// A `MATCHES` pattern as it is compiled. `[d]` takes the diacritics from the pattern as from the text.
    static func expression(
        _ pattern: String,
        _ options: PredicateComparisonOptions
    ) throws(RegularExpression.Refusal) -> RegularExpression {
        let folded = TextFolding.folded(pattern, options.subtracting(.caseInsensitive))
        return try RegularExpression(
            String(decoding: folded, as: UTF8.self),
            ignoresCase: options.contains(.caseInsensitive)
        )
    }
}

/// The expression that a connection used last: a statement asks for the same one at every row.
private final class LastExpression: Sendable {
    private struct Entry {
        var pattern: String
        var options: PredicateComparisonOptions
        var expression: RegularExpression
    }

    private let last = Mutex<Entry?>(nil)

    func matches(_ text: String, _ pattern: String, _ options: PredicateComparisonOptions) -> Bool {
        let expression: RegularExpression? = last.withLock { last in
            if let last, last.pattern == pattern, last.options == options { return last.expression }
            let made: RegularExpression
            do {
                made = try TextFunctions.expression(pattern, options)
            } catch {
                // Patterns are tried when a predicate is compiled, so this one comes from elsewhere: it matches nothing.
                return nil
            }
            last = Entry(pattern: pattern, options: options, expression: made)
            return made
        }
        guard let expression else { return false }
        let folded = TextFolding.folded(text, options.subtracting(.caseInsensitive))
        return expression.matches(String(decoding: folded, as: UTF8.self))
    }
}
