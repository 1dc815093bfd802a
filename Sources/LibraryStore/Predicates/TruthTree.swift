internal import LibraryModel

/// The truths of a predicate while it is compiled: nodes in an array, named by their position.
///
/// An array and not nested values, because a program may chain thousands of them, and nothing here may recurse so deep.
/// A chain of one operator is one level of nesting however long it is. Negation is carried down to the comparisons, where
/// "not known" becomes false first: predicates have two values where SQL has three.
struct TruthTree {
    typealias Node = Int

    private enum Content {
        case comparison(SQLText)
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
    private var comparisonCount = 0

    /// Comparisons of one predicate. SQLite compares each constant of a statement with all the others, in quadratic time
    /// that cannot be interrupted: some 0.1 s for so many. Long lists belong on the right of an IN.
    static let maximumComparisons = 4_096

    /// Parentheses inside parentheses. SQLite's parser has a stack for some 25 around our longest comparisons.
    private static let maximumDepth = 16
    /// Longer chains are written in parts: SQLite bounds the depth of an expression, and a chain is as deep as it is long.
    private static let maximumFlatChain = 64

    /// A truth that SQL tells, null counting as false.
    mutating func comparison(_ sql: SQLText) throws(LibraryError) -> Node {
        comparisonCount += 1
        guard comparisonCount <= TruthTree.maximumComparisons else {
            throw LibraryError(.limitExceeded, "the predicate compares too often")
        }
        return append(.comparison(sql))
    }

    mutating func constant(_ value: Bool) -> Node { append(.constant(value)) }

    mutating func not(_ node: Node) -> Node { append(.not(node)) }

    mutating func and(_ left: Node, _ right: Node) -> Node { append(.and(left, right)) }

    mutating func or(_ left: Node, _ right: Node) -> Node { append(.or(left, right)) }

    /// Any of several.
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

    func sql(_ root: Node) throws(LibraryError) -> SQLText {
        var output = SQLText()
        try write(root, isNegated: false, depth: 0, to: &output)
        return output
    }

    private func write(
        _ node: Node,
        isNegated: Bool,
        depth: Int,
        to output: inout SQLText
    ) throws(LibraryError) {
        var (node, isNegated) = (node, isNegated)
        while case .not(let inner) = contents[node] { (node, isNegated) = (inner, !isNegated) }
        switch contents[node] {
        case .constant(let value):
            output += value != isNegated ? "TRUE" : "FALSE"
        case .comparison(let sql):
            output += isNegated ? "((" : "("
            output += sql
            output += isNegated ? ") IS NOT TRUE)" : ")"
        case .and:
            try write(operands(node, .and)[...], isNegated ? .or : .and, isNegated, depth, to: &output)
        case .or:
            try write(operands(node, .or)[...], isNegated ? .and : .or, isNegated, depth, to: &output)
        case .not: preconditionFailure("negations were taken off above")
        }
    }

    private func write(
        _ operands: ArraySlice<Node>,
        _ joined: Operator,
        _ isNegated: Bool,
        _ depth: Int,
        to output: inout SQLText
    ) throws(LibraryError) {
        guard depth < TruthTree.maximumDepth else {
            throw LibraryError(.invalidRequest, "the predicate is nested too deeply")
        }
        let partLength = TruthTree.maximumFlatChain
        output += "("
        for start in stride(
            from: operands.startIndex,
            to: operands.endIndex,
            by: operands.count > partLength ? partLength : 1
        ) {
            if start > operands.startIndex { output += joined == .and ? " AND " : " OR " }
            if operands.count > partLength {
                let part = operands[start..<min(start + partLength, operands.endIndex)]
                try write(part, joined, isNegated, depth + 1, to: &output)
            } else {
                try write(operands[start], isNegated: isNegated, depth: depth + 1, to: &output)
            }
        }
        output += ")"
    }

    /// The operands of a whole chain, from the left.
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
