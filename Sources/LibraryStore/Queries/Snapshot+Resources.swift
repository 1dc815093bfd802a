internal import LibraryModel
internal import SQLiteDatabase

/// Files and edits of assets.
extension Snapshot {
    /// Returns the original first, then the others by kind.
    func resources(of asset: ObjectID, includesDeleted: Bool) throws -> [StoredResource] {
        try visibility.requireReading()
        guard let row = try assetRow(asset) ?? (includesDeleted ? deletedRow(asset) : nil)
        else { throw LibraryError.noSuchObject }
        let select = try connection.statement(
            """
            SELECT kind, filename, content_type, size, pixel_width, pixel_height, digest, path,
                (SELECT added_by FROM seen_asset WHERE row = ?1), duration, still_time, is_evicted
            FROM seen_resource WHERE asset = ?1 ORDER BY kind
            """
        )
        try select.bind(row, at: 1)
        var resources: [StoredResource] = []
        while try select.step() {
            var info = ResourceInfo(
                kind: ResourceKind(rawValue: UInt32(truncatingIfNeeded: select.integer(0))),
                filename: select.text(1),
                contentType: select.text(2),
                size: select.integer(3),
                pixelWidth: UInt32(truncatingIfNeeded: select.integer(4)),
                pixelHeight: UInt32(truncatingIfNeeded: select.integer(5)),
                digest: select.blob(6)
            )
            info.duration = select.real(9)
            info.stillTime = select.optionalReal(10)
            info.isInCloud = select.integer(11) != 0
            resources.append(
                StoredResource(
                    info: info,
                    relativePath: select.text(7),
                    addedBy: select.optionalInteger(8),
                    removal: connection.hidesPlaces ? .location : []
                )
            )
        }
        return resources
    }

    /// Returns the row of an asset in Recently Deleted. Nil for apps.
    private func deletedRow(_ asset: ObjectID) throws -> Int64? {
        guard visibility == .person else { return nil }
        let select = try connection.statement(
            "SELECT row FROM every_asset WHERE id = ? AND shelf >= 4 AND trashed_at IS NOT NULL"
        )
        try select.bind(asset, at: 1)
        defer { select.reset() }
        return try select.step() ? select.integer(0) : nil
    }

    func adjustment(of asset: ObjectID) throws -> Adjustment? {
        try visibility.requireReading()
        guard let row = try assetRow(asset) else { throw LibraryError.noSuchObject }
        let select = try connection.statement(
            "SELECT format_identifier, format_version, data FROM seen_adjustment WHERE asset = ?"
        )
        try select.bind(row, at: 1)
        guard try select.step() else { return nil }
        return Adjustment(
            rendered: ObjectID(high: 0, low: 0),
            formatIdentifier: select.text(0),
            formatVersion: select.text(1),
            data: select.blob(2)
        )
    }

    func findAsset(digest: [UInt8]) throws -> ObjectID? {
        let select = try connection.statement(
            """
            SELECT a.id FROM seen_resource r CROSS JOIN seen_asset a ON a.row = r.asset
            WHERE r.digest = ? AND r.kind NOT IN (5, 10) ORDER BY a.row LIMIT 1
            """
        )
        try select.bind(digest, at: 1)
        return try select.step() ? try select.identifier(0) : nil
    }

    /// The asset whose other half a file is: one of the same content identifier that can still get such a file.
    func findOtherHalf(of metadata: MediaMetadata) throws -> ObjectID? {
        let kind: ResourceKind? =
            switch metadata.kind {
            case .image: .photo
            case .video: .pairedVideo
            case .audio, .unknown: nil
            }
        guard let kind, let identifier = metadata.contentIdentifier else { return nil }
        let other = metadata.kind == .image ? MediaKind.video : .image
        let select = try connection.statement(
            """
            SELECT row, id FROM every_asset WHERE content_identifier = ? AND media_kind = ? AND shelf < 4
                AND added_by IS NULL
            ORDER BY row LIMIT 16
            """
        )
        try select.bind(identifier, at: 1)
        try select.bind(Int64(other.rawValue), at: 2)
        var candidates: [(row: Int64, id: ObjectID)] = []
        while try select.step() { candidates.append((select.integer(0), try select.identifier(1))) }
        select.reset()
        for candidate in candidates {
            if try IncompleteAsset(candidate.row, connection)?.lacking.contains(kind) == true { return candidate.id }
        }
        return nil
    }

    /// The files that an asset can still get.
    func lacking(_ asset: ObjectID) throws -> Set<ResourceKind> {
        guard let row = try assetRow(asset) else { return [] }
        return try IncompleteAsset(row, connection)?.lacking ?? []
    }
}
