internal import LibraryModel

/// IN and BETWEEN.
extension PredicateCompiler {
    mutating func compareWithList(
        _ comparison: PredicateComparison,
        _ options: PredicateComparisonOptions,
        _ left: Operand,
        _ right: Operand
    ) throws -> BooleanExpression.Node {
        if comparison == .in, let identifiers = try identifierMembership(left, right) { return identifiers }
        let left = try scalar(left)
        guard case .list(let literals) = right else {
            throw LibraryError(
                .invalidRequest,
                "the predicate needs a list on the right of IN and BETWEEN",
                details: left.key.map { ["key": $0] } ?? [:]
            )
        }
        let elements = try literals.map { literal throws(LibraryError) in
            guard let element = PredicateScalar(literal), left.isComparable(with: element) else {
                throw mismatch(left.key)
            }
            return element
        }
        if comparison == .between { return try between(options, left, elements) }
        return try membership(options, left, elements)
    }

    private mutating func between(
        _ options: PredicateComparisonOptions,
        _ left: PredicateScalar,
        _ bounds: [PredicateScalar]
    ) throws -> BooleanExpression.Node {
        guard bounds.count == 2 else {
            throw LibraryError(
                .invalidRequest,
                "BETWEEN needs a list of two values",
                details: left.key.map { ["key": $0] } ?? [:]
            )
        }
        let lower = try compare(.greaterOrEqual, options, .scalar(left), .scalar(bounds[0]))
        let upper = try compare(.lessOrEqual, options, .scalar(left), .scalar(bounds[1]))
        return tree.and(lower, upper)
    }

    private mutating func membership(
        _ options: PredicateComparisonOptions,
        _ left: PredicateScalar,
        _ elements: [PredicateScalar]
    ) throws -> BooleanExpression.Node {
        var choices: [BooleanExpression.Node] = []
        let values = elements.filter { $0.kind != nil }
        if values.count < elements.count {
            choices.append(try compare(.equal, [], .scalar(left), .literal(.null)))
        }
        if !options.isEmpty {
            for value in values { choices.append(try compare(.equal, options, .scalar(left), .scalar(value))) }
        } else if !values.isEmpty && left.kind != nil {
            choices.append(try tree.membership(left.sql, values.compactMap(\.value), cost: left.cost, term: left.term))
        }
        return tree.any(choices)
    }
}
