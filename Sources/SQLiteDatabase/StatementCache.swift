internal import CSQLite

/// A connection's idle prepared statements.
@safe struct StatementCache {
    private var literals: [UInt: OpaquePointer] = unsafe [:]
    private var texts: [String: OpaquePointer] = unsafe [:]

    /// Cached statements that were assembled at run time. With more, all of these are dropped.
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

    /// Keeps a statement that was reset. Of one that was checked out twice at the same time, keeps one copy.
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

/// The key of an idle statement in the cache.
enum StatementKey: Hashable {
    /// The address of a literal in the program.
    case literal(UInt)
    /// Text made at run time.
    case text(String)
    /// Not kept.
    case none
}
