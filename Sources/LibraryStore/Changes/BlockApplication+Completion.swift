internal import LibraryModel
internal import SQLiteDatabase

/// Adds files to an existing asset: the RAW file beside a photo, the photo of a RAW file, either half of a Live Photo.
extension BlockApplication {
    mutating func completeAsset(_ id: ObjectID, _ uses: [StagedResourceUse]) throws {
        guard principal == .person else {
            throw LibraryError(.changeNotSupported, "only the person's own tools add files to an existing asset")
        }
        let row = try requireAssetRow(id)
        for use in uses {
            guard let file = files[use.staged] else {
                throw LibraryError(.missingResource, "a file for the asset was not handed over")
            }
            try file.require(use.kind)
            guard let asset = try IncompleteAsset(row, connection), asset.lacking.contains(use.kind) else {
                throw LibraryError(.changeNotSupported, "the asset has a file of this kind, or cannot get one")
            }
            guard use.kind == .alternatePhoto || asset.mayGoWith(file.metadata) else {
                throw LibraryError.differentLivePhotos
            }
            try add(file, use, to: asset)
        }
        recorder.updated(ChangeRecorder.Object(kind: .asset, row: row, id: id), .content)
    }

    /// Gives an asset files that other devices added to it, which have checked that they belong together. Whatever has
    /// come to the asset here since, an edit or another file, is no obstacle.
    mutating func addArrivedFiles(_ uses: [StagedResourceUse], to id: ObjectID, _ row: Int64) throws {
        for use in uses {
            guard let file = files[use.staged], let asset = try IncompleteAsset(row, connection) else {
                throw LibraryError(.missingResource, "a file of an arriving asset is not here")
            }
            try file.require(use.kind)
            try add(file, use, to: asset)
        }
        recorder.updated(ChangeRecorder.Object(kind: .asset, row: row, id: id), .content)
    }

    private func add(_ file: StagedFile, _ use: StagedResourceUse, to asset: IncompleteAsset) throws {
        let isHalf = use.kind == .pairedVideo || asset.kind == .video
        if use.kind == .photo { try makeWay(for: file.metadata, in: asset) }
        let stillTime = use.kind == .pairedVideo ? file.metadata.stillTime : nil
        try insertResource(use.kind, file.name(for: use), file, stillTime: stillTime, asset.row)
        let update = try connection.statement(
            """
            UPDATE asset SET modification_date = ?2, media_subtypes = media_subtypes | ?3, traits = traits | ?4,
                content_identifier = ifnull(content_identifier, ?5), is_damaged = is_damaged OR ?6
            WHERE row = ?1
            """
        )
        try update.bind(asset.row, at: 1)
        try update.bind(time, at: 2)
        try update.bind(Int64(isHalf ? MediaSubtypes.photoLive.rawValue : 0), at: 3)
        try update.bind(Int64(file.metadata.isRaw ? AssetPage.Flags.raw.rawValue : 0), at: 4)
        try update.bind(isHalf ? file.metadata.contentIdentifier : nil, at: 5)
        try update.bind(file.metadata.isDamaged, at: 6)
        try update.run()
    }

    /// Makes the photo the original, and the former original its alternate or paired file. The asset gets the photo's
    /// type and, unless it is edited, size, and keeps the properties that the person may have changed.
    private func makeWay(for photo: MediaMetadata, in asset: IncompleteAsset) throws {
        let lesser = asset.kind == .video ? ResourceKind.pairedVideo : .alternatePhoto
        let former = asset.kind == .video ? ResourceKind.video : .photo
        let move = try connection.statement("UPDATE resource SET kind = ?3 WHERE asset = ?1 AND kind = ?2")
        try move.bind(asset.row, at: 1)
        try move.bind(Int64(former.rawValue), at: 2)
        try move.bind(Int64(lesser.rawValue), at: 3)
        try move.run()
        let update = try connection.statement(
            """
            UPDATE asset SET media_kind = ?2, media_subtypes = ?3, pixel_width = iif(traits & ?6, pixel_width, ?4),
                pixel_height = iif(traits & ?6, pixel_height, ?5), duration = 0
            WHERE row = ?1
            """
        )
        try update.bind(asset.row, at: 1)
        try update.bind(Int64(MediaKind.image.rawValue), at: 2)
        let live = asset.subtypes.intersection(.photoLive)
        try update.bind(Int64(photo.subtypes.union(live).rawValue), at: 3)
        try update.bind(Int64(photo.pixelWidth), at: 4)
        try update.bind(Int64(photo.pixelHeight), at: 5)
        try update.bind(Int64(AssetPage.Flags.hasAdjustments.rawValue), at: 6)
        try update.run()
    }
}

/// An asset, by the files that it has and those that it can still get.
struct IncompleteAsset {
    let row: Int64
    let kind: MediaKind
    let subtypes: MediaSubtypes
    let contentIdentifier: String?
    /// Empty for an asset that an app added, since the files of an asset have one origin; for an edited asset, since
    /// the edit was made from the files that it has; and while files or an edit of another device are still to come.
    private(set) var lacking: Set<ResourceKind> = []

    /// Nil where there is no asset.
    init?(_ row: Int64, _ connection: Connection) throws {
        let select = try connection.statement(
            """
            SELECT media_kind, media_subtypes, content_identifier, traits, added_by FROM seen_asset WHERE row = ?
            """
        )
        try select.bind(row, at: 1)
        guard try select.step() else { return nil }
        self.row = row
        kind = UInt8(exactly: select.integer(0)).flatMap(MediaKind.init) ?? .unknown
        subtypes = MediaSubtypes(rawValue: UInt32(truncatingIfNeeded: select.integer(1)))
        contentIdentifier = select.optionalText(2)
        let traits = AssetPage.Flags(rawValue: UInt32(truncatingIfNeeded: select.integer(3)))
        guard select.isNull(4), !traits.contains(.hasAdjustments) else { return }
        select.reset()
        let arriving = try connection.statement("SELECT 1 FROM own_arrival WHERE asset = ?")
        try arriving.bind(row, at: 1)
        if try arriving.step() { return }
        lacking = try IncompleteAsset.lacking(row, kind, connection)
    }

    private static func lacking(
        _ row: Int64,
        _ kind: MediaKind,
        _ connection: Connection
    ) throws -> Set<ResourceKind> {
        var types: [ResourceKind: String] = [:]
        let select = try connection.statement("SELECT kind, content_type FROM seen_resource WHERE asset = ?")
        try select.bind(row, at: 1)
        while try select.step() {
            types[ResourceKind(rawValue: UInt32(truncatingIfNeeded: select.integer(0)))] = select.text(1)
        }
        switch kind {
        case .image:
            var lacking: Set<ResourceKind> = []
            if types[.pairedVideo] == nil { lacking.insert(.pairedVideo) }
            if types[.alternatePhoto] == nil, let photo = types[.photo] {
                lacking.insert(MediaMetadata.rawContentTypes.contains(photo) ? .photo : .alternatePhoto)
            }
            return lacking
        case .video: return Set(types.keys) == [.video] ? [.photo] : []
        case .audio, .unknown: return []
        }
    }

    /// Whether a file may be the other half of the Live Photo: their content identifiers do not differ.
    func mayGoWith(_ half: MediaMetadata) -> Bool {
        contentIdentifier == nil || half.contentIdentifier == nil || contentIdentifier == half.contentIdentifier
    }
}
