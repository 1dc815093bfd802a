internal import LibraryModel
internal import SQLiteDatabase

/// Edits, which keep the original.
extension BlockApplication {
    /// Bytes of the format identifier and version of adjustment data.
    private static var maximumFormatLength: Int { 1_024 }

    mutating func setAdjustment(_ id: ObjectID, _ adjustment: Adjustment) throws {
        let row = try requireAssetRow(id)
        guard adjustment.data.count <= Adjustment.maximumDataSize else {
            throw LibraryError(.limitExceeded, "the recipe of the edit is too large")
        }
        for text in [adjustment.formatIdentifier, adjustment.formatVersion] {
            guard text.utf8.count <= BlockApplication.maximumFormatLength else {
                throw LibraryError(.invalidRequest, "the format of the edit's recipe is too long")
            }
        }
        guard let file = files[adjustment.rendered] else {
            throw LibraryError(.missingResource, "the rendered picture was not handed over")
        }
        guard try mediaKind(row) == .image else {
            throw LibraryError(.notSupportedForAsset, "only photos can be edited")
        }
        guard file.metadata.kind == .image else {
            throw LibraryError(.invalidResource, "the rendered file is not a picture")
        }
        let movie = try renderedMovie(adjustment, of: row)
        try willChange(ChangeRecorder.Object(kind: .asset, row: row, id: id), .content)
        try eraseRendered(row)
        try insertResource(.fullSizePhoto, file.filename, file, row)
        if let movie {
            try insertResource(
                .fullSizePairedVideo,
                movie.filename,
                movie,
                stillTime: try stillTime(in: movie, row),
                row
            )
        }
        let insert = try connection.statement(
            """
            INSERT INTO adjustment (asset, format_identifier, format_version, data) VALUES (?, ?, ?, ?)
            ON CONFLICT (asset) DO UPDATE SET format_identifier = excluded.format_identifier,
                format_version = excluded.format_version, data = excluded.data
            """
        )
        try insert.bind(row, at: 1)
        try insert.bind(adjustment.formatIdentifier, at: 2)
        try insert.bind(adjustment.formatVersion, at: 3)
        try insert.bind(adjustment.data, at: 4)
        try insert.run()
        try showPixels(of: .fullSizePhoto, row, isAdjusted: true)
        recorder.updated(ChangeRecorder.Object(kind: .asset, row: row, id: id), .content)
    }

    mutating func revertAdjustment(_ id: ObjectID) throws {
        let row = try requireAssetRow(id)
        try willChange(ChangeRecorder.Object(kind: .asset, row: row, id: id), .content)
        let delete = try connection.statement("DELETE FROM adjustment WHERE asset = ?")
        try delete.bind(row, at: 1)
        try delete.run()
        guard connection.changedRowCount > 0 else { return }
        try eraseRendered(row)
        try showPixels(of: .photo, row, isAdjusted: false)
        recorder.updated(ChangeRecorder.Object(kind: .asset, row: row, id: id), .content)
    }

    private func renderedMovie(_ adjustment: Adjustment, of asset: Int64) throws -> StagedFile? {
        guard let name = adjustment.renderedMovie else { return nil }
        guard let movie = files[name] else {
            throw LibraryError(.missingResource, "the rendered movie was not handed over")
        }
        guard movie.metadata.kind == .video else {
            throw LibraryError(.invalidResource, "the rendered file is not a movie")
        }
        let select = try connection.statement("SELECT 1 FROM resource WHERE asset = ? AND kind = ?")
        try select.bind(asset, at: 1)
        try select.bind(Int64(ResourceKind.pairedVideo.rawValue), at: 2)
        guard try select.step() else {
            throw LibraryError(.notSupportedForAsset, "only a Live Photo has a movie to edit")
        }
        return movie
    }

    /// The still time in the rendered movie, else in the original: an edit changes pictures, not their times.
    private func stillTime(in movie: StagedFile, _ asset: Int64) throws -> Double? {
        if let time = movie.metadata.stillTime { return time <= movie.metadata.duration ? time : nil }
        let select = try connection.statement("SELECT still_time FROM resource WHERE asset = ? AND kind = ?")
        try select.bind(asset, at: 1)
        try select.bind(Int64(ResourceKind.pairedVideo.rawValue), at: 2)
        guard try select.step(), let time = select.optionalReal(0) else { return nil }
        return time <= movie.metadata.duration ? time : nil
    }

    private func mediaKind(_ asset: Int64) throws -> MediaKind? {
        let select = try connection.statement("SELECT media_kind FROM asset WHERE row = ?")
        try select.bind(asset, at: 1)
        guard try select.step() else { return nil }
        return UInt8(exactly: select.integer(0)).flatMap(MediaKind.init(rawValue:))
    }

    private func eraseRendered(_ asset: Int64) throws {
        // `ResourceKind.fullSizePhoto` and `fullSizePairedVideo`.
        try AssetErasure.eraseResources(
            "SELECT row, path, digest FROM resource WHERE asset = ? AND kind IN (5, 10)",
            asset,
            connection
        )
    }

    /// Gives the asset the size of its current state.
    private func showPixels(of kind: ResourceKind, _ asset: Int64, isAdjusted: Bool) throws {
        let update = try connection.statement(
            """
            UPDATE asset SET (pixel_width, pixel_height) =
                    (SELECT pixel_width, pixel_height FROM resource WHERE asset = ?1 AND kind = ?2),
                traits = CASE WHEN ?3 THEN traits | ?4 ELSE traits & ~?4 END, modification_date = ?5,
                adjusted_date = ?5
            WHERE row = ?1
            """
        )
        try update.bind(asset, at: 1)
        try update.bind(Int64(kind.rawValue), at: 2)
        try update.bind(isAdjusted, at: 3)
        try update.bind(Int64(AssetPage.Flags.hasAdjustments.rawValue), at: 4)
        try update.bind(time, at: 5)
        try update.run()
    }
}
