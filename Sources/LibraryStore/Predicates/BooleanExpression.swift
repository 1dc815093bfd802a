internal import AssetColumns
internal import LibraryModel

/// The Boolean expression of a predicate during compilation: nodes in an array, referred to by index.
///
/// An array and not nested values, because a program may chain thousands of operators and recursion could not go that
/// deep. A chain of one operator is one level of nesting. Negation is pushed down to the comparisons, where null first
/// becomes false: predicates have two values, SQL three.
///
/// It is written as SQL and as what the columns in memory say of it.
struct BooleanExpression {
    typealias Node = Int

    private enum Content {
        case comparison(SQLText, cost: Int, AssetExpression?)
        case membership(SQLText, [SQLText.Value], cost: Int, AssetTerm?)
        case constant(Bool)
        case and(Node, Node)
        case or(Node, Node)
        case not(Node)
    }

    private enum Operator {
        case and
        case or
    }

    private var contents: [Content] = []
    /// How the rows of `AssetExpression.found` are found, by its number.
    private(set) var selections: [RowSelection] = []

    /// Nested parentheses. SQLite's parser stack holds about 25 around our longest comparisons.
    private static let maximumDepth = 16
    /// Longer chains are split: SQLite limits the depth of expressions, and a chain is as deep as long.
    private static let maximumFlatChain = 64

    /// An SQL condition, and the same for the columns. Null counts as false.
    mutating func comparison(
        _ sql: SQLText,
        cost: Int,
        columns: AssetExpression? = nil
    ) throws(LibraryError) -> Node {
        append(.comparison(sql, cost: cost, columns))
    }

    /// Whether the asset is among selected rows.
    mutating func selected(_ selection: RowSelection, cost: Int) throws(LibraryError) -> Node {
        let number = selections.firstIndex(of: selection) ?? selections.endIndex
        if number == selections.endIndex { selections.append(selection) }
        var sql = SQLText("a.row IN (")
        sql += selection.statement
        sql += ")"
        return try comparison(sql, cost: cost, columns: .found(number))
    }

    /// Membership of a term in a list of values. Null is no member.
    mutating func membership(
        _ sql: SQLText,
        _ values: [SQLText.Value],
        cost: Int,
        term: AssetTerm? = nil
    ) throws(LibraryError) -> Node {
        append(.membership(sql, values, cost: cost, term))
    }

    mutating func constant(_ value: Bool) -> Node { append(.constant(value)) }

    mutating func not(_ node: Node) -> Node { append(.not(node)) }

    mutating func and(_ left: Node, _ right: Node) -> Node { append(.and(left, right)) }

    mutating func or(_ left: Node, _ right: Node) -> Node { append(.or(left, right)) }

    /// The disjunction of several.
    mutating func any(_ nodes: [Node]) -> Node {
        guard var result = nodes.first else { return constant(false) }
        for node in nodes.dropFirst() { result = or(result, node) }
        return result
    }

    private mutating func append(_ content: Content) -> Node {
        contents.append(content)
        return contents.count - 1
    }

    // MARK: SQL

    private struct Output {
        var sql = SQLText()
        var cost = 0

        mutating func charge(_ cost: Int) throws(LibraryError) {
            self.cost += cost
            guard self.cost <= PredicateCost.maximum else {
                throw LibraryError(.limitExceeded, "the predicate compares too often")
            }
        }
    }

    /// An operand of a chain, or several merged into one.
    private struct Term {
        var node: Node
        var isNegated: Bool
        /// The subject of a membership.
        var values: [SQLText.Value] = []
    }

    /// The expression as SQL, and for the columns.
    func written(_ root: Node) throws(LibraryError) -> (sql: SQLText, columns: ColumnCondition) {
        var output = Output()
        let columns = try write(term(root, isNegated: false), depth: 0, to: &output)
        return (output.sql, columns)
    }

    private func term(_ node: Node, isNegated: Bool) -> Term {
        var term = Term(node: node, isNegated: isNegated)
        while case .not(let inner) = contents[term.node] { (term.node, term.isNegated) = (inner, !term.isNegated) }
        if case .membership(_, let values, _, _) = contents[term.node] { term.values = values }
        return term
    }

    private func write(
        _ term: Term,
        depth: Int,
        to output: inout Output
    ) throws(LibraryError) -> ColumnCondition {
        switch contents[term.node] {
        case .constant(let value):
            try output.charge(PredicateCost.column)
            output.sql += value != term.isNegated ? "TRUE" : "FALSE"
            return ColumnCondition(.constant(value != term.isNegated))
        case .comparison(let sql, let cost, let columns):
            try output.charge(cost)
            write(sql, isNegated: term.isNegated, to: &output)
            return ColumnCondition(ofComparison: columns.map { term.isNegated ? .not($0) : $0 })
        case .membership(let sql, _, let cost, let subject):
            let list = SQLText.list(term.values)
            try output.charge(
                cost + (term.values.count > 1 ? PredicateCost.list + PredicateCost.values(list.values.count) : 0)
            )
            write(sql + list, isNegated: term.isNegated, to: &output)
            let columns = subject?.isAmong(term.values)
            return ColumnCondition(ofComparison: columns.map { term.isNegated ? .not($0) : $0 })
        case .and:
            return try write(terms(term, .and)[...], term.isNegated ? .or : .and, depth, to: &output)
        case .or:
            return try write(terms(term, .or)[...], term.isNegated ? .and : .or, depth, to: &output)
        case .not: preconditionFailure("negations were taken off the term")
        }
    }

    private func write(_ comparison: SQLText, isNegated: Bool, to output: inout Output) {
        output.sql += isNegated ? "((" : "("
        output.sql += comparison
        output.sql += isNegated ? ") IS NOT TRUE)" : ")"
    }

    private func write(
        _ terms: ArraySlice<Term>,
        _ joined: Operator,
        _ depth: Int,
        to output: inout Output
    ) throws(LibraryError) -> ColumnCondition {
        guard depth < BooleanExpression.maximumDepth else {
            throw LibraryError(.invalidRequest, "the predicate is nested too deeply")
        }
        let partLength = BooleanExpression.maximumFlatChain
        var parts: [ColumnCondition] = []
        output.sql += "("
        for start in stride(
            from: terms.startIndex,
            to: terms.endIndex,
            by: terms.count > partLength ? partLength : 1
        ) {
            if start > terms.startIndex { output.sql += joined == .and ? " AND " : " OR " }
            if terms.count > partLength {
                let part = terms[start..<min(start + partLength, terms.endIndex)]
                parts.append(try write(part, joined, depth + 1, to: &output))
            } else {
                parts.append(try write(terms[start], depth: depth + 1, to: &output))
            }
        }
        output.sql += ")"
        return joined == .and ? .all(parts) : .any(parts)
    }

    /// Returns the operands of a chain, from the left, without duplicates. Merges memberships of one subject: `a == 1
    /// OR a == 2` becomes one list, and so does `a != 1 AND a != 2`.
    private func terms(_ chain: Term, _ chained: Operator) -> [Term] {
        let isAlternative = (chained == .or) != chain.isNegated
        var terms: [Term] = []
        var memberships: [SQLText: Int] = [:]
        var comparisons: [Bool: Set<SQLText>] = [:]
        var constants: Set<Bool> = []
        for operand in operands(chain.node, chained) {
            let term = term(operand, isNegated: chain.isNegated)
            switch contents[term.node] {
            case .membership(let sql, _, _, _) where term.isNegated != isAlternative:
                if let place = memberships[sql] {
                    terms[place].values += term.values
                    continue
                }
                memberships[sql] = terms.count
            case .membership(let sql, let values, _, _):
                guard comparisons[term.isNegated, default: []].insert(sql + SQLText.list(values)).inserted else {
                    continue
                }
            case .comparison(let sql, _, _):
                guard comparisons[term.isNegated, default: []].insert(sql).inserted else { continue }
            case .constant(let value): guard constants.insert(value != term.isNegated).inserted else { continue }
            case .and, .or, .not: break
            }
            terms.append(term)
        }
        return terms
    }

    private func operands(_ root: Node, _ chained: Operator) -> [Node] {
        var result: [Node] = []
        var pending = [root]
        while let node = pending.popLast() {
            switch (contents[node], chained) {
            case (.and(let left, let right), .and), (.or(let left, let right), .or):
                pending.append(right)
                pending.append(left)
            default:
                result.append(node)
            }
        }
        return result
    }
}
