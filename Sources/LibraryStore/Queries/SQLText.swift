internal import LibraryModel
internal import SQLiteDatabase

/// A statement under construction: SQL from literals of the program, and the values of its parameters in order.
struct SQLText: Hashable {
    private(set) var text: String = ""
    private(set) var values: [Value] = []

    enum Value: Hashable {
        case integer(Int64)
        case real(Double)
        case text(String)
        case identifier(ObjectID)
        case bytes([UInt8])
    }

    init() {}

    init(_ text: StaticString) {
        self.text = "\(text)"
    }

    init(_ value: Value) {
        text = "?"
        values = [value]
    }

    static func + (left: SQLText, right: SQLText) -> SQLText {
        var sum = left
        sum += right
        return sum
    }

    static func += (left: inout SQLText, right: SQLText) {
        left.text += right.text
        left.values += right.values
    }

    static func += (left: inout SQLText, right: StaticString) {
        left.text += "\(right)"
    }

    static func += (left: inout SQLText, right: Value) {
        left.text += "?"
        left.values.append(right)
    }

    /// Prepares the statement and binds its parameters.
    func prepared(by connection: Connection) throws -> Statement {
        try requireParameters(of: connection)
        let statement = try connection.statement(assembled: text)
        for (offset, value) in values.enumerated() {
            let index = Int32(offset + 1)
            switch value {
            case .integer(let value): try statement.bind(value, at: index)
            case .real(let value): try statement.bind(value, at: index)
            case .text(let value): try statement.bind(value, at: index)
            case .bytes(let value): try statement.bind(value, at: index)
            case .identifier(let id): try statement.bind(high: id.high, low: id.low, at: index)
            }
        }
        return statement
    }
}

extension SQLText {
    /// Throws when the statement has more parameters than a connection takes.
    func requireParameters(of connection: Connection) throws(LibraryError) {
        guard values.count <= connection.maximumParameterCount else {
            throw LibraryError(.limitExceeded, "the request has too many values")
        }
    }
}

extension Statement {
    /// A column of 16 bytes.
    func identifier(_ column: Int32) throws -> ObjectID {
        guard let words = words(column) else {
            throw LibraryError(.internal, "the library's database holds an invalid identifier")
        }
        return ObjectID(high: words.high, low: words.low)
    }

    func bind(_ id: ObjectID, at index: Int32) throws {
        try bind(high: id.high, low: id.low, at: index)
    }
}
