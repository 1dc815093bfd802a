internal import LibraryModel
internal import TextMatching

/// The operand of text comparisons, prepared once for all rows.
final class TextComparer {
    private enum Standard {
        case text(PredicateComparison, [UInt8])
        /// Of `search`.
        case part
        case like(LikePattern)
        case matches(RegularExpression)
    }

    private let standard: Standard
    /// Beside the standard, so that it is not copied for each of a million texts.
    private let search: SubstringSearch
    /// The folding of both texts. `MATCHES` handles case in the expression.
    let folding: PredicateComparisonOptions

    /// Bytes of the operand: only captions are longer. Patterns have their own limits.
    static let maximumLength = 4_096

    init(
        _ comparison: PredicateComparison,
        _ options: PredicateComparisonOptions,
        _ text: String
    ) throws(LibraryError) {
        folding = comparison == .matches ? options.subtracting(.caseInsensitive) : options
        let folded = TextFolding.folded(text, folding)
        search = SubstringSearch(comparison == .contains ? folded : [])
        switch comparison {
        case .contains: standard = .part
        case .like:
            guard let pattern = LikePattern(String(decoding: folded, as: UTF8.self)) else {
                throw LibraryError(
                    .limitExceeded,
                    "the pattern of LIKE has more than \(LikePattern.maximumLength) bytes"
                )
            }
            standard = .like(pattern)
        case .matches:
            let pattern = String(decoding: folded, as: UTF8.self)
            do {
                standard = .matches(
                    try RegularExpression(pattern, ignoresCase: options.contains(.caseInsensitive))
                )
            } catch {
                let isTooLarge = if case .tooLarge = error { true } else { false }
                throw LibraryError(isTooLarge ? .limitExceeded : .invalidRequest, error.reason)
            }
        default: standard = .text(comparison, folded)
        }
    }

    /// The cost of a comparison, besides reading the text.
    var cost: Int {
        if case .matches(let expression) = standard { return PredicateCost.instructions(expression.size) }
        return PredicateCost.text
    }

    /// Returns whether the comparison is true for a folded text; with `lowering` for the text with its ASCII letters in
    /// lower case.
    func holds(
        _ text: Span<UInt8>,
        lowering: Bool,
        _ work: inout MatchingWork
    ) throws(MatchingWork.Stopped) -> Bool {
        switch standard {
        case .text(let comparison, let other): TextComparer.compare(comparison, text, other, lowering)
        case .part: try search.isFound(in: text, lowering: lowering, &work)
        case .like(let pattern): try pattern.matches(string(text), lowering: lowering, &work)
        case .matches(let expression): try expression.matches(string(text), &work)
        }
    }

    private func string(_ text: Span<UInt8>) -> String {
        unsafe text.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    private static func compare(
        _ comparison: PredicateComparison,
        _ text: Span<UInt8>,
        _ other: [UInt8],
        _ lowering: Bool
    ) -> Bool {
        switch comparison {
        case .equal: text.count == other.count && order(text, other, from: 0, lowering) == 0
        case .notEqual: text.count != other.count || order(text, other, from: 0, lowering) != 0
        case .less: order(text, other, from: 0, lowering) < 0
        case .lessOrEqual: order(text, other, from: 0, lowering) <= 0
        case .greater: order(text, other, from: 0, lowering) > 0
        case .greaterOrEqual: order(text, other, from: 0, lowering) >= 0
        case .beginsWith:
            text.count >= other.count && order(text.extracting(first: other.count), other, from: 0, lowering) == 0
        case .endsWith:
            text.count >= other.count && order(text, other, from: text.count - other.count, lowering) == 0
        case .in, .between, .contains, .like, .matches: false
        }
    }

    /// Compares the text from `start` with another: negative, positive or 0.
    private static func order(_ text: Span<UInt8>, _ other: [UInt8], from start: Int, _ lowering: Bool) -> Int {
        let count = min(text.count - start, other.count)
        for offset in 0..<count {
            let byte = lowering ? lowered(text[start + offset]) : text[start + offset]
            if byte != other[offset] { return byte < other[offset] ? -1 : 1 }
        }
        return text.count - start - other.count
    }
}
