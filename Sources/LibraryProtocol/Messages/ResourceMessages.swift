package import CLibraryProtocol
package import LibraryModel

// Resources, adjustments, pictures and staged files.

extension ResourceInfo: MessageValue {
    package static let messageKind = MessageKind(photolibrary__resource__init)

    package func write(to message: Message<Photolibrary__Resource>) {
        message.put(\.has_kind, \.kind, kind.rawValue)
        message.put(\.filename, filename)
        message.put(\.content_type, contentType)
        message.put(\.has_size, \.size, size)
        message.put(\.has_pixel_width, \.pixel_width, pixelWidth)
        message.put(\.has_pixel_height, \.pixel_height, pixelHeight)
        message.put(\.has_digest, \.digest, digest.isEmpty ? nil : digest)
        message.put(\.has_duration, \.duration, duration == 0 ? nil : duration)
        message.put(\.has_still_time, \.still_time, stillTime)
        if isInCloud { message.put(\.has_is_in_cloud, \.is_in_cloud, true) }
    }

    package init(reading message: Message<Photolibrary__Resource>) throws(LibraryError) {
        self.init(
            kind: ResourceKind(rawValue: try message.number(\.has_kind, \.kind).required("kind")),
            filename: try message.text(\.filename).required("filename"),
            contentType: try message.text(\.content_type).required("content_type"),
            size: try message.number(\.has_size, \.size).required("size"),
            pixelWidth: message.number(\.has_pixel_width, \.pixel_width) ?? 0,
            pixelHeight: message.number(\.has_pixel_height, \.pixel_height) ?? 0,
            digest: message.bytes(\.has_digest, \.digest) ?? []
        )
        duration = message.number(\.has_duration, \.duration).flatMap { $0.isFinite && $0 > 0 ? $0 : nil } ?? 0
        stillTime = message.number(\.has_still_time, \.still_time).flatMap { (0...duration).contains($0) ? $0 : nil }
        isInCloud = message.flag(\.has_is_in_cloud, \.is_in_cloud) ?? false
    }
}

extension Adjustment: MessageValue {
    package static let messageKind = MessageKind(photolibrary__adjustment__init)

    /// `rendered` is absent in replies.
    private static let notNamed = ObjectID(high: 0, low: 0)

    package func write(to message: Message<Photolibrary__Adjustment>) {
        message.put(\.has_rendered, \.rendered, rendered == Adjustment.notNamed ? nil : rendered)
        message.put(\.format_identifier, formatIdentifier)
        message.put(\.format_version, formatVersion)
        message.put(\.has_data, \.data, data)
        message.put(\.has_rendered_movie, \.rendered_movie, renderedMovie)
    }

    package init(reading message: Message<Photolibrary__Adjustment>) throws(LibraryError) {
        guard message.byteCount(\.data) <= Adjustment.maximumDataSize else {
            throw LibraryError(.limitExceeded, "adjustment data is longer than \(Adjustment.maximumDataSize) bytes")
        }
        self.init(
            rendered: try message.objectID(\.has_rendered, \.rendered) ?? Adjustment.notNamed,
            formatIdentifier: try message.text(\.format_identifier).required("format_identifier"),
            formatVersion: try message.text(\.format_version).required("format_version"),
            data: try message.bytes(\.has_data, \.data).required("data")
        )
        renderedMovie = try message.objectID(\.has_rendered_movie, \.rendered_movie)
    }
}

extension PixelSize: ReplyMessage {
    package static let field = ResponseField.picture
    package static let messageKind = MessageKind(photolibrary__picture__init)

    package func write(to message: Message<Photolibrary__Picture>) {
        message.put(\.has_width, \.width, UInt32(clamping: width))
        message.put(\.has_height, \.height, UInt32(clamping: height))
    }

    package init(reading message: Message<Photolibrary__Picture>) throws(LibraryError) {
        try self.init(unchecked: message)
        guard isOfPicture else { throw .malformed("picture size") }
    }

    /// Reads any size. The handlers refuse invalid ones with `invalidRequest`.
    init(unchecked message: Message<Photolibrary__Picture>) throws(LibraryError) {
        self.init(
            width: Int(try message.number(\.has_width, \.width).required("width")),
            height: Int(try message.number(\.has_height, \.height).required("height"))
        )
    }
}

extension StagedResource: ReplyMessage {
    package static let field = ResponseField.staged
    package static let messageKind = MessageKind(photolibrary__staged_resource__init)

    package func write(to message: Message<Photolibrary__StagedResource>) {
        message.put(\.has_id, \.id, id)
        message.put(\.metadata, metadata)
        message.put(\.has_size, \.size, size)
        message.put(\.has_duplicate_of, \.duplicate_of, duplicateOf)
        message.put(\.has_other_half, \.other_half, otherHalf)
        let kinds = lacking.compactMap { UInt8(exactly: $0.rawValue) }.sorted()
        message.put(\.has_lacking, \.lacking, kinds.isEmpty ? nil : kinds)
        if metadata.isDamaged { message.put(\.has_is_damaged, \.is_damaged, true) }
        message.put(\.title, metadata.annotations.title)
        message.put(\.caption, metadata.annotations.caption)
        message.put(\.has_rating, \.rating, metadata.annotations.rating)
    }

    package init(reading message: Message<Photolibrary__StagedResource>) throws(LibraryError) {
        self.init(
            id: try message.objectID(\.has_id, \.id).required("id"),
            metadata: try message.part(\.metadata).required("metadata"),
            size: try message.number(\.has_size, \.size).required("size"),
            duplicateOf: try message.objectID(\.has_duplicate_of, \.duplicate_of)
        )
        otherHalf = try message.objectID(\.has_other_half, \.other_half)
        let kinds = message.bytes(\.has_lacking, \.lacking) ?? []
        lacking = Set(kinds.map { ResourceKind(rawValue: UInt32($0)) })
        metadata.isDamaged = message.flag(\.has_is_damaged, \.is_damaged) ?? false
        metadata.annotations.title = message.text(\.title)
        metadata.annotations.caption = message.text(\.caption)
        metadata.annotations.rating = message.number(\.has_rating, \.rating)
    }
}

extension MediaMetadata: MessageValue {
    package static let messageKind = MessageKind(photolibrary__metadata__init)

    package func write(to message: Message<Photolibrary__Metadata>) {
        message.put(\.has_media_kind, \.media_kind, UInt32(kind.rawValue))
        message.put(\.content_type, contentType)
        message.put(\.has_subtypes, \.subtypes, subtypes.rawValue)
        message.put(\.has_pixel_width, \.pixel_width, pixelWidth)
        message.put(\.has_pixel_height, \.pixel_height, pixelHeight)
        message.put(\.has_orientation, \.orientation, UInt32(orientation))
        message.put(\.has_duration, \.duration, duration)
        message.put(\.has_is_animated, \.is_animated, isAnimated)
        message.put(\.has_capture_instant, \.capture_instant, captureDate?.instant)
        message.put(\.has_capture_utc_offset, \.capture_utc_offset, captureDate?.utcOffset)
        message.put(\.has_capture_source, \.capture_source, (captureDate?.source.rawValue).map { UInt32($0) })
        message.put(\.has_latitude, \.latitude, location?.latitude)
        message.put(\.has_longitude, \.longitude, location?.longitude)
        message.put(\.has_altitude, \.altitude, location?.altitude)
        message.put(\.camera_make, cameraMake)
        message.put(\.camera_model, cameraModel)
        message.put(\.content_identifier, contentIdentifier)
        message.put(\.has_embedded_movie_size, \.embedded_movie_size, embeddedMovieSize)
        if isSideCarUnreadable { message.put(\.has_is_side_car_unreadable, \.is_side_car_unreadable, true) }
    }

    package init(reading message: Message<Photolibrary__Metadata>) throws(LibraryError) {
        guard let kind = UInt8(exactly: try message.number(\.has_media_kind, \.media_kind).required("media_kind")),
            let kind = MediaKind(rawValue: kind)
        else { throw .malformed("media kind") }
        self.init(
            kind: kind,
            contentType: try message.text(\.content_type).required("content_type"),
            pixelWidth: try message.number(\.has_pixel_width, \.pixel_width).required("pixel_width"),
            pixelHeight: try message.number(\.has_pixel_height, \.pixel_height).required("pixel_height")
        )
        subtypes = MediaSubtypes(rawValue: message.number(\.has_subtypes, \.subtypes) ?? 0)
        orientation = UInt8(clamping: message.number(\.has_orientation, \.orientation) ?? 1)
        let duration = message.number(\.has_duration, \.duration) ?? 0
        self.duration = duration.isFinite && duration >= 0 ? duration : 0
        isAnimated = message.flag(\.has_is_animated, \.is_animated) ?? false
        if let instant = message.number(\.has_capture_instant, \.capture_instant) {
            guard let source = UInt8(exactly: message.number(\.has_capture_source, \.capture_source) ?? 0),
                let source = CaptureDate.Source(rawValue: source)
            else { throw .malformed("capture source") }
            let utcOffset = message.number(\.has_capture_utc_offset, \.capture_utc_offset)
            captureDate = CaptureDate(instant: instant, utcOffset: utcOffset, source: source)
        }
        location = Coordinate(
            wire: message.number(\.has_latitude, \.latitude),
            message.number(\.has_longitude, \.longitude),
            message.number(\.has_altitude, \.altitude)
        )
        cameraMake = message.text(\.camera_make)
        cameraModel = message.text(\.camera_model)
        contentIdentifier = message.text(\.content_identifier)
        embeddedMovieSize = message.number(\.has_embedded_movie_size, \.embedded_movie_size)
        isSideCarUnreadable = message.flag(\.has_is_side_car_unreadable, \.is_side_car_unreadable) ?? false
    }
}

/// The metadata of a picture's file, with what the server does not disclose of photos in the library.
package struct PictureFacts: ReplyMessage, Hashable {
    package static let field = ResponseField.pictureFacts
    package static let messageKind = MessageKind(photolibrary__picture_facts__init)

    package var metadata: MediaMetadata

    package init(_ metadata: MediaMetadata) { self.metadata = metadata }

    package func write(to message: Message<Photolibrary__PictureFacts>) {
        message.put(\.metadata, metadata)
        if metadata.settings != CaptureSettings() { message.put(\.settings, metadata.settings) }
        message.put(\.title, metadata.annotations.title)
        message.put(\.caption, metadata.annotations.caption)
        message.put(\.n_keywords, \.keywords, metadata.annotations.keywords)
        message.put(\.has_rating, \.rating, metadata.annotations.rating)
    }

    package init(reading message: Message<Photolibrary__PictureFacts>) throws(LibraryError) {
        metadata = try message.part(\.metadata).required("metadata")
        metadata.settings = try message.part(\.settings) ?? CaptureSettings()
        metadata.annotations.title = message.text(\.title)
        metadata.annotations.caption = message.text(\.caption)
        metadata.annotations.keywords = message.texts(\.n_keywords, \.keywords)
        metadata.annotations.rating = message.number(\.has_rating, \.rating)
    }
}

extension Coordinate {
    /// Nil without coordinates, or with invalid ones.
    init?(wire latitude: Double?, _ longitude: Double?, _ altitude: Double?) {
        guard let latitude, let longitude else { return nil }
        self.init(latitude: latitude, longitude: longitude, altitude: altitude.flatMap { $0.isFinite ? $0 : nil })
        guard isValid else { return nil }
    }
}
