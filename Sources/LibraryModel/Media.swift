/// What kind of media an asset is. Raw values are those of Apple's `PHAssetMediaType`.
package enum MediaKind: UInt8, Sendable {
    case unknown = 0
    case image = 1
    case video = 2
    case audio = 3
}

/// Finer kinds. Raw values are those of Apple's `PHAssetMediaSubtype`.
package struct MediaSubtypes: OptionSet, Hashable, Sendable {
    package var rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let photoPanorama = MediaSubtypes(rawValue: 1 << 0)
    package static let photoHDR = MediaSubtypes(rawValue: 1 << 1)
    package static let photoScreenshot = MediaSubtypes(rawValue: 1 << 2)
    package static let photoLive = MediaSubtypes(rawValue: 1 << 3)
    package static let photoDepthEffect = MediaSubtypes(rawValue: 1 << 4)
    package static let photoAnimation = MediaSubtypes(rawValue: 1 << 6)
    package static let spatialMedia = MediaSubtypes(rawValue: 1 << 10)
    package static let videoScreenRecording = MediaSubtypes(rawValue: 1 << 19)
    package static let videoStreamed = MediaSubtypes(rawValue: 1 << 16)
    package static let videoHighFrameRate = MediaSubtypes(rawValue: 1 << 17)
    package static let videoTimelapse = MediaSubtypes(rawValue: 1 << 18)
    package static let videoCinematic = MediaSubtypes(rawValue: 1 << 21)
}

/// What a file is to its asset. Raw values are those of Apple's `PHAssetResourceType`; unknown ones are kept.
package struct ResourceKind: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let photo = ResourceKind(rawValue: 1)
    package static let video = ResourceKind(rawValue: 2)
    package static let audio = ResourceKind(rawValue: 3)
    package static let alternatePhoto = ResourceKind(rawValue: 4)
    package static let fullSizePhoto = ResourceKind(rawValue: 5)
    package static let fullSizeVideo = ResourceKind(rawValue: 6)
    package static let adjustmentData = ResourceKind(rawValue: 7)
    package static let adjustmentBasePhoto = ResourceKind(rawValue: 8)
    package static let pairedVideo = ResourceKind(rawValue: 9)
    package static let fullSizePairedVideo = ResourceKind(rawValue: 10)

    /// Whether it is what an edit has made of the original.
    package var isEdit: Bool { [.fullSizePhoto, .fullSizeVideo, .fullSizePairedVideo].contains(self) }
}

/// A position: degrees (WGS 84), and metres above sea level if known.
package struct Coordinate: Hashable, Sendable {
    package var latitude: Double
    package var longitude: Double
    package var altitude: Double?

    package init(latitude: Double, longitude: Double, altitude: Double? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
    }

    /// Whether both angles are in range.
    package var isValid: Bool {
        (-90...90).contains(latitude) && (-180...180).contains(longitude) && altitude?.isFinite != false
    }
}

/// When something was captured, according to its file.
package struct CaptureDate: Hashable, Sendable {
    /// The source of a date.
    package enum Source: UInt8, Sendable {
        /// Set by a person or an app.
        case given = 1
        /// EXIF `DateTimeOriginal`.
        case exifOriginal = 2
        /// EXIF `DateTimeDigitized` or `DateTime`.
        case exif = 3
        /// The tags of a movie or the texts of a PNG file.
        case container = 4
        /// GPS date and time stamps (UTC).
        case gps = 5
        /// The file's modification time.
        case fileModification = 6
        /// XMP in the file.
        case xmp = 7
        /// IPTC-IIM's creation date and time.
        case iptc = 8
        /// An XMP sidecar.
        case sideCar = 9
    }

    /// The source of the offset from UTC.
    package enum OffsetSource: UInt8, Sendable {
        /// Stored with the date.
        case written = 1
        /// Stored with the same local time elsewhere in the file.
        case otherDate = 2
        /// The time zone setting in the camera's maker note.
        case makerNote = 3
        /// The difference between the camera's clock and GPS time.
        case gps = 4
        /// The date is in UTC; the local offset is unknown.
        case universal = 5
    }

    /// Microseconds since 1970-01-01 00:00:00 UTC.
    package var instant: Int64
    /// Seconds east of UTC; nil when the file has local time only (`instant` then treats it as UTC).
    package var utcOffset: Int32?
    package var source: Source
    /// Nil when there is no offset.
    package var offsetSource: OffsetSource?

    /// By default an offset counts as stored with the date.
    package init(instant: Int64, utcOffset: Int32?, source: Source, offsetSource: OffsetSource = .written) {
        self.instant = instant
        self.utcOffset = utcOffset
        self.source = source
        self.offsetSource = utcOffset == nil ? nil : offsetSource
    }

    /// The range of offsets in seconds east of UTC.
    package static let plausibleOffsets: ClosedRange<Int32> = -12 * 3600...14 * 3600
}

/// The metadata of one file, as the media worker reads it.
package struct MediaMetadata: Hashable, Sendable {
    package var kind: MediaKind
    /// The format's media type, for example `image/jpeg`, recognized from the bytes and not from the name.
    package var contentType: String
    package var subtypes: MediaSubtypes
    /// The size for display in pixels, after `orientation` is applied.
    package var pixelWidth: UInt32
    package var pixelHeight: UInt32
    /// EXIF orientation, 1 to 8.
    package var orientation: UInt8
    /// Seconds; 0 for still images.
    package var duration: Double
    package var isAnimated: Bool
    /// The image is truncated or corrupt. Known only if the image was decoded.
    package var isDamaged: Bool
    package var captureDate: CaptureDate?
    package var location: Coordinate?
    package var cameraMake: String?
    package var cameraModel: String?
    /// Apple's content identifier, which pairs a photo with its movie.
    package var contentIdentifier: String?
    package var burst: Burst?
    /// Of a Live Photo, in either file: the time of the still in seconds from the movie's start.
    package var stillTime: Double?
    /// Of a motion photo: the size of the movie at the end of the photo's file.
    package var embeddedMovieSize: Int64?
    /// The sidecar that came with the file is not XMP, or is cut off. Nothing of it was used.
    package var isSideCarUnreadable = false
    package var settings = CaptureSettings()
    package var annotations = Annotations()

    /// The media types of camera RAW.
    package static let rawContentTypes: Set<String> = [
        "image/x-adobe-dng", "image/x-canon-cr2", "image/x-canon-cr3", "image/x-fuji-raf", "image/x-nikon-nef",
        "image/x-olympus-orf", "image/x-panasonic-rw2", "image/x-pentax-pef", "image/x-raw", "image/x-sony-arw",
    ]

    package init(kind: MediaKind, contentType: String, pixelWidth: UInt32, pixelHeight: UInt32) {
        self.kind = kind
        self.contentType = contentType
        self.subtypes = []
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
        self.orientation = 1
        self.duration = 0
        self.isAnimated = false
        self.isDamaged = false
    }
}
