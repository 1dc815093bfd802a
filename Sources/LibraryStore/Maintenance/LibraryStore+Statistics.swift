package import LibraryModel
internal import SQLiteDatabase
internal import Synchronization

/// The library's statistics, for the owner's tools.
extension LibraryStore {
    package func statistics() throws(LibraryError) -> LibraryStatistics {
        let id = libraryID
        var statistics = try read { connection in
            let assets = try countedAssets(connection)
            let head = try HistoryHead(connection)
            return LibraryStatistics(
                library: id,
                assetCount: assets.all,
                imageCount: assets.images,
                videoCount: assets.videos,
                albumCount: Int(try connection.number("SELECT count(*) FROM collection WHERE kind = 2")),
                folderCount: Int(try connection.number("SELECT count(*) FROM collection WHERE kind = 3")),
                recentlyDeletedCount: assets.recentlyDeleted,
                originalBytes: assets.originalBytes,
                lastSequence: head.sequence,
                firstSequence: head.floor
            )
        }
        statistics.readOnlyReason = writer.poison.map { _ in LibraryStore.reasonAfterFailedWrite }
        return statistics
    }

    /// Counts all assets and their files, unless none has changed since the last time.
    private func countedAssets(_ connection: Connection) throws -> AssetCounts {
        let version = try AssetVersion(connection)
        if let known = assetCounts.withLock({ $0 }), known.version == version { return known }
        let counted = try AssetCounts(version, connection)
        assetCounts.withLock { $0 = counted }
        return counted
    }
}

/// What is counted of all assets in one version of them. Their files change together with them.
struct AssetCounts: Sendable {
    let version: AssetVersion
    let all: Int
    let images: Int
    let videos: Int
    let recentlyDeleted: Int
    /// Bytes. Files that assets share count once.
    let originalBytes: Int64

    fileprivate init(_ version: AssetVersion, _ connection: Connection) throws {
        self.version = version
        let kinds = try connection.statement(
            "SELECT count(*), sum(media_kind = 1), sum(media_kind = 2) FROM asset WHERE shelf < 4"
        )
        _ = try kinds.step()
        (all, images, videos) = (Int(kinds.integer(0)), Int(kinds.integer(1)), Int(kinds.integer(2)))
        recentlyDeleted = Int(try connection.number("SELECT count(*) FROM asset WHERE trashed_at IS NOT NULL"))
        let bytes = try connection.number("SELECT coalesce(sum(size), 0) FROM resource WHERE kind <> 5")
        // Only files with the same content are shared: few, which need no large temporary table.
        let repeated = try connection.number(
            """
            SELECT coalesce(sum((n - 1) * size), 0) FROM (
                SELECT r.size, count(*) AS n
                FROM (SELECT digest FROM resource GROUP BY digest HAVING count(*) > 1) same
                CROSS JOIN resource r ON r.digest = same.digest
                WHERE r.kind <> 5 GROUP BY r.path, r.size
            )
            """
        )
        originalBytes = bytes - repeated
    }
}

extension Connection {
    fileprivate func number(_ sql: StaticString) throws -> Int64 {
        let select = try statement(sql)
        return try select.step() ? select.integer(0) : 0
    }
}
