internal import LibraryModel
internal import SQLiteDatabase

/// CONTAINS, BEGINSWITH, ENDSWITH, LIKE, MATCHES, and every comparison with `[c]` or `[d]`.
extension PredicateCompiler {
    mutating func compareText(
        _ comparison: PredicateComparison,
        _ options: PredicateComparisonOptions,
        _ left: PredicateScalar,
        _ right: PredicateScalar
    ) throws -> TruthTree.Node {
        for side in [left, right] {
            if let kind = side.kind, kind != .text { throw mismatch(side.key ?? left.key ?? right.key) }
        }
        guard left.kind != nil, right.kind != nil else { return tree.constant(false) }
        if comparison == .matches { try checkPattern(right, options) }
        return try tree.comparison(PredicateCompiler.compareText(comparison, options, left.sql, right.sql))
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

    /// A pattern comes as a value, so that it can be refused before any row is looked at.
    private func checkPattern(_ pattern: PredicateScalar, _ options: PredicateComparisonOptions) throws {
        guard pattern.key == nil, case .text(let text)? = pattern.sql.values.first else {
            throw LibraryError(.invalidRequest, "MATCHES needs its pattern as a text")
        }
        do {
            _ = try TextFunctions.expression(text, options)
        } catch {
            throw LibraryError(.invalidRequest, error.reason)
        }
    }
}
