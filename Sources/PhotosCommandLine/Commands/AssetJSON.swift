import CivilDates
import LibraryModel

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
        /// SHA-256 in hexadecimal digits.
        var sha256: String?

        init(_ resource: ResourceInfo) {
            type = resource.kind.rawValue
            filename = resource.filename
            contentType = resource.contentType
            size = resource.size
            pixelWidth = resource.pixelWidth
            pixelHeight = resource.pixelHeight
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
    /// Only `info` asks for these.
    var resources: [Resource]?
    var albums: [String]?

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
        self.resources = resources?.map(Resource.init)
        self.albums = albums?.map(\.string)
    }
}

extension ResourceInfo {
    /// The digest in hexadecimal digits; nil when the server did not send it.
    var hexadecimalDigest: String? {
        if digest.isEmpty { return nil }
        return digest.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
