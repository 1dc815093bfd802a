internal import CSQLite

/// A failed SQLite call.
///
/// `message` may name tables and columns, but no values: those are bound as parameters.
package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// SQLite's extended result code.
    package var code: Int32
    package var message: String

    package init(code: Int32, message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { "SQLite error \(code): \(message)" }

    private var primaryCode: Int32 { code & 0xFF }

    /// The disk or the quota is full (SQLITE_FULL).
    package var isDiskFull: Bool { primaryCode == SQLITE_FULL }
    /// The statement was stopped by the connection's cancellation.
    package var isInterrupted: Bool { primaryCode == SQLITE_INTERRUPT }
    /// The file is corrupt or not a database.
    package var isCorruption: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }
    /// Another program has locked the file (SQLITE_BUSY).
    package var isBusy: Bool { primaryCode == SQLITE_BUSY }
    /// Reading or writing the file failed.
    package var isInputOutput: Bool { primaryCode == SQLITE_IOERR }
    /// The disk's content is unknown after this error: the writer must stop.
    package var endsWriting: Bool {
        isCorruption || isInputOutput && code != SQLITE_IOERR | 12 << 8  // SQLITE_IOERR_NOMEM
    }
}
