import LibraryModel

/// Compares two values in memory.
///
/// Nil equals only nil; an ordering with nil on either side is false.
struct PredicateComparer {
    private let comparison: PredicateComparison
    private let options: PredicateComparisonOptions

    init(_ comparison: PredicateComparison, _ options: PredicateComparisonOptions) {
        self.comparison = comparison
        self.options = options
    }

    func compare(
        _ left: PredicateEvaluation.Value,
        _ right: PredicateEvaluation.Value
    ) throws(PredicateEvaluationError) -> Bool {
        switch (left, right) {
        case (_, .literal(.identifiers(let identifiers))):
            guard comparison == .in else { throw mismatch }
            return identity(of: left).map(identifiers.contains) ?? false
        case (_, .list(let literals)):
            guard case .literal(let left) = left else { throw mismatch }
            return try compare(left, with: literals)
        case (.object(let left), .object(let right)): return try equality(left == right)
        case (.literal(let left), .literal(let right)): return try compare(left, right)
        default: throw mismatch
        }
    }

    private var mismatch: PredicateEvaluationError {
        PredicateEvaluationError(reason: "the two values cannot be compared this way")
    }

    private func identity(of value: PredicateEvaluation.Value) -> LocalIdentifier? {
        switch value {
        case .object(let identifier): identifier
        case .literal(.text(let text)): LocalIdentifier(text)
        case .literal, .list, .truth: nil
        }
    }

    private func equality(_ isEqual: Bool) throws(PredicateEvaluationError) -> Bool {
        switch comparison {
        case .equal: return isEqual
        case .notEqual: return !isEqual
        default: throw mismatch
        }
    }

    private func compare(
        _ left: PredicateLiteral,
        with list: [PredicateLiteral]
    ) throws(PredicateEvaluationError) -> Bool {
        switch comparison {
        case .in:
            let equal = PredicateComparer(.equal, options)
            for literal in list {
                if try equal.compare(left, literal) { return true }
            }
            return false
        case .between where list.count == 2:
            guard try PredicateComparer(.greaterOrEqual, options).compare(left, list[0]) else { return false }
            return try PredicateComparer(.lessOrEqual, options).compare(left, list[1])
        default: throw mismatch
        }
    }

    private func compare(
        _ left: PredicateLiteral,
        _ right: PredicateLiteral
    ) throws(PredicateEvaluationError) -> Bool {
        switch (left, right) {
        case (.null, .null): return comparison == .equal || comparison == .lessOrEqual || comparison == .greaterOrEqual
        case (.null, _), (_, .null): return comparison == .notEqual
        case (.text(let left), .text(let right)): return try compare(left, right)
        case (.date(let left), .date(let right)): return try ordering(of: left, right)
        case (.integer(let left), .integer(let right)): return try ordering(of: left, right)
        default:
            guard let left = left.number, let right = right.number else { throw mismatch }
            return try ordering(of: left, right)
        }
    }

    private func ordering<Number: Comparable>(
        of left: Number,
        _ right: Number
    ) throws(PredicateEvaluationError) -> Bool {
        switch comparison {
        case .equal: return left == right
        case .notEqual: return left != right
        case .less: return left < right
        case .lessOrEqual: return left <= right
        case .greater: return left > right
        case .greaterOrEqual: return left >= right
        default: throw mismatch
        }
    }

    // MARK: Texts

    private func compare(_ left: String, _ right: String) throws(PredicateEvaluationError) -> Bool {
        let (left, right) = (folded(left), folded(right))
        switch comparison {
        case .contains: return left.contains(right)
        case .beginsWith: return left.hasPrefix(right)
        case .endsWith: return left.hasSuffix(right)
        case .in: return right.contains(left)
        case .like: return Self.matches(Array(left), wildcards: Array(right))
        case .matches: return try matches(left, expression: right)
        default: return try ordering(of: left, right)
        }
    }

    private func folded(_ text: String) -> String {
        var folding: String.CompareOptions = []
        if options.contains(.caseInsensitive) { folding.insert(.caseInsensitive) }
        if options.contains(.diacriticInsensitive) { folding.insert(.diacriticInsensitive) }
        return folding.isEmpty ? text : text.folding(options: folding, locale: nil)
    }

    /// `?` for one character, `*` for any number. Backtracks to the last star only, so that no pattern is slow.
    private static func matches(_ text: [Character], wildcards: [Character]) -> Bool {
        var (position, pattern) = (0, 0)
        var star: (pattern: Int, position: Int)?
        while position < text.count {
            if pattern < wildcards.count, wildcards[pattern] == "*" {
                star = (pattern, position)
                pattern += 1
            } else if pattern < wildcards.count, wildcards[pattern] == "?" || wildcards[pattern] == text[position] {
                position += 1
                pattern += 1
            } else if let last = star {
                star = (last.pattern, last.position + 1)
                (pattern, position) = (last.pattern + 1, last.position + 1)
            } else {
                return false
            }
        }
        return wildcards[pattern...].allSatisfy { $0 == "*" }
    }

    private func matches(_ text: String, expression: String) throws(PredicateEvaluationError) -> Bool {
        do {
            let expression = try NSRegularExpression(pattern: "^(?:\(expression))$")
            return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
        } catch {
            throw PredicateEvaluationError(reason: "MATCHES wants a regular expression")
        }
    }
}

extension PredicateLiteral {
    fileprivate var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        case .boolean(let value): value ? 1 : 0
        case .null, .text, .date, .identifiers: nil
        }
    }
}
