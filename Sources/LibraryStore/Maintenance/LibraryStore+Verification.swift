package import LibraryModel
package import LinuxSystem
internal import SQLiteDatabase

/// What a verification of the bundle needs.
extension LibraryStore {
    /// One stored file as the database records it.
    package struct FileRecord: Hashable, Sendable {
        package var relativePath: String
        /// Bytes.
        package var size: Int64
        package var sha256: [UInt8]
        /// In the bucket alone.
        package var isEvicted: Bool
        /// Its asset.
        package var asset: ObjectID
        /// The cursor after this one.
        package var cursor: Int64
    }

    /// A page of files in a fixed order after `cursor` (0 for the beginning). Empty at the end.
    package func recordsForVerification(after cursor: Int64, limit: Int = 1_000) throws(LibraryError) -> [FileRecord] {
        try read { connection in
            let select = try connection.statement(
                """
                SELECT r.row, r.path, r.size, r.digest, a.id, EXISTS
                    (SELECT 1 FROM evicted_file e WHERE e.digest = r.digest)
                FROM resource r CROSS JOIN asset a ON a.row = r.asset
                WHERE r.row > ? ORDER BY r.row LIMIT ?
                """
            )
            try select.bind(cursor, at: 1)
            try select.bind(Int64(limit), at: 2)
            var records: [FileRecord] = []
            while try select.step() {
                records.append(
                    FileRecord(
                        relativePath: select.text(1),
                        size: select.integer(2),
                        sha256: select.blob(3),
                        isEvicted: select.integer(5) != 0,
                        asset: try select.identifier(4),
                        cursor: select.integer(0)
                    )
                )
            }
            return records
        }
    }

    /// Whether an asset, also one in Recently Deleted, or an edit that can be undone refers to a file of this digest.
    package func isReferenced(digest: [UInt8]) throws(LibraryError) -> Bool {
        try read { connection in
            let select = try connection.statement(
                """
                SELECT 1 FROM resource WHERE digest = ?1 UNION ALL
                SELECT 1 FROM former_value WHERE file_digest = ?1 UNION ALL
                SELECT 1 FROM former_value WHERE movie_digest = ?1 UNION ALL
                SELECT 1 FROM arriving_file WHERE digest = ?1 AND path IS NOT NULL LIMIT 1
                """
            )
            try select.bind(digest, at: 1)
            return try select.step()
        }
    }

    /// The number of recorded files.
    package func fileCount() throws(LibraryError) -> Int {
        try read { connection in
            let select = try connection.statement("SELECT count(*) FROM resource")
            return try select.step() ? Int(select.integer(0)) : 0
        }
    }

    /// Checks the database by SQLite's and this store's rules. Returns the problems found. Reads everything.
    package func integrityCheck(cancellation: Cancellation? = nil) throws(LibraryError) -> [String] {
        try read(cancellation, isOfAnyAge: true) { connection in
            var findings: [String] = []
            let check = try connection.statement("PRAGMA integrity_check(100)")
            while try check.step() {
                let line = check.text(0)
                if line != "ok" { findings.append(line) }
            }
            let references = try connection.statement("PRAGMA foreign_key_check")
            while try references.step() {
                findings.append("row \(references.integer(1)) of \(references.text(0)) refers to nothing")
            }
            let history = try connection.statement(
                """
                SELECT t.sequence FROM change_transaction t WHERE t.change_count <>
                    (SELECT count(*) FROM change c WHERE c.row >= t.first_change
                     AND c.row < t.first_change + t.change_count AND c.sequence = t.sequence)
                LIMIT 100
                """
            )
            while try history.step() { findings.append("the details of change \(history.integer(0)) are incomplete") }
            let counts = try connection.statement(
                """
                SELECT identity FROM app WHERE selected_count <>
                    (SELECT count(*) FROM selection s CROSS JOIN asset a ON a.row = s.asset
                     WHERE s.app = app.row AND s.until_sequence IS NULL AND a.shelf < 4)
                """
            )
            while try counts.step() { findings.append("the number of photos selected for \(counts.text(0)) is wrong") }
            if let failure = columns.failure { findings.append("the photos are not in memory: \(failure)") }
            if let table = columns.table(of: try AssetVersion(connection)), try !table.isEqual(to: connection) {
                findings.append("the photos in memory are not those of the database")
            }
            return findings
        }
    }
}
