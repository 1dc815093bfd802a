internal import CivilDates
internal import Languages
package import LibraryModel

/// A photo in a list of results.
package struct PhotoRow: Hashable, Sendable {
    package var asset: ObjectID
    package var kind: String
    /// The creation date in local time, to the minute; empty for none.
    package var date: String
    package var size: PixelSize
    package var isFavorite: Bool
}

extension PhotoRow {
    /// The kind in the person's words.
    package var kindWords: String {
        switch kind {
        case "video": localized("video")
        case "live photo": localized("live photo")
        case "screenshot": localized("screenshot")
        default: localized("photo")
        }
    }

    /// Returns nil for an asset that does not exist any more.
    init?(_ page: AssetPage, _ row: Int) {
        let flags = AssetPage.Flags(rawValue: page.flags[row])
        guard flags.contains(.exists) else { return nil }
        asset = page.ids[row]
        let subtypes = MediaSubtypes(rawValue: page.mediaSubtypes[row])
        kind =
            if page.mediaKind[row] == UInt32(MediaKind.video.rawValue) {
                "video"
            } else if subtypes.contains(.photoLive) {
                "live photo"
            } else if subtypes.contains(.photoScreenshot) {
                "screenshot"
            } else {
                "photo"
            }
        date = flags.contains(.hasCreationDate) ? DateText.minute(page.creationDate[row]) : ""
        size = PixelSize(width: Int(page.pixelWidth[row]), height: Int(page.pixelHeight[row]))
        isFavorite = flags.contains(.favorite)
    }
}
