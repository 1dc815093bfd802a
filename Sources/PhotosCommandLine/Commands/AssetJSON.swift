import CivilDates
import LibraryModel
import OwnerTools
import PlaceNames

/// An asset for programs.
struct AssetJSON: Encodable, Hashable {
    struct Location: Encodable, Hashable {
        var latitude: Double
        var longitude: Double
        var altitude: Double?
    }

    struct Resource: Encodable, Hashable {
        var type: UInt32
        var filename: String
        var contentType: String
        var size: Int64
        var pixelWidth: UInt32
        var pixelHeight: UInt32
        /// Seconds, of what plays.
        var duration: Double?
        /// Of a Live Photo's movie: seconds from its beginning to the moment of the still.
        var stillTime: Double?
        /// SHA-256 in hexadecimal digits.
        var sha256: String?

        init(_ resource: ResourceInfo) {
            type = resource.kind.rawValue
            filename = resource.filename
            contentType = resource.contentType
            size = resource.size
            pixelWidth = resource.pixelWidth
            pixelHeight = resource.pixelHeight
            duration = resource.duration > 0 ? resource.duration : nil
            stillTime = resource.stillTime
            sha256 = resource.hexadecimalDigest
        }
    }

    var identifier: String
    var mediaType: String
    var mediaSubtypes: UInt32
    var pixelWidth: UInt32
    var pixelHeight: UInt32
    var duration: Double
    var creationDate: String?
    var modificationDate: String
    var addedDate: String
    var location: Location?
    var isFavorite: Bool
    var isHidden: Bool
    var hasAdjustments: Bool
    var rating: UInt32
    var burstIdentifier: String?
    /// Whether it stands for its burst; nil where it is of none.
    var representsBurst: Bool?
    var filename: String?
    /// Only `info` asks for these.
    /// What the list of places says of the location.
    var placeName: String?
    var title: String?
    var caption: String?
    var keywords: [String]?
    var keywordPaths: [String]?
    var regions: [Region]?
    var camera: CameraJSON?
    var creationDateSource: String?
    /// Seconds east of UTC.
    var utcOffset: Int32?
    var utcOffsetSource: String?
    var isDamaged: Bool?
    var otherOriginals: [OtherFile]?
    var resources: [Resource]?
    var albums: [String]?

    /// A file of a kind of which another one is among `resources`.
    struct OtherFile: Encodable, Hashable {
        var type: UInt32
        var filename: String
        var size: Int64
        var sha256: String

        init(_ original: OtherOriginal) {
            type = original.kind.rawValue
            filename = original.filename
            size = original.size
            sha256 = original.digest.hexadecimal
        }
    }

    /// A face or another thing: its middle and its sides as parts of the picture's.
    struct Region: Encodable, Hashable {
        var name: String?
        var kind: String?
        var x: Double
        var y: Double
        var width: Double
        var height: Double

        init(_ region: ImageRegion) {
            name = region.name
            kind = region.kind
            x = region.x
            y = region.y
            width = region.width
            height = region.height
        }
    }

    init(_ asset: AssetLine, filename: String) {
        self.init(asset)
        self.filename = filename
    }

    init(_ asset: AssetLine, _ details: AssetDetails, resources: [ResourceInfo], albums: [LocalIdentifier]) {
        self.init(asset, resources: resources, albums: albums)
        filename = details.filename
        placeName = asset.location.flatMap { PlaceNames.standard.name(of: $0.latitude, $0.longitude)?.text }
        title = details.title
        caption = details.caption
        keywords = details.keywords
        keywordPaths = details.keywordPaths
        regions = details.regions.map(Region.init)
        camera = CameraJSON(details)
        creationDateSource = details.dateSource.map { "\($0)" }
        utcOffset = details.utcOffset
        utcOffsetSource = details.offsetSource.map { "\($0)" }
        isDamaged = details.isDamaged
        otherOriginals = details.otherOriginals.isEmpty ? nil : details.otherOriginals.map(OtherFile.init)
    }

    init(_ asset: AssetLine, resources: [ResourceInfo]? = nil, albums: [LocalIdentifier]? = nil) {
        identifier = asset.identifier.string
        mediaType =
            switch asset.kind {
            case .image: "image"
            case .video: "video"
            case .audio: "audio"
            case .unknown: "unknown"
            }
        mediaSubtypes = asset.subtypes.rawValue
        pixelWidth = asset.pixelWidth
        pixelHeight = asset.pixelHeight
        duration = asset.duration
        creationDate = asset.creationDate.map(DateText.universal)
        modificationDate = DateText.universal(asset.modificationDate)
        addedDate = DateText.universal(asset.addedDate)
        location = asset.location.map {
            Location(latitude: $0.latitude, longitude: $0.longitude, altitude: $0.altitude)
        }
        isFavorite = asset.flags.contains(.favorite)
        isHidden = asset.flags.contains(.hidden)
        hasAdjustments = asset.flags.contains(.hasAdjustments)
        rating = asset.rating
        burstIdentifier = asset.burstIdentifier
        representsBurst = asset.burstIdentifier.map { _ in asset.flags.contains(.representsBurst) }
        self.resources = resources?.map(Resource.init)
        self.albums = albums?.map(\.string)
    }
}

extension ResourceInfo {
    /// The digest in hexadecimal digits; nil when the server did not send it.
    var hexadecimalDigest: String? { digest.isEmpty ? nil : digest.hexadecimal }
}
