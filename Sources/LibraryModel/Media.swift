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
}

/// A point on the earth: degrees, WGS 84, and metres above sea level where known.
package struct Coordinate: Hashable, Sendable {
    package var latitude: Double
    package var longitude: Double
    package var altitude: Double?

    package init(latitude: Double, longitude: Double, altitude: Double? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
    }

    /// Whether both angles are on the globe.
    package var isValid: Bool {
        (-90...90).contains(latitude) && (-180...180).contains(longitude) && altitude?.isFinite != false
    }
}

/// When something was captured, as far as its file says.
package struct CaptureDate: Hashable, Sendable {
    /// Where a date was read from.
    package enum Source: UInt8, Sendable {
        /// Set by a person or an app.
        case given = 1
        /// EXIF `DateTimeOriginal`.
        case exifOriginal = 2
        /// EXIF `DateTimeDigitized` or `DateTime`.
        case exif = 3
        /// What a movie or a PNG file says beside its pictures.
        case container = 4
        /// GPS date and time stamps (UTC).
        case gps = 5
        /// The file's modification time.
        case fileModification = 6
        /// XMP inside of the file.
        case xmp = 7
        /// IPTC-IIM's date and time of creation.
        case iptc = 8
        /// An XMP file beside the photo.
        case sideCar = 9
    }

    /// Where the offset from UTC was read from.
    package enum OffsetSource: UInt8, Sendable {
        /// Written with the date.
        case written = 1
        /// Written with the same local time elsewhere in the file.
        case otherDate = 2
        /// The camera's setting of its time zone, in its maker note.
        case makerNote = 3
        /// The difference between the camera's clock and the satellites' UTC.
        case gps = 4
        /// The date is in UTC, which says nothing of the place's time.
        case universal = 5
    }

    /// Microseconds since 1970-01-01 00:00:00 UTC.
    package var instant: Int64
    /// Seconds east of UTC, nil when the file tells local time only (`instant` then takes it as UTC).
    package var utcOffset: Int32?
    package var source: Source
    /// Nil when there is no offset.
    package var offsetSource: OffsetSource?

    /// An offset is taken to be written with the date where nothing else is said.
    package init(instant: Int64, utcOffset: Int32?, source: Source, offsetSource: OffsetSource = .written) {
        self.instant = instant
        self.utcOffset = utcOffset
        self.source = source
        self.offsetSource = utcOffset == nil ? nil : offsetSource
    }

    /// Seconds east of UTC on the clocks of the earth.
    package static let plausibleOffsets: ClosedRange<Int32> = -12 * 3600...14 * 3600
}

/// What the media worker reads from one file.
package struct MediaMetadata: Hashable, Sendable {
    package var kind: MediaKind
    /// The format's media type, for example `image/jpeg`, told from the bytes and not from the name.
    package var contentType: String
    package var subtypes: MediaSubtypes
    /// Pixels as shown, that is after `orientation` is applied.
    package var pixelWidth: UInt32
    package var pixelHeight: UInt32
    /// EXIF orientation, 1 to 8.
    package var orientation: UInt8
    /// Seconds; 0 for still images.
    package var duration: Double
    package var isAnimated: Bool
    /// Some of the picture is missing or not as it was. Known of those of which a picture was made.
    package var isDamaged: Bool
    package var captureDate: CaptureDate?
    package var location: Coordinate?
    package var cameraMake: String?
    package var cameraModel: String?
    /// Apple's content identifier, by which a photo and its paired video know each other.
    package var contentIdentifier: String?
    package var burst: Burst?
    /// Of a Live Photo, as either of its files says: seconds from the movie's beginning to the moment of the still.
    package var stillTime: Double?
    /// Of a motion photo: bytes at the end of the photo's file that are its movie.
    package var embeddedMovieSize: Int64?
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
