internal import AssetColumns
internal import LibraryModel

/// Comparisons of two values, and bit masks.
extension PredicateCompiler {
    mutating func compare(
        _ comparison: PredicateComparison,
        _ options: PredicateComparisonOptions,
        _ left: Operand,
        _ right: Operand
    ) throws -> BooleanExpression.Node {
        if let texts = try textsComparison(comparison, options, left, right) { return texts }
        if let keywords = try keywordComparison(comparison, options, left, right) { return keywords }
        if comparison == .in || comparison == .between {
            return try compareWithList(comparison, options, left, right)
        }
        if let identifiers = try identifierComparison(comparison, left, right) { return identifiers }
        let left = try scalar(left)
        let right = try scalar(right)
        guard left.isComparable(with: right) else { throw mismatch(left.key ?? right.key) }
        switch comparison {
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
            return try order(comparison, options, left, right)
        case .contains, .beginsWith, .endsWith, .like, .matches:
            return try compareText(comparison, options, left, right)
        case .in, .between: preconditionFailure("lists are compared elsewhere")
        }
    }

    private mutating func order(
        _ comparison: PredicateComparison,
        _ options: PredicateComparisonOptions,
        _ left: PredicateScalar,
        _ right: PredicateScalar
    ) throws -> BooleanExpression.Node {
        guard left.kind != nil, right.kind != nil else { return try compareWithNull(comparison, left, right) }
        if !options.isEmpty {
            if comparison == .notEqual {
                let isEqual = try compareText(.equal, options, left, right)
                return tree.not(isEqual)
            }
            return try compareText(comparison, options, left, right)
        }
        if left.kind == .identifier || right.kind == .identifier { throw mismatch(left.key ?? right.key) }
        if comparison == .equal || comparison == .notEqual {
            // With a constant on one side: such comparisons of one key are merged into a list.
            var node: BooleanExpression.Node?
            if let value = right.value, left.key != nil {
                node = try tree.membership(left.sql, [value], cost: left.cost, term: left.term)
            }
            if let value = left.value, right.key != nil {
                node = try tree.membership(right.sql, [value], cost: right.cost, term: right.term)
            }
            if let node { return comparison == .equal ? node : tree.not(node) }
        }
        var sql = left.sql
        sql += symbol(comparison)
        sql += right.sql
        return try tree.comparison(
            sql,
            cost: max(left.cost + right.cost, PredicateCost.column),
            columns: PredicateCompiler.columns(comparison, left, right)
        )
    }

    /// A comparison of a column in memory with a constant; nil for others.
    private static func columns(
        _ comparison: PredicateComparison,
        _ left: PredicateScalar,
        _ right: PredicateScalar
    ) -> AssetExpression? {
        if let term = left.term, let value = right.value { return term.isCompared(comparison, with: value) }
        guard let value = left.value, let term = right.term else { return nil }
        let mirrored: PredicateComparison? =
            switch comparison {
            case .less: .greater
            case .lessOrEqual: .greaterOrEqual
            case .greater: .less
            case .greaterOrEqual: .lessOrEqual
            default: nil
            }
        return mirrored.flatMap { term.isCompared($0, with: value) }
    }

    /// Null only equals null; every other comparison with it is false.
    private mutating func compareWithNull(
        _ comparison: PredicateComparison,
        _ left: PredicateScalar,
        _ right: PredicateScalar
    ) throws(LibraryError) -> BooleanExpression.Node {
        let other = left.kind == nil ? right : left
        switch comparison {
        case .equal:
            return try tree.comparison(
                other.sql + SQLText(" IS NULL"),
                cost: other.cost,
                columns: other.term?.isNull
            )
        case .notEqual:
            return try tree.comparison(
                other.sql + SQLText(" IS NOT NULL"),
                cost: other.cost,
                columns: (other.term?.isNull).map { .not($0) }
            )
        default: return tree.constant(false)
        }
    }

    /// Null is not equal to a value, for which `<>` would be null.
    private func symbol(_ comparison: PredicateComparison) -> StaticString {
        switch comparison {
        case .equal: " = "
        case .notEqual: " IS NOT "
        case .less: " < "
        case .lessOrEqual: " <= "
        case .greater: " > "
        default: " >= "
        }
    }

    mutating func bitwiseAnd(_ left: Operand, _ right: Operand) throws -> PredicateScalar {
        let left = try scalar(left)
        let right = try scalar(right)
        guard left.isInteger, right.isInteger else { throw mismatch(left.isInteger ? right.key : left.key) }
        let maskCount = max(left.maskCount, right.maskCount) + 1
        guard maskCount <= PredicateScalar.maximumMasks else {
            throw LibraryError(.invalidRequest, "the predicate takes bits of bits too often")
        }
        return PredicateScalar(
            bits: SQLText("(") + left.sql + SQLText(" & ") + right.sql + SQLText(")"),
            key: left.key ?? right.key,
            maskCount: maskCount,
            cost: left.cost + right.cost,
            term: left.term?.masked(right.value) ?? right.term?.masked(left.value)
        )
    }

    func scalar(_ operand: Operand) throws(LibraryError) -> PredicateScalar {
        switch operand {
        case .scalar(let scalar): return scalar
        case .literal(let literal):
            guard let scalar = PredicateScalar(literal) else { throw mismatch(nil) }
            return scalar
        case .list, .truth: throw mismatch(nil)
        }
    }

    func mismatch(_ key: String?) -> LibraryError {
        guard let key else { return LibraryError(.invalidRequest, "the predicate compares values of unlike types") }
        return LibraryError(
            .invalidRequest,
            "the predicate compares the key \(key) with a value of another type",
            details: ["key": key]
        )
    }
}
