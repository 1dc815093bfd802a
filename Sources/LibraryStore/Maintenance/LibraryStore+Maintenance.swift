package import LibraryModel
internal import SQLiteDatabase

/// Maintenance in short steps. The server calls it periodically.
extension LibraryStore {
    /// Microseconds for which deleted assets can be recovered: PhotoKit's 30 days.
    package static var recentlyDeletedRetention: Int64 { 30 * 86_400 * 1_000_000 }
    /// Assets erased in one step.
    private static var maximumErased: Int64 { 500 }
    /// Rows of performed blocks and of ended selections removed in one step.
    private static var maximumForgotten: Int64 { 10_000 }

    /// Removes expired history and idempotency keys. Returns true when there is more to do.
    package func maintain() throws(LibraryError) -> Bool {
        let configuration = configuration
        let now = configuration.clock()
        return try write { context in
            let hasMoreHistory = try Retention.prune(now, configuration, context.connection)
            let hasMoreAnswers = try Idempotency.prune(
                before: now - configuration.idempotencyRetention,
                limit: LibraryStore.maximumForgotten,
                context.connection
            )
            let hasMoreValues = try FormerValues.prune(
                before: now.subtractingReportingOverflow(configuration.historyRetention).partialValue,
                limit: LibraryStore.maximumForgotten,
                context.connection
            )
            return hasMoreHistory || hasMoreAnswers || hasMoreValues
        }
    }

    /// Erases assets that have been in Recently Deleted for longer than `age` (microseconds). Returns true when there
    /// is more to do.
    package func purgeRecentlyDeleted(olderThan age: Int64 = recentlyDeletedRetention) throws(LibraryError) -> Bool {
        let now = configuration.clock()
        let limit = now - age
        return try write { context in
            let select = try context.connection.statement(
                "SELECT row FROM asset WHERE trashed_at IS NOT NULL AND trashed_at < ? ORDER BY trashed_at LIMIT ?"
            )
            try select.bind(limit, at: 1)
            try select.bind(LibraryStore.maximumErased, at: 2)
            var rows: [Int64] = []
            while try select.step() { rows.append(select.integer(0)) }
            select.reset()
            for row in rows { try AssetErasure.erase(row, time: now, context.connection) }
            return rows.count == LibraryStore.maximumErased
        }
    }

    /// Erases these assets, where they are in Recently Deleted: in short steps, so that other writers get their turn.
    package func erase(_ assets: [ObjectID]) throws(LibraryError) {
        if let refusal = configuration.changeRefusal { throw refusal }
        let now = configuration.clock()
        var rest = assets[...]
        while !rest.isEmpty {
            let step = rest.prefix(Int(LibraryStore.maximumErased))
            rest = rest.dropFirst(step.count)
            try write { context in
                for id in step {
                    let select = try context.connection.statement("SELECT row FROM asset WHERE id = ? AND shelf >= 4")
                    try select.bind(id, at: 1)
                    guard try select.step() else { continue }
                    let row = select.integer(0)
                    select.reset()
                    try AssetErasure.erase(row, time: now, context.connection)
                }
            }
        }
    }

    /// Schedules a stored file for `collectGarbage`, which deletes it unless an asset refers to it then.
    package func scheduleDeletion(_ relativePath: String, digest: [UInt8]) throws(LibraryError) {
        try write { context in
            let insert = try context.connection.statement(
                "INSERT OR IGNORE INTO discarded_file (path, digest) VALUES (?, ?)"
            )
            try insert.bind(relativePath, at: 1)
            try insert.bind(digest, at: 2)
            try insert.run()
        }
    }

    /// One step of garbage collection.
    package struct DrainedFiles: Hashable, Sendable {
        package var deletedCount = 0
        /// Where the next step begins; nil after the last.
        package var last: String?
    }

    /// A file that `collectGarbage` deletes.
    package struct GarbageFile: Hashable, Sendable {
        /// Relative to the bundle.
        package var path: String
        /// Assets still have it, in the cloud: its renditions stay.
        package var isEvicted: Bool
    }

    /// Calls `delete` for at most `limit` unreferenced or evicted files after `last`, and unschedules those for which
    /// it returns true. Skips the others, which do not block later ones. Runs on the writer's thread, so that no change
    /// block can begin to refer to a file; `delete` returns false for files that are staged again.
    package func collectGarbage(
        behind last: String? = nil,
        limit: Int = 256,
        _ delete: @escaping @Sendable (GarbageFile) -> Bool
    ) throws(LibraryError) -> DrainedFiles {
        // Exclusive: when a neighbour in the transaction is rolled back, a file that it released is referenced again.
        try write(as: .exclusive) { context in
            let select = try context.connection.statement(
                """
                SELECT path, digest, EXISTS (SELECT 1 FROM resource r WHERE r.digest = d.digest AND r.path = d.path)
                FROM discarded_file d WHERE path > ? AND NOT EXISTS
                    (SELECT 1 FROM resource r WHERE r.digest = d.digest AND r.path = d.path AND NOT EXISTS
                        (SELECT 1 FROM evicted_file e WHERE e.digest = d.digest)) AND NOT EXISTS
                    (SELECT 1 FROM former_value f WHERE f.file_digest = d.digest AND f.file_path = d.path) AND NOT EXISTS
                    (SELECT 1 FROM former_value f WHERE f.movie_digest = d.digest AND f.movie_path = d.path) AND NOT EXISTS
                    (SELECT 1 FROM arriving_file f WHERE f.digest = d.digest AND f.path = d.path)
                ORDER BY path LIMIT ?
                """
            )
            try select.bind(last ?? "", at: 1)
            try select.bind(Int64(limit), at: 2)
            var files: [(file: GarbageFile, digest: [UInt8])] = []
            while try select.step() {
                files.append((GarbageFile(path: select.text(0), isEvicted: select.integer(2) != 0), select.blob(1)))
            }
            select.reset()
            let forget = try context.connection.statement("DELETE FROM discarded_file WHERE path = ?")
            let evicted = EvictedOriginals(connection: context.connection)
            var drained = DrainedFiles(last: files.count == limit ? files.last?.file.path : nil)
            for (file, digest) in files where delete(file) {
                try forget.bind(file.path, at: 1)
                try forget.run()
                if !file.isEvicted { try evicted.forget(digest) }
                drained.deletedCount += 1
            }
            return drained
        }
    }
}
