internal import LibraryModel

/// The truths of a predicate while it is compiled: nodes in an array, named by their position.
///
/// An array and not nested values, because a program may chain 30,000 of them: nothing here recurses deeper than
/// `maximumNesting`. A chain of one operator counts as one level, and becomes balanced SQL, since SQLite bounds the depth
/// of expressions. Negation is carried down to the comparisons, where "not known" becomes false first: predicates have
/// two values where SQL has three.
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
    /// How deep each node nests, chains counted once.
    private var nesting: [Int] = []

    /// Comparisons of one predicate. SQLite compares each constant of a statement with all the others, in quadratic time
    /// that cannot be interrupted: some 0.1 s for so many. Long lists belong on the right of an IN.
    static let maximumComparisons = 4_096

    /// Levels of AND inside OR inside NOT and so on.
    static let maximumNesting = 100

    /// A truth that SQL tells, null counting as false.
    mutating func comparison(_ sql: SQLText) throws(LibraryError) -> Node {
        comparisonCount += 1
        guard comparisonCount <= TruthTree.maximumComparisons else {
            throw LibraryError(.limitExceeded, "The predicate compares too often.")
        }
        return append(.comparison(sql), nesting: 0)
    }

    mutating func constant(_ value: Bool) -> Node { append(.constant(value), nesting: 0) }

    mutating func not(_ node: Node) throws(LibraryError) -> Node {
        try appendChecked(.not(node), nesting: nesting[node] + 1)
    }

    mutating func and(_ left: Node, _ right: Node) throws(LibraryError) -> Node {
        try appendChecked(.and(left, right), nesting: max(levels(left, under: .and), levels(right, under: .and)))
    }

    mutating func or(_ left: Node, _ right: Node) throws(LibraryError) -> Node {
        try appendChecked(.or(left, right), nesting: max(levels(left, under: .or), levels(right, under: .or)))
    }

    /// Any of several.
    mutating func any(_ nodes: [Node]) throws(LibraryError) -> Node {
        guard var result = nodes.first else { return constant(false) }
        for node in nodes.dropFirst() { result = try or(result, node) }
        return result
    }

    private mutating func append(_ content: Content, nesting level: Int) -> Node {
        contents.append(content)
        nesting.append(level)
        return contents.count - 1
    }

    private mutating func appendChecked(_ content: Content, nesting level: Int) throws(LibraryError) -> Node {
        guard level <= TruthTree.maximumNesting else {
            throw LibraryError(.invalidRequest, "The predicate is nested too deeply.")
        }
        return append(content, nesting: level)
    }

    private func levels(_ node: Node, under parent: Operator) -> Int {
        switch (contents[node], parent) {
        case (.and, .and), (.or, .or): nesting[node]
        default: nesting[node] + 1
        }
    }

    // MARK: SQL

    func sql(_ root: Node) -> SQLText {
        var output = SQLText()
        write(root, isNegated: false, to: &output)
        return output
    }

    private func write(_ node: Node, isNegated: Bool, to output: inout SQLText) {
        switch contents[node] {
        case .constant(let value):
            output += value != isNegated ? "TRUE" : "FALSE"
        case .comparison(let sql):
            output += isNegated ? "((" : "("
            output += sql
            output += isNegated ? ") IS NOT TRUE)" : ")"
        case .not(let inner):
            write(inner, isNegated: !isNegated, to: &output)
        case .and:
            write(operands(node, .and)[...], isNegated ? .or : .and, isNegated, to: &output)
        case .or:
            write(operands(node, .or)[...], isNegated ? .and : .or, isNegated, to: &output)
        }
    }

    private func write(
        _ operands: ArraySlice<Node>,
        _ joined: Operator,
        _ isNegated: Bool,
        to output: inout SQLText
    ) {
        if operands.count == 1 {
            write(operands[operands.startIndex], isNegated: isNegated, to: &output)
            return
        }
        let middle = operands.startIndex + operands.count / 2
        output += "("
        write(operands[..<middle], joined, isNegated, to: &output)
        output += joined == .and ? " AND " : " OR "
        write(operands[middle...], joined, isNegated, to: &output)
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
