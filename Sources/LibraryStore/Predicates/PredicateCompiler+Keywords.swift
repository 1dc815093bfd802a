internal import LibraryModel

/// `keywords CONTAINS "x"` and `"x" IN keywords`, with `[cd]` or without.
extension PredicateCompiler {
    /// Returns nil for other comparisons.
    mutating func keywordComparison(
        _ comparison: PredicateComparison,
        _ options: PredicateComparisonOptions,
        _ left: Operand,
        _ right: Operand
    ) throws -> BooleanExpression.Node? {
        let text: Operand
        switch comparison {
        case .contains where isKeywords(left): text = right
        case .in where isKeywords(right): text = left
        default: return nil
        }
        guard case .literal(let literal) = text, case .text(let keyword) = literal,
            let scalar = PredicateScalar(literal)
        else { throw mismatch("keywords") }
        var cost = PredicateCost.lookup
        var sql = SQLText("EXISTS (SELECT 1 FROM seen_keyword k WHERE k.asset = a.row AND ")
        if options.isEmpty {
            sql += "k.keyword = "
            sql += .text(keyword)
        } else {
            sql += PredicateCompiler.compareText(.equal, options, SQLText("k.keyword"), scalar.sql)
            cost += try textCost(.equal, options, scalar)
        }
        sql += ")"
        return try tree.comparison(sql, cost: cost)
    }

    private func isKeywords(_ operand: Operand) -> Bool {
        guard case .scalar(let scalar) = operand else { return false }
        return scalar.kind == .keywords
    }
}
