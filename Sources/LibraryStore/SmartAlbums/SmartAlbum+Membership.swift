internal import AssetColumns
internal import LibraryModel

/// The members of smart albums.
///
/// Membership depends on the assets only, never on the current time: only commits change it, so observers miss nothing.
extension SmartAlbum {
    /// Microseconds before the newest addition that count as "recently".
    static let recentStretch: Int64 = 30 * 86_400 * 1_000_000

    /// A condition on an asset's kind, subtypes and favorite flag, which one index covers.
    enum Trait {
        case kind(MediaKind)
        case subtype(MediaSubtypes)
        case favorite
        case any
    }

    /// Nil for albums with other conditions.
    var trait: Trait? {
        switch self {
        case .panoramas: .subtype(.photoPanorama)
        case .videos: .kind(.video)
        case .favorites: .favorite
        case .timelapses: .subtype(.videoTimelapse)
        case .slomoVideos: .subtype(.videoHighFrameRate)
        case .userLibrary: .any
        case .screenshots: .subtype(.photoScreenshot)
        case .depthEffect: .subtype(.photoDepthEffect)
        case .livePhotos: .subtype(.photoLive)
        case .animated: .subtype(.photoAnimation)
        case .cinematic: .subtype(.videoCinematic)
        case .spatial: .subtype(.spatialMedia)
        case .screenRecordings: .subtype(.videoScreenRecording)
        case .hidden, .recentlyAdded, .bursts, .selfPortraits, .longExposures, .unableToUpload, .raw, .recentlyDeleted:
            nil
        }
    }

    /// Whether the album exists for a visibility. Hidden and recently deleted need full access.
    func exists(for visibility: Visibility) -> Bool {
        switch self {
        case .hidden, .recentlyDeleted: visibility.seesEverything
        default: visibility.reads
        }
    }

    /// Conditions on assets `a`, besides their shelf.
    func condition(_ visibility: Visibility) -> SQLText? {
        switch trait {
        case .any?: return nil
        case .favorite?: return SQLText("a.is_favorite = 1")
        case .kind(let kind)?: return SQLText("a.media_kind = ") + SQLText(.integer(Int64(kind.rawValue)))
        case .subtype(let subtype)?:
            return SQLText("(a.media_subtypes & ") + SQLText(.integer(Int64(subtype.rawValue))) + SQLText(") <> 0")
        case nil: break
        }
        switch self {
        case .recentlyAdded: return SmartAlbum.isRecent(visibility)
        case .bursts: return SQLText("a.burst_identifier IS NOT NULL")
        // Spelled exactly as in the index.
        case .raw: return SQLText("(a.traits & 1024) <> 0")
        // The library keeps no evidence of these: a front camera, a long exposure, a failed upload.
        case .selfPortraits, .longExposures, .unableToUpload: return SQLText("FALSE")
        default: return nil
        }
    }

    /// The same as `condition`, over the columns in memory; nil when these cannot decide it. `newestAddition`: when the
    /// latest of the visible assets was added, if that is known.
    func expression(newestAddition: Int64?) -> AssetExpression? {
        switch trait {
        case .any?: return .constant(true)
        case .favorite?: return .range(AssetTerm(.favorite), 1...1)
        case .kind(let kind)?: return .oneOf(AssetTerm(.kind), [Int64(kind.rawValue)])
        case .subtype(let subtype)?: return .not(.range(AssetTerm(.subtypes, mask: Int64(subtype.rawValue)), 0...0))
        case nil: break
        }
        switch self {
        case .raw: return .range(AssetTerm(.traits, shift: 10, mask: 1), 1...1)
        case .selfPortraits, .longExposures, .unableToUpload: return .constant(false)
        case .recentlyAdded:
            guard let newestAddition, newestAddition > Int64.min + SmartAlbum.recentStretch else { return nil }
            return .range(AssetTerm(.addedDate), (newestAddition - SmartAlbum.recentStretch + 1)...Int64.max)
        default: return nil
        }
    }

    private static func isRecent(_ visibility: Visibility) -> SQLText {
        var sql = SQLText("a.added_date > (SELECT max(n.added_date) FROM ")
        sql += visibility.assets
        sql += " n WHERE n.shelf = 0) - "
        sql += .integer(recentStretch)
        return sql
    }
}

extension SmartAlbum.Trait {
    func matches(kind: Int64, subtypes: Int64, isFavorite: Bool) -> Bool {
        switch self {
        case .any: true
        case .favorite: isFavorite
        case .kind(let wanted): kind == Int64(wanted.rawValue)
        case .subtype(let subtype): subtypes & Int64(subtype.rawValue) != 0
        }
    }
}
