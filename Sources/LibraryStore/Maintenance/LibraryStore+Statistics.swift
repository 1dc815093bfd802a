package import LibraryModel
internal import SQLiteDatabase

/// The library's statistics, for the owner's tools.
extension LibraryStore {
    package func statistics() throws(LibraryError) -> LibraryStatistics {
        let id = libraryID
        var statistics = try read { connection in
            func number(_ sql: StaticString) throws -> Int64 {
                let select = try connection.statement(sql)
                return try select.step() ? select.integer(0) : 0
            }
            let head = try HistoryHead(connection)
            return LibraryStatistics(
                library: id,
                assetCount: Int(try number("SELECT count(*) FROM asset WHERE shelf < 4")),
                imageCount: Int(try number("SELECT count(*) FROM asset WHERE shelf < 4 AND media_kind = 1")),
                videoCount: Int(try number("SELECT count(*) FROM asset WHERE shelf < 4 AND media_kind = 2")),
                albumCount: Int(try number("SELECT count(*) FROM collection WHERE kind = 2")),
                folderCount: Int(try number("SELECT count(*) FROM collection WHERE kind = 3")),
                recentlyDeletedCount: Int(try number("SELECT count(*) FROM asset WHERE trashed_at IS NOT NULL")),
                originalBytes: try number(
                    // Files that assets share count once.
                    "SELECT coalesce(sum(size), 0) FROM (SELECT DISTINCT path, size FROM resource WHERE kind <> 5)"
                ),
                lastSequence: head.sequence,
                firstSequence: head.floor
            )
        }
        statistics.readOnlyReason = writer.poison.map { _ in LibraryStore.reasonAfterFailedWrite }
        return statistics
    }
}
