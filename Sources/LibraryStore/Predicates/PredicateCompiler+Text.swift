internal import LibraryModel

/// CONTAINS, BEGINSWITH, ENDSWITH, LIKE, MATCHES, and every comparison with `[c]` or `[d]`.
extension PredicateCompiler {
    mutating func compareText(
        _ comparison: PredicateComparison,
        _ options: PredicateComparisonOptions,
        _ left: PredicateScalar,
        _ right: PredicateScalar
    ) throws -> BooleanExpression.Node {
        for side in [left, right] {
            if let kind = side.kind, kind != .text { throw mismatch(side.key ?? left.key ?? right.key) }
        }
        guard left.kind != nil, right.kind != nil else { return tree.constant(false) }
        let cost = left.cost + right.cost + (try textCost(comparison, options, right))
        let sql = PredicateCompiler.compareText(comparison, options, left.sql, right.sql)
        return try tree.comparison(sql, cost: cost)
    }

    static func compareText(
        _ comparison: PredicateComparison,
        _ options: PredicateComparisonOptions,
        _ left: SQLText,
        _ right: SQLText
    ) -> SQLText {
        var sql = SQLText("compare_text(")
        sql += .integer(Int64(comparison.rawValue))
        sql += ", "
        sql += .integer(Int64(options.rawValue))
        sql += ", "
        sql += left
        sql += ", "
        sql += right
        sql += ")"
        return sql
    }

    /// Returns the cost of comparing texts with another. Patterns must be constants, so that they can be refused before
    /// reading any row.
    func textCost(
        _ comparison: PredicateComparison,
        _ options: PredicateComparisonOptions,
        _ other: PredicateScalar
    ) throws(LibraryError) -> Int {
        guard case .text(let text)? = other.value else {
            if comparison == .like || comparison == .matches {
                throw LibraryError(.invalidRequest, "LIKE and MATCHES need their pattern as a text")
            }
            return PredicateCost.text
        }
        guard text.utf8.count <= TextComparer.maximumLength else {
            throw LibraryError(
                .limitExceeded,
                "the predicate compares texts with one of more than \(TextComparer.maximumLength) bytes"
            )
        }
        return try TextComparer(comparison, options, text).cost
    }
}
