import Languages
import LibraryClient
import LibraryModel
import TerminalText

/// One row of an asset page.
struct AssetLine: Hashable, Sendable {
    var id: ObjectID
    var kind: MediaKind
    var subtypes: MediaSubtypes
    var flags: AssetPage.Flags
    var pixelWidth: UInt32
    var pixelHeight: UInt32
    /// Seconds.
    var duration: Double
    /// Microseconds since 1970.
    var creationDate: Int64?
    var modificationDate: Int64
    var addedDate: Int64
    var location: Coordinate?
    var rating: UInt32
    var burstIdentifier: String?

    /// Nil when the asset has been deleted.
    init?(_ page: AssetPage, _ row: Int) {
        flags = AssetPage.Flags(rawValue: page.flags[row])
        guard flags.contains(.exists) else { return nil }
        id = page.ids[row]
        kind = UInt8(exactly: page.mediaKind[row]).flatMap(MediaKind.init) ?? .unknown
        subtypes = MediaSubtypes(rawValue: page.mediaSubtypes[row])
        pixelWidth = page.pixelWidth[row]
        pixelHeight = page.pixelHeight[row]
        duration = page.duration[row]
        creationDate = flags.contains(.hasCreationDate) ? page.creationDate[row] : nil
        modificationDate = page.modificationDate[row]
        addedDate = page.addedDate[row]
        rating = page.rating[row]
        burstIdentifier = page.burstIdentifier(at: row)
        if flags.contains(.hasLocation) {
            let altitude = flags.contains(.hasAltitude) ? page.altitude[row] : nil
            location = Coordinate(latitude: page.latitude[row], longitude: page.longitude[row], altitude: altitude)
        }
    }

    /// Calls `body` with each asset of a fetch that still exists, be it in Recently Deleted, and its details, in its
    /// order.
    static func forEach(
        in fetched: FetchedIdentifiers,
        _ client: LibraryClient,
        _ body: (_ asset: AssetLine, _ details: AssetDetails) throws -> Void
    ) throws {
        var start = 0
        while start < fetched.count {
            let end = min(fetched.count, start + AssetPage.maximumRows)
            let page = try client.assets(fetched, start..<end, includesDeleted: true)
            let details = try client.details(of: page.ids)
            guard details.count == page.count else {
                throw LibraryError(.protocolViolation, "the server told of other photos than it was asked for")
            }
            for row in 0..<page.count {
                if let asset = AssetLine(page, row) { try body(asset, details[row]) }
            }
            start = end
        }
    }

    var identifier: LocalIdentifier { LocalIdentifier(.asset, id) }

    /// What the tool calls this kind of media.
    var kindWord: String {
        switch kind {
        case .image: subtypes.contains(.photoLive) ? localized("live") : localized("photo")
        case .video: localized("video")
        case .audio: localized("audio")
        case .unknown: localized("other")
        }
    }

    /// Columns that any of those takes.
    static var kindColumns: Int {
        [localized("live"), localized("photo"), localized("video"), localized("audio"), localized("other")]
            .map(\.columns).max() ?? 0
    }

    /// The asset's flags and subtypes, in words.
    var marks: [String] {
        var words: [String] = []
        if flags.contains(.favorite) { words.append(localized("favorite")) }
        if flags.contains(.hidden) { words.append(localized("hidden")) }
        if flags.contains(.hasAdjustments) { words.append(localized("edited")) }
        if flags.contains(.animated) { words.append(localized("animated")) }
        if burstIdentifier != nil {
            words.append(flags.contains(.representsBurst) ? localized("burst") : localized("in a burst"))
        }
        if rating > 0 { words.append(localized("rating {stars}", ["stars": rating])) }
        return words
    }
}
