internal import LibraryModel

/// `keywords CONTAINS "x"` and `"x" IN keywords`, with `[cd]` if wanted.
extension PredicateCompiler {
    /// Nil when no keywords are asked for a text.
    mutating func keywordComparison(
        _ comparison: PredicateComparison,
        _ options: PredicateComparisonOptions,
        _ left: Operand,
        _ right: Operand
    ) throws -> TruthTree.Node? {
        let text: Operand
        switch comparison {
        case .contains where isKeywords(left): text = right
        case .in where isKeywords(right): text = left
        default: return nil
        }
        guard case .literal(.text(let keyword)) = text else { throw mismatch("keywords") }
        var sql = SQLText("EXISTS (SELECT 1 FROM keyword k WHERE k.asset = a.row AND ")
        if options.isEmpty {
            sql += "k.keyword = "
            sql += .text(keyword)
        } else {
            sql += PredicateCompiler.compareText(.equal, options, SQLText("k.keyword"), SQLText(.text(keyword)))
        }
        sql += ")"
        return try tree.comparison(sql)
    }

    private func isKeywords(_ operand: Operand) -> Bool {
        guard case .scalar(let scalar) = operand else { return false }
        return scalar.kind == .keywords
    }
}
