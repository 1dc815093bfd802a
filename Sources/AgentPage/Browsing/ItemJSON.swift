internal import CivilDates
internal import LibraryModel

/// A photo in the page's grid.
struct ItemJSON: Encodable {
    var id: String
    var kind: String
    /// Whether the picture moves by itself.
    var animated: Bool
    var duration: Double
    var favorite: Bool
    var width: UInt32
    var height: UInt32
    var date: OrNull<String>
    /// The burst for which it stands, or of which it is.
    var burst: OrNull<String>
    /// Changes when the picture does.
    var version: String

    /// The rows of a page; nil for what is gone.
    static func rows(_ page: AssetPage) -> [OrNull<ItemJSON>] {
        (0..<page.count).map { OrNull(ItemJSON(page, $0)) }
    }

    /// Nil for what is gone.
    init?(_ page: AssetPage, _ row: Int) {
        let flags = AssetPage.Flags(rawValue: page.flags[row])
        guard flags.contains(.exists) else { return nil }
        id = page.ids[row].uuidText
        let subtypes = MediaSubtypes(rawValue: page.mediaSubtypes[row])
        let isLive = subtypes.contains(.photoLive)
        animated = subtypes.contains(.photoAnimation)
        let isVideo = page.mediaKind[row] == UInt32(MediaKind.video.rawValue)
        kind = isVideo ? "video" : isLive ? "livePhoto" : "image"
        // JSON has no other numbers.
        duration = page.duration[row].isFinite ? page.duration[row] : 0
        favorite = flags.contains(.favorite)
        width = page.pixelWidth[row]
        height = page.pixelHeight[row]
        date = OrNull(flags.contains(.hasCreationDate) ? DateText.universal(page.creationDate[row]) : nil)
        burst = OrNull(page.burstIdentifier(at: row))
        version = String(page.modificationDate[row], radix: 36)
    }
}
