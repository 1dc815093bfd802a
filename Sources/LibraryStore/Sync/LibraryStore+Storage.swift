internal import Admission
package import LibraryModel
internal import SQLiteDatabase

/// Optimised storage: which originals are local, which were used last, and which are evicted.
extension LibraryStore {
    /// The generation of an evicted original's blob; nil for a file that is local.
    package func evictedGeneration(of digest: [UInt8]) throws(LibraryError) -> UInt32? {
        try read { connection in try EvictedOriginals(connection: connection).generation(of: digest) }
    }

    /// Evicts an original: from the commit on it is in the cloud, and `collectGarbage` deletes its file. `isFree` is
    /// called on the writer's thread: no change block can begin to name the file meanwhile. False when the original
    /// stays.
    package func evict(
        _ digest: [UInt8],
        generation: UInt32,
        isFree: @escaping @Sendable () -> Bool
    ) throws(LibraryError) -> Bool {
        if let refusal = configuration.changeRefusal { throw refusal }
        return try write { context in
            guard isFree() else { return false }
            return try EvictedOriginals(connection: context.connection).evict(digest, generation: generation)
        }
    }

    /// Notes that a file was taken in, under its digest: if it was evicted, it is local again. Otherwise
    /// `collectGarbage` deletes it unless an asset refers to it then.
    package func ingested(_ relativePath: String, digest: [UInt8]) throws(LibraryError) {
        try write { context in
            try EvictedOriginals(connection: context.connection).forget(digest)
            let insert = try context.connection.statement(
                "INSERT OR IGNORE INTO discarded_file (path, digest) VALUES (?, ?)"
            )
            try insert.bind(relativePath, at: 1)
            try insert.bind(digest, at: 2)
            try insert.run()
        }
    }

    /// When originals were used last, by digest, in microseconds since 1970.
    package func noteUsed(originals times: [[UInt8]: Int64]) throws(LibraryError) {
        if times.isEmpty { return }
        try write { context in
            let update = try context.connection.statement("UPDATE resource SET used_at = ?2 WHERE digest = ?1")
            for (digest, time) in times {
                try update.bind(digest, at: 1)
                try update.bind(time, at: 2)
                try update.run()
            }
        }
    }

    /// Which originals to evict so that at most `kept` bytes stay, after one; with nil which ones to bring back.
    package func storagePlan(keeping kept: Int64?, after last: PlannedOriginal?) throws(LibraryError) -> StoragePlan {
        try read { connection in
            guard let kept else { return try LibraryStore.evicted(after: last?.content ?? [], connection) }
            let local = try connection.statement(
                """
                SELECT coalesce(sum(size), 0) FROM (SELECT DISTINCT digest, size FROM original WHERE NOT is_evicted)
                """
            )
            let bytes = try local.step() ? local.integer(0) : 0
            guard bytes > kept else { return StoragePlan() }
            let originals = try LibraryStore.leastUsed(after: last, connection)
            return StoragePlan(excess: bytes - kept, originals: originals)
        }
    }

    private static func leastUsed(after last: PlannedOriginal?, _ connection: Connection) throws -> [PlannedOriginal] {
        let select = try connection.statement(
            """
            SELECT r.digest, r.size, max(max(r.used_at, a.added_date)) AS used
            FROM original r CROSS JOIN asset a ON a.row = r.asset WHERE NOT r.is_evicted
            GROUP BY r.digest HAVING (used, r.digest) > (?1, ?2) ORDER BY used, r.digest LIMIT ?3
            """
        )
        try select.bind(last?.lastUse ?? .min, at: 1)
        try select.bind(last?.content ?? [], at: 2)
        try select.bind(Int64(StoragePlan.maximumOriginals), at: 3)
        var originals: [PlannedOriginal] = []
        while try select.step() {
            originals.append(
                PlannedOriginal(content: select.blob(0), size: select.integer(1), lastUse: select.integer(2))
            )
        }
        return originals
    }

    private static func evicted(after digest: [UInt8], _ connection: Connection) throws -> StoragePlan {
        let select = try connection.statement(
            """
            SELECT e.digest, e.generation, (SELECT size FROM resource r WHERE r.digest = e.digest) AS size
            FROM evicted_file e WHERE e.digest > ? AND size IS NOT NULL ORDER BY e.digest LIMIT ?
            """
        )
        try select.bind(digest, at: 1)
        try select.bind(Int64(StoragePlan.maximumOriginals), at: 2)
        var plan = StoragePlan(bringsBack: true)
        while try select.step() {
            plan.originals.append(
                PlannedOriginal(
                    content: select.blob(0),
                    size: select.integer(2),
                    generation: UInt32(clamping: select.integer(1))
                )
            )
        }
        return plan
    }

    /// How many originals are local and in the cloud, and how many files of other devices cannot be shown.
    package func originalStorage() throws(LibraryError) -> OriginalStorage {
        try read { connection in
            let select = try connection.statement(
                """
                SELECT is_evicted, count(*), coalesce(sum(size), 0)
                FROM (SELECT DISTINCT digest, size, is_evicted FROM original) GROUP BY is_evicted
                """
            )
            var storage = OriginalStorage()
            while try select.step() {
                let (files, bytes) = (UInt64(clamping: select.integer(1)), select.integer(2))
                if select.integer(0) == 0 {
                    (storage.localFiles, storage.localBytes) = (files, bytes)
                } else {
                    (storage.cloudFiles, storage.cloudBytes) = (files, bytes)
                }
            }
            let refused = try connection.statement("SELECT count(*) FROM refused_file")
            if try refused.step() { storage.refusedFiles = UInt64(clamping: refused.integer(0)) }
            return storage
        }
    }

    /// Whether an original is in the bucket alone.
    package func hasEvictedOriginals() throws(LibraryError) -> Bool {
        try read { connection in
            let select = try connection.statement(
                """
                SELECT 1 FROM evicted_file e WHERE EXISTS (SELECT 1 FROM resource r WHERE r.digest = e.digest) LIMIT 1
                """
            )
            return try select.step()
        }
    }
}
