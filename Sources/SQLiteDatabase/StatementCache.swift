internal import CSQLite

/// Statements of a connection that are prepared and idle, kept for the next time.
@safe struct StatementCache {
    private var literals: [UInt: OpaquePointer] = unsafe [:]
    private var texts: [String: OpaquePointer] = unsafe [:]

    /// Statements made at run time that are kept; beyond, all are dropped.
    private static let maximumTexts = 64
    /// Longer statements are not worth their memory.
    static let maximumTextLength = 8_192

    mutating func take(_ key: StatementKey) -> OpaquePointer? {
        switch key {
        case .literal(let address): unsafe literals.removeValue(forKey: address)
        case .text(let sql): unsafe texts.removeValue(forKey: sql)
        case .none: nil
        }
    }

    /// Takes a statement that was reset. One that was checked out twice at the same time is kept once.
    mutating func keep(_ statement: OpaquePointer, _ key: StatementKey) {
        switch key {
        case .literal(let address):
            if let twin = unsafe literals.updateValue(statement, forKey: address) { unsafe sqlite3_finalize(twin) }
        case .text(let sql):
            if unsafe texts.count >= StatementCache.maximumTexts {
                unsafe texts.values.forEach { unsafe sqlite3_finalize($0) }
                unsafe texts.removeAll(keepingCapacity: true)
            }
            if let twin = unsafe texts.updateValue(statement, forKey: sql) { unsafe sqlite3_finalize(twin) }
        case .none: unsafe sqlite3_finalize(statement)
        }
    }

    mutating func finalize() {
        unsafe literals.values.forEach { unsafe sqlite3_finalize($0) }
        unsafe texts.values.forEach { unsafe sqlite3_finalize($0) }
        unsafe (literals, texts) = unsafe ([:], [:])
    }
}

/// Under what a connection keeps an idle statement.
enum StatementKey: Hashable {
    /// The address of a literal in the program.
    case literal(UInt)
    /// Text made at run time.
    case text(String)
    /// Not kept.
    case none
}
