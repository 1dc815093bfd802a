internal import CloudSync
internal import LibraryModel
internal import SQLiteDatabase

/// The original files that an asset has beside those that are shown, for the person's own tools.
enum OtherOriginals {
    static func all(of asset: Int64, _ connection: Connection) throws -> [OtherOriginal] {
        let select = try connection.statement("SELECT value FROM own_other_originals WHERE asset = ?")
        try select.bind(asset, at: 1)
        guard try select.step() else { return [] }
        let elements = ArrivingAssets.elements(select.blob(0))
        select.reset()
        var others: [OtherOriginal] = []
        for element in elements.prefix(AssetDetails.maximumOtherOriginals) {
            let list: ResourceList
            // What a later version wrote.
            do throws(SyncFailure) { list = try ResourceList(bytes: element) } catch { continue }
            for entry in list.entries where try !isShown(entry.content, asset, connection) {
                others.append(
                    OtherOriginal(
                        kind: ResourceKind(rawValue: UInt32(entry.kind)),
                        filename: FilenameClaim(entry.filename, orElse: entry.content.first.hexadecimal).name,
                        size: Int64(clamping: entry.size),
                        digest: entry.content.bytes
                    )
                )
            }
        }
        return others
    }

    /// It may have been added here since.
    private static func isShown(_ content: ContentDigest, _ asset: Int64, _ connection: Connection) throws -> Bool {
        let select = try connection.statement("SELECT 1 FROM seen_resource WHERE asset = ? AND digest = ?")
        try select.bind(asset, at: 1)
        try select.bind(content.bytes, at: 2)
        return try select.step()
    }
}
