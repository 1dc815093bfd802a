/// A part of a regular expression. Nested as deep as groups are, which the parser bounds.
indirect enum ExpressionNode {
    case empty
    case scalar(Unicode.Scalar, ignoresCase: Bool)
    /// The index of one of the expression's sets.
    case set(Int)
    case assertion(Assertion)
    case sequence([ExpressionNode])
    case alternation([ExpressionNode])
    /// Without a maximum any number; the minimum is not above it.
    case repetition(ExpressionNode, minimum: Int, maximum: Int?)

    /// What the part becomes with its repetitions written out: exact up to `RegularExpression.maximumInstructions`,
    /// some number above for all that is more.
    var instructionCount: Int {
        switch self {
        case .empty: 0
        case .scalar, .set, .assertion: 1
        case .sequence(let parts): ExpressionNode.sum(parts)
        case .alternation(let choices): min(ExpressionNode.sum(choices) + 2 * (choices.count - 1), ExpressionNode.many)
        case .repetition(let part, let minimum, let maximum):
            // Both factors are small, so that nothing here overflows.
            min(
                part.instructionCount * min(minimum, ExpressionNode.many)
                    + (maximum.map { (part.instructionCount + 1) * min($0 - minimum, ExpressionNode.many) }
                        ?? part.instructionCount + 2),
                ExpressionNode.many
            )
        }
    }

    private static let many = RegularExpression.maximumInstructions + 1

    private static func sum(_ nodes: [ExpressionNode]) -> Int {
        nodes.reduce(0) { min($0 + $1.instructionCount, many) }
    }
}

/// An assertion about the position between two characters.
enum Assertion: Hashable, Sendable {
    case textStart
    case textEnd
    /// The end of the text, or before the line end that ends it.
    case textEndOrLastLineEnd
    case lineStart
    case lineEnd
    case wordBoundary
    case noWordBoundary
}
