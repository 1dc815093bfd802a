internal import CSQLite

/// The rows of one table that statements of a connection write.
///
/// SQLite reports each row that it inserts, updates or deletes, also those of triggers; not those of a DELETE without
/// WHERE, nor those that REPLACE deletes.
extension Connection {
    /// Notes rows of a table from now on.
    package func noteRows(of table: String) {
        let notes = RowNotes(table)
        rowNotes = notes
        _ = unsafe sqlite3_update_hook(handle, noteRow, Unmanaged.passUnretained(notes).toOpaque())
    }

    /// The rows noted since they were forgotten, those of changes that were rolled back included.
    package var notedRows: Set<Int64> { rowNotes?.rows ?? [] }

    package func forgetNotedRows() { rowNotes?.rows.removeAll() }
}

final class RowNotes {
    let table: String
    var rows: Set<Int64> = []

    init(_ table: String) { self.table = table }
}

private func noteRow(
    _ context: UnsafeMutableRawPointer?,
    _: Int32,
    _: UnsafePointer<CChar>?,
    _ table: UnsafePointer<CChar>?,
    _ row: Int64
) {
    guard let context = unsafe context, let table = unsafe table else { return }
    let notes = unsafe Unmanaged<RowNotes>.fromOpaque(context).takeUnretainedValue()
    if unsafe String(cString: table) == notes.table { notes.rows.insert(row) }
}
