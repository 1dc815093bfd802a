/// An album that the library computes. Raw values are those of Apple's `PHAssetCollectionSubtype`.
package enum SmartAlbum: UInt32, Sendable, CaseIterable {
    case panoramas = 201
    case videos = 202
    case favorites = 203
    case timelapses = 204
    case hidden = 205
    case recentlyAdded = 206
    case bursts = 207
    case slomoVideos = 208
    case userLibrary = 209
    case selfPortraits = 210
    case screenshots = 211
    case depthEffect = 212
    case livePhotos = 213
    case animated = 214
    case longExposures = 215
    case unableToUpload = 216
    case raw = 217
    case cinematic = 218
    case spatial = 219
    case screenRecordings = 220
    /// What was deleted less than 30 days ago. Apple's has no name, but this number.
    case recentlyDeleted = 1_000_000_201

    /// `PHAssetCollectionType.smartAlbum`.
    package static let collectionType: UInt32 = 2

    /// The identifier of the album in one library: always the same there, and another in every other library.
    package func identifier(in library: ObjectID) -> ObjectID {
        ObjectID(high: library.high ^ SmartAlbum.mark, low: library.low ^ UInt64(rawValue))
    }

    /// The smart album that an identifier names in a library.
    package init?(_ id: ObjectID, in library: ObjectID) {
        guard id.high == library.high ^ SmartAlbum.mark, let rawValue = UInt32(exactly: id.low ^ library.low) else {
            return nil
        }
        self.init(rawValue: rawValue)
    }

    /// Keeps the identifiers of smart albums apart from the library's own, from which they are derived.
    private static let mark: UInt64 = 0x736D_6172_7420_616C

    /// In English, as Apple's Photos calls it.
    package var title: String {
        switch self {
        case .panoramas: "Panoramas"
        case .videos: "Videos"
        case .favorites: "Favorites"
        case .timelapses: "Time-lapse"
        case .hidden: "Hidden"
        case .recentlyAdded: "Recently Added"
        case .bursts: "Bursts"
        case .slomoVideos: "Slo-mo"
        case .userLibrary: "Recents"
        case .selfPortraits: "Selfies"
        case .screenshots: "Screenshots"
        case .depthEffect: "Portrait"
        case .livePhotos: "Live Photos"
        case .animated: "Animated"
        case .longExposures: "Long Exposure"
        case .unableToUpload: "Unable to Upload"
        case .raw: "RAW"
        case .cinematic: "Cinematic"
        case .spatial: "Spatial"
        case .screenRecordings: "Screen Recordings"
        case .recentlyDeleted: "Recently Deleted"
        }
    }
}
