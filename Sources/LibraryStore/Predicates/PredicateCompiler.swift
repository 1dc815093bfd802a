internal import AssetColumns
internal import LibraryModel
internal import SQLiteDatabase

/// What a predicate compiles to.
struct CompiledPredicate {
    var condition: SQLText
    /// The joins that the condition needs.
    var joins: Set<PredicateJoin>
    /// The same over the columns in memory.
    var columns: ColumnCondition
    /// How the rows are found that `columns` refers to (`AssetExpression.found`).
    var selections: [RowSelection]
}

/// Compiles a predicate program into SQL. All values are parameters: no text of a client is ever part of a statement.
///
/// Runs the program on a stack, which must end with one Boolean.
struct PredicateCompiler {
    /// The entries of the stack.
    enum Operand {
        case scalar(PredicateScalar)
        case literal(PredicateLiteral)
        case list([PredicateLiteral])
        case truth(BooleanExpression.Node)
    }

    let table: PredicateTable
    let connection: Connection
    var tree = BooleanExpression()
    /// The identifiers looked up so far.
    var identifierCount = 0
    private var joins: Set<PredicateJoin> = []
    private var stack: [Operand] = []

    private init(_ table: PredicateTable, _ connection: Connection) {
        self.table = table
        self.connection = connection
    }

    static func compile(
        _ program: PredicateProgram,
        _ table: PredicateTable,
        _ connection: Connection
    ) throws -> CompiledPredicate {
        guard program.instructions.count <= PredicateProgram.maximumInstructions else {
            throw LibraryError(.limitExceeded, "the predicate is too long")
        }
        var compiler = PredicateCompiler(table, connection)
        for (offset, instruction) in program.instructions.enumerated() {
            if offset % interruptionInterval == 0 { try connection.checkInterruption() }
            try compiler.execute(instruction)
        }
        guard compiler.stack.count == 1, case .truth(let root) = compiler.stack[0] else {
            throw LibraryError(.invalidRequest, "the predicate is not one truth")
        }
        try connection.checkInterruption()
        let (sql, columns) = try compiler.tree.written(root)
        return CompiledPredicate(
            condition: sql,
            joins: compiler.joins,
            columns: columns,
            selections: compiler.tree.selections
        )
    }

    /// Instructions or identifiers between checks for interruption.
    static let interruptionInterval = 256

    private mutating func execute(_ instruction: PredicateInstruction) throws {
        switch instruction {
        case .key(let key):
            let attribute = try table.attribute(key)
            if let join = attribute.join { joins.insert(join) }
            stack.append(.scalar(PredicateScalar(attribute)))
        case .literal(let literal): stack.append(.literal(literal))
        case .list(let count): stack.append(.list(try popLiterals(count)))
        case .bitwiseAnd:
            let right = try pop()
            let left = try pop()
            stack.append(.scalar(try bitwiseAnd(left, right)))
        case .compare(let comparison, let options):
            let right = try pop()
            let left = try pop()
            stack.append(.truth(try compare(comparison, options, left, right)))
        case .and:
            let right = try popTruth()
            let left = try popTruth()
            stack.append(.truth(tree.and(left, right)))
        case .or:
            let right = try popTruth()
            let left = try popTruth()
            stack.append(.truth(tree.or(left, right)))
        case .not:
            let truth = try popTruth()
            stack.append(.truth(tree.not(truth)))
        case .constant(let value): stack.append(.truth(tree.constant(value)))
        }
    }

    private mutating func pop() throws(LibraryError) -> Operand {
        guard let operand = stack.popLast() else {
            throw LibraryError(.invalidRequest, "the predicate lacks an operand")
        }
        return operand
    }

    private mutating func popTruth() throws(LibraryError) -> BooleanExpression.Node {
        guard case .truth(let node) = try pop() else {
            throw LibraryError(.invalidRequest, "the predicate joins something that is not a comparison")
        }
        return node
    }

    private mutating func popLiterals(_ count: Int) throws(LibraryError) -> [PredicateLiteral] {
        guard count >= 0, count <= stack.count else {
            throw LibraryError(.invalidRequest, "the predicate lacks an operand")
        }
        var literals: [PredicateLiteral] = []
        literals.reserveCapacity(count)
        for operand in stack.suffix(count) {
            guard case .literal(let literal) = operand else {
                throw LibraryError(.invalidRequest, "a list in a predicate holds something that is not a value")
            }
            literals.append(literal)
        }
        stack.removeLast(count)
        return literals
    }
}

/// A value of one row: an attribute, a constant, or either with a bit mask.
struct PredicateScalar {
    var sql: SQLText
    /// Nil for null.
    var kind: PredicateAttribute.Kind?
    var isInteger: Bool
    /// The attribute, for errors.
    var key: String?
    /// The value of a constant that is not null.
    var value: SQLText.Value?
    /// Nested bitwise ANDs.
    var maskCount = 0
    var cost = PredicateCost.column
    /// The same of the columns in memory, if they have it.
    var term: AssetTerm?

    static let maximumMasks = 3

    init(_ attribute: PredicateAttribute) {
        sql = attribute.sql
        kind = attribute.kind
        isInteger = attribute.isInteger
        key = attribute.key
        cost = attribute.cost
        term = attribute.term
    }

    /// Applies a bit mask.
    init(bits sql: SQLText, key: String?, maskCount: Int, cost: Int, term: AssetTerm?) {
        self.sql = sql
        self.kind = .number
        self.isInteger = true
        self.key = key
        self.maskCount = maskCount
        self.cost = cost
        self.term = term
    }

    private init(_ value: SQLText.Value?, _ kind: PredicateAttribute.Kind?, isInteger: Bool = false) {
        sql = value.map { SQLText($0) } ?? SQLText("NULL")
        self.value = value
        self.kind = kind
        self.isInteger = isInteger
        cost = 0
    }

    /// Creates a constant; nil for a list of identifiers.
    init?(_ literal: PredicateLiteral) {
        switch literal {
        case .null: self.init(nil, nil)
        case .boolean(let value): self.init(.integer(value ? 1 : 0), .boolean, isInteger: true)
        case .integer(let value): self.init(.integer(value), .number, isInteger: true)
        case .real(let value): self.init(.real(value), .number)
        case .text(let value): self.init(.text(value), .text)
        case .date(let value): self.init(.integer(value), .date)
        case .identifiers: return nil
        }
    }

    /// Whether two values are comparable. Booleans are numbers, as for `NSPredicate`.
    func isComparable(with other: PredicateScalar) -> Bool {
        switch (kind, other.kind) {
        case (nil, _), (_, nil): true
        case (.number, .number), (.number, .boolean), (.boolean, .number), (.boolean, .boolean): true
        case (.date, .date), (.text, .text), (.identifier, .identifier): true
        default: false
        }
    }
}
