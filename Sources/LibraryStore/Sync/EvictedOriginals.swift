internal import LibraryModel
internal import SQLiteDatabase

/// Originals that are in the bucket alone. The one place that decides whether an original is local or in the cloud: a
/// file of whose digest `evicted_file` has a row may be deleted, and comes back from the bucket.
///
/// Only originals are evicted. Of an edit's picture the undo history may have the only copy.
struct EvictedOriginals {
    let connection: Connection

    /// The generation of the blob that was verified in the bucket; nil for a file that is local.
    func generation(of digest: [UInt8]) throws -> UInt32? {
        let select = try connection.statement("SELECT generation FROM evicted_file WHERE digest = ?")
        try select.bind(digest, at: 1)
        return try select.step() ? UInt32(clamping: select.integer(0)) : nil
    }

    /// Schedules the original's file for deletion. False when no asset has it as an original, when something else
    /// needs the file, or when it is evicted already.
    func evict(_ digest: [UInt8], generation: UInt32) throws -> Bool {
        let select = try connection.statement(
            """
            SELECT path FROM original WHERE digest = ?1 AND NOT is_evicted
                AND (SELECT count(*) FROM resource WHERE digest = ?1) = (SELECT count(*) FROM original WHERE digest = ?1)
                AND NOT EXISTS (SELECT 1 FROM former_value WHERE file_digest = ?1)
                AND NOT EXISTS (SELECT 1 FROM former_value WHERE movie_digest = ?1)
                AND NOT EXISTS (SELECT 1 FROM arriving_file WHERE digest = ?1 AND path IS NOT NULL)
                AND NOT EXISTS (SELECT 1 FROM arriving_file
                    WHERE substr(digest, 1, 4) = substr(?1, 1, 4) AND digest = ?1 AND path IS NULL)
            LIMIT 1
            """
        )
        try select.bind(digest, at: 1)
        guard try select.step() else { return false }
        let path = select.text(0)
        select.reset()
        let insert = try connection.statement("INSERT INTO evicted_file (digest, generation) VALUES (?, ?)")
        try insert.bind(digest, at: 1)
        try insert.bind(Int64(generation), at: 2)
        try insert.run()
        let discard = try connection.statement("INSERT OR IGNORE INTO discarded_file (path, digest) VALUES (?, ?)")
        try discard.bind(path, at: 1)
        try discard.bind(digest, at: 2)
        try discard.run()
        return true
    }

    /// The file is local, or nothing refers to it any more.
    func forget(_ digest: [UInt8]) throws {
        let forget = try connection.statement("DELETE FROM evicted_file WHERE digest = ?")
        try forget.bind(digest, at: 1)
        try forget.run()
    }
}
