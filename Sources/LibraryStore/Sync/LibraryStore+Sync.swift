internal import Admission
internal import CloudSync
package import LibraryModel
package import LinuxSystem
internal import SQLiteDatabase

/// The library's side of synchronisation, for the sync engine alone.
extension LibraryStore {
    /// Batches by whose keys a repetition is told. The engine repeats the last one only, until it asks for what comes
    /// after it.
    private static let keptBatches: Int64 = 65_536
    /// Objects whose changes take about 10 ms.
    private static let shortBatch = 1_000

    /// What the person and apps changed after a position: the present values of each object, once. What `apply` changed
    /// is not in it. Position 0 begins synchronisation, for which everything that is there counts as changed.
    package func localChanges(
        after position: UInt64,
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> SyncedPage {
        // Most look-ups find nothing: they need no transaction.
        let isIdle = try read(cancellation) { connection in
            guard position > 0, let state = try SyncPosition(connection), state.isComplete else { return false }
            return UInt64(clamping: state.position) == position && state.confirmed == state.position
        }
        if isIdle { return SyncedPage([], position: position, hasMore: false) }
        if let refusal = configuration.changeRefusal { throw refusal }
        let (identity, configuration) = (identity, configuration)
        return try write(cancellation, as: .change(.owner, isLong: true)) { context in
            let history = LocalHistory(
                connection: context.connection,
                newIdentifier: configuration.newIdentifier,
                time: configuration.clock(),
                device: identity.id
            )
            return try history.page(after: position)
        }
    }

    /// The number of objects that the person and apps changed after a position.
    package func localChangeCount(after position: UInt64) throws(LibraryError) -> UInt64 {
        try read { connection in
            let select = try connection.statement("SELECT count(*) FROM local_change WHERE position > ?")
            try select.bind(Int64(clamping: position), at: 1)
            return try select.step() ? UInt64(clamping: select.integer(0)) : 0
        }
    }

    /// Applies a batch in one transaction, unless the person or an app changed something after its position. A batch
    /// that was applied is not applied again.
    package func apply(
        _ batch: SyncedBatch,
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> SyncedOutcome {
        if let refusal = configuration.changeRefusal { throw refusal }
        guard batch.changes.count <= SyncedBatch.maximumChanges else {
            throw LibraryError(.limitExceeded, "the batch has too many objects")
        }
        let isLong = batch.changes.count > LibraryStore.shortBatch
        return try write(cancellation, as: .change(.owner, isLong: isLong)) { context in
            let connection = context.connection
            let known = try connection.statement("SELECT position FROM applied_batch WHERE key = ?")
            try known.bind(batch.key, at: 1)
            if try known.step() {
                let position = UInt64(clamping: known.integer(0))
                return .applied(position: position, missing: try LibraryStore.missing(batch, connection))
            }
            known.reset()
            guard let state = try SyncPosition(connection), state.isComplete,
                UInt64(clamping: state.position) == batch.position
            else { return .moved }
            let sequence = try self.changeAsOwner(connection) { block in
                var application = SyncedApplication(block)
                try application.apply(batch.changes)
                block = application.block
            }
            if let sequence { context.notes.append(.history(sequence)) }
            try LibraryStore.keep(batch.key, state.position, connection)
            return .applied(position: batch.position, missing: try LibraryStore.missing(batch, connection))
        }
    }

    private static func missing(_ batch: SyncedBatch, _ connection: Connection) throws -> [[UInt8]] {
        let arriving = ArrivingAssets(connection: connection)
        var missing: Set<[UInt8]> = []
        for change in batch.changes {
            for field in change.fields where !field.contents.isEmpty {
                missing.formUnion(try arriving.missingFiles(of: change.record, field.number))
            }
        }
        return missing.sorted { $0.lexicographicallyPrecedes($1) }
    }

    private static func keep(_ key: ObjectID, _ position: Int64, _ connection: Connection) throws {
        let keep = try connection.statement("INSERT INTO applied_batch (key, position) VALUES (?, ?)")
        try keep.bind(key, at: 1)
        try keep.bind(position, at: 2)
        try keep.run()
        let forget = try connection.statement("DELETE FROM applied_batch WHERE number <= ?")
        try forget.bind(connection.lastInsertedRow - keptBatches, at: 1)
        try forget.run()
    }

    /// Runs a block of changes as the person. Returns its sequence; nil without changes.
    private func changeAsOwner(
        _ connection: Connection,
        _ body: (inout BlockApplication) throws -> Void
    ) throws -> UInt64? {
        try view(for: .person).show(connection) { snapshot in
            var block = try BlockApplication(
                snapshot: snapshot,
                principal: .person,
                files: [:],
                configuration: configuration,
                time: configuration.clock()
            )
            try body(&block)
            return try block.finish()
        }
    }

    // MARK: Files

    /// The path of a file that an asset has, or had until another device's took its place.
    package func path(ofContent digest: [UInt8]) throws(LibraryError) -> String? {
        try read { connection in
            let select = try connection.statement(
                """
                SELECT path FROM resource WHERE digest = ?1 UNION ALL
                SELECT path FROM arriving_file WHERE digest = ?1 AND path IS NOT NULL LIMIT 1
                """
            )
            try select.bind(digest, at: 1)
            return try select.step() ? select.text(0) : nil
        }
    }

    /// Files that arriving assets lack, by digest, after one.
    package func missingContents(after digest: [UInt8], limit: Int) throws(LibraryError) -> [[UInt8]] {
        try read { connection in
            let select = try connection.statement(
                """
                SELECT DISTINCT digest FROM arriving_file f
                WHERE path IS NULL AND substr(digest, 1, 4) >= ifnull(substr(?1, 1, 4), x'') AND digest > ?1
                    AND NOT EXISTS (SELECT 1 FROM refused_file r WHERE r.digest = f.digest)
                ORDER BY substr(digest, 1, 4), digest LIMIT ?2
                """
            )
            try select.bind(digest, at: 1)
            try select.bind(Int64(limit), at: 2)
            var missing: [[UInt8]] = []
            while try select.step() { missing.append(select.blob(0)) }
            return missing
        }
    }

    /// Whether an arriving asset lacks a file, or an asset has it in the cloud alone.
    package func isMissing(content digest: [UInt8]) throws(LibraryError) -> Bool {
        try read { connection in
            let select = try connection.statement(
                """
                SELECT 1 FROM arriving_file
                    WHERE substr(digest, 1, 4) = substr(?1, 1, 4) AND digest = ?1 AND path IS NULL UNION ALL
                SELECT 1 FROM evicted_file WHERE digest = ?1
                """
            )
            try select.bind(digest, at: 1)
            return try select.step()
        }
    }

    /// Notes that a file of another device cannot be shown: it is not asked for again, until the engine begins anew.
    package func refuse(content digest: [UInt8], because reason: String) throws(LibraryError) {
        try write { context in
            let refuse = try context.connection.statement(
                "INSERT OR REPLACE INTO refused_file (digest, reason) VALUES (?, ?)"
            )
            try refuse.bind(digest, at: 1)
            try refuse.bind(reason, at: 2)
            try refuse.run()
        }
    }

    /// Notes that a missing file lies in the library now.
    package func tookIn(content digest: [UInt8], at path: String, size: Int64) throws(LibraryError) {
        try write { context in
            try ArrivingAssets(connection: context.connection).take(digest, at: path, size: size)
        }
    }

    // MARK: Arrivals

    /// An asset of another device that can be shown, or has new files.
    package struct Arrival: Hashable, Sendable {
        package var record: ObjectID
        /// Its files that are here.
        package var contents: [[UInt8]]
    }

    /// The next arrival, by record.
    package func nextArrival(after record: ObjectID?) throws(LibraryError) -> Arrival? {
        try read { connection in
            let select = try connection.statement(
                "SELECT record FROM arriving_value WHERE is_ready = 1 AND record > ? ORDER BY record LIMIT 1"
            )
            try select.bind(record?.bytes ?? [], at: 1)
            guard try select.step() else { return nil }
            let record = try select.identifier(0)
            let files = try ArrivingAssets(connection: connection).files(of: record)
            return Arrival(record: record, contents: files.keys.sorted().map(\.bytes))
        }
    }

    /// Shows an asset with its files, in one transaction. `metadata`: of the files, by digest. Returns the asset; nil
    /// while it cannot be shown.
    package func show(_ arrival: ObjectID, metadata: [[UInt8]: MediaMetadata]) throws(LibraryError) -> ObjectID? {
        try write { context in
            var shown: ObjectID?
            let sequence = try self.changeAsOwner(context.connection) { block in
                var asset = try AssetArrival(block, arrival, metadata)
                shown = try asset.show()
                block = asset.block
            }
            if let sequence { context.notes.append(.history(sequence)) }
            return shown
        }
    }

    /// Leaves an arrival alone that cannot be shown, until another device changes its files.
    package func refuse(_ arrival: ObjectID) throws(LibraryError) {
        try write { context in try ArrivingAssets(connection: context.connection).refuse(arrival) }
    }
}
