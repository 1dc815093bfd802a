internal import LibraryModel
internal import SQLiteDatabase

/// Creating assets.
extension BlockApplication {
    mutating func createAsset(_ creation: AssetCreation) throws {
        try snapshot.visibility.requireAdding()
        try requireFresh(creation.id)
        let resources = try CreationResources(creation.resources, files)
        let properties = try AssetProperties(creation.properties, resources)
        let row = try insertAsset(creation.id, properties, resources)
        let annotations = resources.annotations
        _ = try AssetTexts.apply(creation.properties.withTexts(of: annotations), to: row, connection)
        try CaptureFacts.insert(resources.metadata, annotations, row, connection)
        for resource in resources.all {
            let stillTime = resource.kind == .pairedVideo ? resources.stillTime : nil
            try insertResource(resource.kind, resource.filename, resource.file, stillTime: stillTime, row)
        }
        if case .limited(let app) = snapshot.visibility { try select(row, for: app) }
        recorder.made(ChangeRecorder.Object(kind: .asset, row: row, id: creation.id))
        try settleBurst(of: row)
    }

    private func insertAsset(
        _ id: ObjectID,
        _ properties: AssetProperties,
        _ resources: CreationResources
    ) throws -> Int64 {
        let metadata = resources.metadata
        let insert = try connection.statement(
            """
            INSERT INTO asset (id, shelf, traits, is_favorite, media_kind, media_subtypes, pixel_width, pixel_height,
                duration, creation_date, modification_date, added_date, rating, latitude, longitude, altitude,
                capture_offset, capture_source, camera_make, camera_model, content_identifier, added_by, is_damaged,
                burst_identifier)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        try insert.bind(id, at: 1)
        try insert.bind(properties.shelf.rawValue, at: 2)
        try insert.bind(Int64(properties.traits.rawValue), at: 3)
        try insert.bind(properties.isFavorite, at: 4)
        try insert.bind(Int64(metadata.kind.rawValue), at: 5)
        try insert.bind(Int64(resources.subtypes.rawValue), at: 6)
        try insert.bind(Int64(metadata.pixelWidth), at: 7)
        try insert.bind(Int64(metadata.pixelHeight), at: 8)
        try insert.bind(metadata.duration, at: 9)
        try insert.bind(properties.creationDate, at: 10)
        try insert.bind(time, at: 11)
        try insert.bind(time, at: 12)
        try insert.bind(Int64(properties.rating), at: 13)
        try insert.bind(properties.location?.latitude, at: 14)
        try insert.bind(properties.location?.longitude, at: 15)
        try insert.bind(properties.location?.altitude, at: 16)
        try insert.bind(properties.captureOffset.map(Int64.init), at: 17)
        try insert.bind(properties.captureSource.map { Int64($0.rawValue) }, at: 18)
        try insert.bind(metadata.cameraMake, at: 19)
        try insert.bind(metadata.cameraModel, at: 20)
        try insert.bind(resources.contentIdentifier, at: 21)
        try insert.bind(app, at: 22)
        try insert.bind(resources.isDamaged, at: 23)
        try insert.bind(resources.burst?.identifier, at: 24)
        try insert.run()
        return connection.lastInsertedRow
    }

    /// `stillTime`: for a Live Photo's movie.
    func insertResource(
        _ kind: ResourceKind,
        _ filename: String,
        _ file: StagedFile,
        stillTime: Double? = nil,
        _ asset: Int64
    ) throws {
        let insert = try connection.statement(
            """
            INSERT INTO resource (asset, kind, filename, content_type, size, digest, path, pixel_width, pixel_height,
                duration, still_time)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        try insert.bind(asset, at: 1)
        try insert.bind(Int64(kind.rawValue), at: 2)
        try insert.bind(filename, at: 3)
        try insert.bind(file.metadata.contentType, at: 4)
        try insert.bind(file.size, at: 5)
        try insert.bind(file.sha256, at: 6)
        try insert.bind(file.relativePath, at: 7)
        try insert.bind(Int64(file.metadata.pixelWidth), at: 8)
        try insert.bind(Int64(file.metadata.pixelHeight), at: 9)
        try insert.bind(file.metadata.duration, at: 10)
        try insert.bind(stillTime, at: 11)
        try insert.run()
        let keep = try connection.statement("DELETE FROM discarded_file WHERE path = ?")
        try keep.bind(file.relativePath, at: 1)
        try keep.run()
    }

    private func select(_ asset: Int64, for app: Int64) throws {
        let insert = try connection.statement(
            "INSERT INTO selection (app, asset, since_sequence) VALUES (?, ?, ?)"
        )
        try insert.bind(app, at: 1)
        try insert.bind(asset, at: 2)
        try insert.bind(Int64(bitPattern: sequence), at: 3)
        try insert.run()
    }
}

/// The files of a new asset, checked to form one.
private struct CreationResources {
    struct Resource {
        var kind: ResourceKind
        var filename: String
        var file: StagedFile
    }

    private(set) var all: [Resource] = []
    /// Of the primary file: the photo, the video or the sound.
    private(set) var metadata: MediaMetadata
    private(set) var subtypes: MediaSubtypes
    /// Whether a file is camera RAW.
    private(set) var hasRaw: Bool
    /// Whether a file is damaged.
    var isDamaged: Bool { all.contains { $0.file.metadata.isDamaged } }

    /// The annotations of the primary file, else those of another one, such as the RAW file of a pair.
    var annotations: Annotations {
        let all = [metadata.annotations] + all.map(\.file.metadata.annotations)
        return all.first { !$0.isEmpty } ?? Annotations()
    }

    init(_ uses: [StagedResourceUse], _ files: [ObjectID: StagedFile]) throws(LibraryError) {
        for use in uses {
            guard let file = files[use.staged] else {
                throw LibraryError(.missingResource, "a file of the new asset was not handed over")
            }
            let filename = file.name(for: use)
            guard !all.contains(where: { $0.kind == use.kind }) else {
                throw LibraryError(.invalidResource, "an asset has one file of a kind")
            }
            try file.require(use.kind)
            all.append(Resource(kind: use.kind, filename: filename, file: file))
        }
        let primaries = all.filter { [.photo, .video, .audio].contains($0.kind) }
        guard primaries.count == 1 else {
            throw LibraryError(.invalidResource, "an asset is one photo, one video or one sound")
        }
        metadata = primaries[0].file.metadata
        subtypes = metadata.subtypes
        let hasPair = all.contains { $0.kind == .pairedVideo }
        let hasAlternate = all.contains { $0.kind == .alternatePhoto }
        guard primaries[0].kind == .photo || !hasPair && !hasAlternate else {
            throw LibraryError(.invalidResource, "only a photo has a paired video or an alternate")
        }
        if hasPair {
            guard Set(all.compactMap(\.contentIdentifier)).count <= 1 else {
                throw .differentLivePhotos
            }
            subtypes.insert(.photoLive)
        }
        if metadata.isAnimated { subtypes.insert(.photoAnimation) }
        hasRaw = all.contains { $0.file.metadata.isRaw }
    }

    /// Of the halves of a Live Photo, which have the same one.
    var contentIdentifier: String? { all.lazy.compactMap(\.contentIdentifier).first }

    /// The still time that the movie has, else that of the photo.
    var stillTime: Double? {
        let movie = all.first { $0.kind == .pairedVideo }?.file.metadata
        return (movie?.stillTime ?? metadata.stillTime).flatMap { $0 <= movie?.duration ?? 0 ? $0 : nil }
    }

    /// Only photos are taken in bursts.
    var burst: Burst? { metadata.kind == .image ? metadata.burst.flatMap { $0.identifier.isEmpty ? nil : $0 } : nil }
}

extension CreationResources.Resource {
    /// The content identifier of a Live Photo's half, if any.
    fileprivate var contentIdentifier: String? {
        switch kind {
        case .photo, .video, .pairedVideo: file.metadata.contentIdentifier
        default: nil
        }
    }
}

extension StagedFile {
    /// Its filename in the asset.
    func name(for use: StagedResourceUse) -> String {
        use.filename.map { FilenameClaim($0, orElse: filename).name } ?? filename
    }

    /// Throws for a file of another media type than its kind, and for kinds that no asset is created with.
    func require(_ kind: ResourceKind) throws(LibraryError) {
        let wanted: MediaKind? =
            switch kind {
            case .photo, .alternatePhoto: .image
            case .video, .pairedVideo: .video
            case .audio: .audio
            default: nil
            }
        guard wanted == metadata.kind else {
            throw LibraryError(.invalidResource, "a file is not of the kind that it is used for")
        }
    }
}

extension LibraryError {
    static let differentLivePhotos = LibraryError(
        .invalidResource,
        "the photo and the movie belong to different Live Photos"
    )
}

extension MediaMetadata {
    /// Whether the file is camera RAW.
    var isRaw: Bool { MediaMetadata.rawContentTypes.contains(contentType) }
}

/// The properties of a new asset: the requested ones, otherwise those of the file.
private struct AssetProperties {
    private(set) var creationDate: Int64?
    private(set) var captureOffset: Int32?
    private(set) var captureSource: CaptureDate.Source?
    private(set) var location: Coordinate?
    private(set) var isFavorite: Bool
    private(set) var shelf: Shelf
    private(set) var rating: UInt32
    private(set) var traits: AssetPage.Flags = []

    init(_ asked: AssetUpdate, _ resources: CreationResources) throws(LibraryError) {
        try asked.validate()
        let metadata = resources.metadata
        switch asked.creationDate {
        case .set(let date):
            creationDate = AssetUpdate.stored(creationDate: date)
            captureSource = .given
        case .clear: break
        case nil:
            creationDate = metadata.captureDate?.instant
            captureOffset = metadata.captureDate?.utcOffset
            captureSource = metadata.captureDate?.source
        }
        switch asked.location {
        case .set(let place): location = place
        case .clear: break
        case nil: location = metadata.location.flatMap { $0.isValid ? $0 : nil }
        }
        isFavorite = asked.isFavorite ?? false
        shelf = asked.isHidden == true ? .hidden : []
        if let burst = resources.burst {
            // Until `settleBurst` has chosen the representative.
            shelf.insert(.burstMember)
            traits.insert(.hasBurstIdentifier)
            if burst.isPick { traits.insert(.burstPick) }
        }
        rating = asked.rating ?? resources.annotations.rating ?? 0
        if creationDate != nil { traits.insert(.hasCreationDate) }
        if let location {
            traits.insert(.hasLocation)
            if location.altitude != nil { traits.insert(.hasAltitude) }
        }
        if metadata.isAnimated { traits.insert(.animated) }
        if resources.hasRaw { traits.insert(.raw) }
    }
}

extension AssetUpdate {
    /// Returns the properties with a file's texts where none were requested.
    fileprivate func withTexts(of annotations: Annotations) -> AssetUpdate {
        var update = self
        update.title = title ?? annotations.title.map { .set($0) }
        update.caption = caption ?? annotations.caption.map { .set($0) }
        update.keywords = keywords ?? annotations.keywords
        return update
    }

    func validate() throws(LibraryError) {
        if case .set(let place)? = location, !place.isValid {
            throw LibraryError(.invalidRequest, "the location is not on the globe", details: ["key": "location"])
        }
        if let rating, rating > AssetUpdate.maximumRating {
            throw LibraryError(.invalidRequest, "a rating is 0 to 5", details: ["key": "rating"])
        }
        if title?.isLonger(than: AssetUpdate.maximumTitleLength) == true {
            throw LibraryError(.limitExceeded, "the title is too long", details: ["key": "title"])
        }
        if caption?.isLonger(than: AssetUpdate.maximumCaptionLength) == true {
            throw LibraryError(.limitExceeded, "the caption is too long", details: ["key": "caption"])
        }
        let keywords = (keywords ?? []) + addedKeywords
        guard keywords.count <= AssetUpdate.maximumKeywords,
            keywords.allSatisfy({ $0.utf8.count <= AssetUpdate.maximumKeywordLength })
        else {
            throw LibraryError(.limitExceeded, "the keywords are too many or too long", details: ["key": "keywords"])
        }
        guard !keywords.contains("") else {
            throw LibraryError(.invalidRequest, "a keyword is empty", details: ["key": "keywords"])
        }
    }
}
