internal import LibraryModel
internal import SQLiteDatabase

/// Texts of assets, and figures of their originals.
extension Snapshot {
    /// In the order of `ids`; those that are not seen lack `exists`.
    func details(of ids: [ObjectID]) throws -> [AssetDetails] {
        guard ids.count <= AssetDetails.maximumCount else {
            throw LibraryError(.limitExceeded, "the call names too many assets")
        }
        guard let lookup = try RowLookup(self, .asset) else {
            return ids.map { _ in AssetDetails() }
        }
        return try ids.map { id in
            guard let row = try lookup.row(of: id) else { return AssetDetails() }
            return try details(ofRow: row)
        }
    }

    private func details(ofRow row: Int64) throws -> AssetDetails {
        var details = AssetDetails()
        details.exists = true
        (details.title, details.caption) = try AssetTexts.titleAndCaption(of: row, connection)
        details.keywords = try AssetTexts.keywords(of: row, connection)
        let asset = try connection.statement("SELECT adjusted_date, camera_make, camera_model FROM asset WHERE row = ?")
        try asset.bind(row, at: 1)
        if try asset.step() {
            details.adjustedDate = asset.optionalInteger(0)
            details.cameraMake = asset.isNull(1) ? nil : asset.text(1)
            details.cameraModel = asset.isNull(2) ? nil : asset.text(2)
        }
        let original = try connection.statement(
            "SELECT filename, size FROM resource WHERE asset = ? AND kind <= 3 ORDER BY kind LIMIT 1"
        )
        try original.bind(row, at: 1)
        if try original.step() {
            details.filename = original.text(0)
            details.fileSize = original.integer(1)
        }
        return details
    }
}
