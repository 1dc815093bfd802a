import LibraryModel

/// Normalizes one comparison for the library's program.
struct PredicateComparisonAssembly {
    private var left: PredicateOperand
    private var comparison: PredicateComparison
    private let options: PredicateComparisonOptions
    private var right: PredicateOperand

    init(
        left: PredicateOperand,
        _ comparison: PredicateComparison,
        _ options: PredicateComparisonOptions,
        right: PredicateOperand
    ) {
        self.left = left
        self.comparison = comparison
        self.options = options
        self.right = right
        // `%@ CONTAINS localIdentifier` with a list means `localIdentifier IN %@`.
        if comparison == .contains, left.isList {
            (self.left, self.comparison, self.right) = (right, .in, left)
        }
        self.right = self.right.adapted(to: self.left.key)
        self.left = self.left.adapted(to: self.right.key)
    }

    func instructions(at position: Int) throws(PredicateFormatError) -> [PredicateInstruction] {
        func failure(_ reason: String) -> PredicateFormatError {
            PredicateFormatError(position: position, reason: reason)
        }
        // While variables lack values only the grammar is checked.
        if left.isUnbound || right.isUnbound { return [] }
        switch comparison {
        case .in:
            guard right.isList || right.key != nil else { throw failure("IN wants a list on its right") }
        case .between:
            guard case .list(let bounds) = right.content, bounds.count == 2 else {
                throw failure("BETWEEN wants a list of two values on its right")
            }
        case .equal, .notEqual:
            // `SELF == %@` with an object becomes `SELF IN` its identifier.
            if let membership = identityComparison { return membership }
            fallthrough
        default:
            guard !left.isList, !right.isList else { throw failure("a list can be compared with IN and BETWEEN only") }
        }
        return left.instructions + right.instructions + [.compare(comparison, options)]
    }

    private var identityComparison: [PredicateInstruction]? {
        for (subject, object) in [(left, right), (right, left)] {
            guard let key = subject.key, PredicateOperand.identityKeys.contains(key),
                case .objects(let identifiers, isList: false) = object.content
            else { continue }
            let membership: [PredicateInstruction] = [
                .key(key), .literal(.identifiers(identifiers)), .compare(.in, options),
            ]
            return comparison == .equal ? membership : membership + [.not]
        }
        return nil
    }
}
