internal import CLibraryProtocol
internal import LibraryModel

// Resources, adjustments, pictures and staged files.

extension MessageArena {
    func resourceList(_ resources: [ResourceInfo]) -> UnsafeMutablePointer<Photolibrary__ResourceList> {
        let message = unsafe make(photolibrary__resource_list__init)
        unsafe (message.pointee.n_resources, message.pointee.resources) = unsafe list(
            resources.map { resource in
                let entry = unsafe make(photolibrary__resource__init)
                unsafe entry.pointee.kind = resource.kind.rawValue
                unsafe entry.pointee.filename = unsafe string(resource.filename)
                unsafe entry.pointee.content_type = unsafe string(resource.contentType)
                unsafe entry.pointee.size = resource.size
                unsafe entry.pointee.has_pixel_width = 1
                unsafe entry.pointee.pixel_width = resource.pixelWidth
                unsafe entry.pointee.has_pixel_height = 1
                unsafe entry.pointee.pixel_height = resource.pixelHeight
                if !resource.digest.isEmpty {
                    unsafe entry.pointee.has_digest = 1
                    unsafe entry.pointee.digest = unsafe bytes(resource.digest)
                }
                return unsafe entry
            }
        )
        return unsafe message
    }

    /// `isSet`: the rendered file is named too.
    func adjustment(_ adjustment: Adjustment, isSet: Bool) -> UnsafeMutablePointer<Photolibrary__Adjustment> {
        let message = unsafe make(photolibrary__adjustment__init)
        if isSet {
            unsafe message.pointee.has_rendered = 1
            unsafe message.pointee.rendered = unsafe bytes(adjustment.rendered)
        }
        unsafe message.pointee.format_identifier = unsafe string(adjustment.formatIdentifier)
        unsafe message.pointee.format_version = unsafe string(adjustment.formatVersion)
        unsafe message.pointee.data = unsafe bytes(adjustment.data)
        return unsafe message
    }

    func picture(_ size: PixelSize) -> UnsafeMutablePointer<Photolibrary__Picture> {
        let message = unsafe make(photolibrary__picture__init)
        unsafe message.pointee.width = UInt32(clamping: size.width)
        unsafe message.pointee.height = UInt32(clamping: size.height)
        return unsafe message
    }

    func stagedResource(_ staged: StagedResource) -> UnsafeMutablePointer<Photolibrary__StagedResource> {
        let message = unsafe make(photolibrary__staged_resource__init)
        unsafe message.pointee.id = unsafe bytes(staged.id)
        unsafe message.pointee.metadata = unsafe metadata(staged.metadata)
        unsafe message.pointee.size = staged.size
        if let duplicate = staged.duplicateOf {
            unsafe message.pointee.has_duplicate_of = 1
            unsafe message.pointee.duplicate_of = unsafe bytes(duplicate)
        }
        return unsafe message
    }

    func metadata(_ metadata: MediaMetadata) -> UnsafeMutablePointer<Photolibrary__Metadata> {
        let message = unsafe make(photolibrary__metadata__init)
        unsafe message.pointee.media_kind = UInt32(metadata.kind.rawValue)
        unsafe message.pointee.content_type = unsafe string(metadata.contentType)
        unsafe message.pointee.has_subtypes = 1
        unsafe message.pointee.subtypes = metadata.subtypes.rawValue
        unsafe message.pointee.pixel_width = metadata.pixelWidth
        unsafe message.pointee.pixel_height = metadata.pixelHeight
        unsafe message.pointee.has_orientation = 1
        unsafe message.pointee.orientation = UInt32(metadata.orientation)
        unsafe message.pointee.has_duration = 1
        unsafe message.pointee.duration = metadata.duration
        unsafe message.pointee.has_is_animated = 1
        unsafe message.pointee.is_animated = metadata.isAnimated ? 1 : 0
        if let date = metadata.captureDate {
            unsafe message.pointee.has_capture_instant = 1
            unsafe message.pointee.capture_instant = date.instant
            if let offset = date.utcOffset {
                unsafe message.pointee.has_capture_utc_offset = 1
                unsafe message.pointee.capture_utc_offset = offset
            }
            unsafe message.pointee.has_capture_source = 1
            unsafe message.pointee.capture_source = UInt32(date.source.rawValue)
        }
        if let location = metadata.location {
            unsafe message.pointee.has_latitude = 1
            unsafe message.pointee.latitude = location.latitude
            unsafe message.pointee.has_longitude = 1
            unsafe message.pointee.longitude = location.longitude
            if let altitude = location.altitude {
                unsafe message.pointee.has_altitude = 1
                unsafe message.pointee.altitude = altitude
            }
        }
        if let make = metadata.cameraMake { unsafe message.pointee.camera_make = unsafe string(make) }
        if let model = metadata.cameraModel { unsafe message.pointee.camera_model = unsafe string(model) }
        if let identifier = metadata.contentIdentifier {
            unsafe message.pointee.content_identifier = unsafe string(identifier)
        }
        return unsafe message
    }
}

extension ResourceInfo {
    init(decoding message: Photolibrary__Resource) throws(LibraryError) {
        unsafe self.init(
            kind: ResourceKind(rawValue: message.kind),
            filename: decodeString(message.filename),
            contentType: decodeString(message.content_type),
            size: message.size,
            pixelWidth: message.pixel_width,
            pixelHeight: message.pixel_height,
            digest: message.digest.array
        )
    }
}

extension Adjustment {
    init(decoding message: Photolibrary__Adjustment) throws(LibraryError) {
        guard unsafe message.data.len <= Adjustment.maximumDataSize else {
            throw LibraryError(.limitExceeded, "adjustment data is longer than \(Adjustment.maximumDataSize) bytes")
        }
        unsafe self.init(
            rendered: message.has_rendered != 0
                ? try message.rendered.objectID("rendered") : ObjectID(high: 0, low: 0),
            formatIdentifier: decodeString(message.format_identifier),
            formatVersion: decodeString(message.format_version),
            data: message.data.array
        )
    }
}

extension PixelSize {
    init(decoding message: Photolibrary__Picture) throws(LibraryError) {
        let sides = 1...UInt32(PixelImage.maximumSide)
        guard unsafe sides.contains(message.width), unsafe sides.contains(message.height) else {
            throw .malformed("picture size")
        }
        unsafe self.init(width: Int(message.width), height: Int(message.height))
    }
}

extension StagedResource {
    init(decoding message: Photolibrary__StagedResource) throws(LibraryError) {
        guard let metadata = unsafe message.metadata else { throw .malformed("metadata") }
        unsafe self.init(
            id: try message.id.objectID("id"),
            metadata: try MediaMetadata(decoding: metadata.pointee),
            size: message.size,
            duplicateOf: message.has_duplicate_of != 0 ? try message.duplicate_of.objectID("duplicate_of") : nil
        )
    }
}

extension MediaMetadata {
    init(decoding message: Photolibrary__Metadata) throws(LibraryError) {
        guard let rawKind = unsafe UInt8(exactly: message.media_kind), let kind = MediaKind(rawValue: rawKind) else {
            throw .malformed("media kind")
        }
        unsafe self.init(
            kind: kind,
            contentType: decodeString(message.content_type),
            pixelWidth: message.pixel_width,
            pixelHeight: message.pixel_height
        )
        subtypes = unsafe MediaSubtypes(rawValue: message.subtypes)
        orientation = unsafe message.has_orientation != 0 ? UInt8(clamping: message.orientation) : 1
        duration = unsafe message.duration.isFinite && message.duration >= 0 ? message.duration : 0
        isAnimated = unsafe message.is_animated != 0
        if unsafe message.has_capture_instant != 0 {
            guard let rawSource = unsafe UInt8(exactly: message.capture_source),
                let source = CaptureDate.Source(rawValue: rawSource)
            else { throw .malformed("capture source") }
            captureDate = unsafe CaptureDate(
                instant: message.capture_instant,
                utcOffset: message.has_capture_utc_offset != 0 ? message.capture_utc_offset : nil,
                source: source
            )
        }
        location = unsafe Coordinate(
            decoding: message.has_latitude != 0 && message.has_longitude != 0,
            message.latitude,
            message.longitude,
            message.has_altitude != 0 ? message.altitude : nil
        )
        cameraMake = unsafe decodeOptionalString(message.camera_make)
        cameraModel = unsafe decodeOptionalString(message.camera_model)
        contentIdentifier = unsafe decodeOptionalString(message.content_identifier)
    }
}

extension Coordinate {
    /// Nil when there is none, or none on the globe.
    init?(decoding isPresent: Bool, _ latitude: Double, _ longitude: Double, _ altitude: Double?) {
        guard isPresent else { return nil }
        self.init(latitude: latitude, longitude: longitude, altitude: altitude.flatMap { $0.isFinite ? $0 : nil })
        guard isValid else { return nil }
    }
}
