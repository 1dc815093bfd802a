internal import LibraryModel
internal import SQLiteDatabase

/// Details of assets: texts, and facts of their originals.
extension Snapshot {
    /// Returns details in the order of `ids`. Assets that are not visible lack `exists`; the person sees those in
    /// Recently Deleted, too.
    func details(of ids: [ObjectID]) throws -> [AssetDetails] {
        guard ids.count <= AssetDetails.maximumCount else {
            throw LibraryError(.limitExceeded, "the call names too many assets")
        }
        let columns = "row, title, caption, adjusted_date, camera_make, camera_model, filename, file_size"
        let select = try connection.statement(
            assembled: "SELECT \(columns) FROM described_seen_asset WHERE id = ?"
        )
        let selectDeleted = try connection.statement(
            assembled: "SELECT \(columns) FROM described_every_asset WHERE id = ? AND shelf >= 4"
        )
        return try ids.map { id in
            if let details = try details(of: id, select) { return details }
            guard visibility == .person else { return AssetDetails() }
            return try details(of: id, selectDeleted) ?? AssetDetails()
        }
    }

    private func details(of id: ObjectID, _ select: borrowing Statement) throws -> AssetDetails? {
        try select.bind(id, at: 1)
        defer { select.reset() }
        guard try select.step() else { return nil }
        var details = AssetDetails()
        details.exists = true
        (details.title, details.caption) = (select.optionalText(1), select.optionalText(2))
        details.keywords = try keywords(of: select.integer(0))
        details.adjustedDate = select.optionalInteger(3)
        details.cameraMake = select.optionalText(4)
        details.cameraModel = select.optionalText(5)
        if let filename = select.optionalText(6) {
            details.filename = filename
            details.fileSize = select.integer(7)
        }
        try CaptureFacts.read(into: &details, select.integer(0), connection)
        return details
    }

    private func keywords(of asset: Int64) throws -> [String] {
        let select = try connection.statement("SELECT keyword FROM seen_keyword WHERE asset = ? ORDER BY position")
        try select.bind(asset, at: 1)
        var keywords: [String] = []
        while try select.step() { keywords.append(select.text(0)) }
        return keywords
    }
}
