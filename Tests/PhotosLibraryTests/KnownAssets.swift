import LibraryModel
import Photos

/// An asset whose every property a test knows, put into a library's database without a file.
struct KnownAsset {
    var id: ObjectID
    var mediaType = 1
    var mediaSubtypes = 0
    var pixelWidth = 4000
    var pixelHeight = 3000
    var duration = 0.0
    var creationDate: Date?
    var modificationDate: Date
    var isFavorite = false
    var isHidden = false
    var burst: String?
    var representsBurst = false

    var identifier: String { LocalIdentifier(.asset, id).string }

    /// What a fetch without options shows.
    var isOrdinary: Bool { !isHidden && (burst == nil || representsBurst) }

    static let start = Date(timeIntervalSince1970: 1_500_000_000)

    /// 60 assets, a day apart, of all kinds; in the order in which they came into the library.
    static func various() -> [KnownAsset] {
        (0..<60).map { index in
            var asset = KnownAsset(
                // Identifiers say nothing of the order.
                id: ObjectID(high: UInt64(index) &* 0x9E37_79B9_7F4A_7C15 | 1, low: UInt64(index)),
                modificationDate: start.addingTimeInterval(Double(index % 7) * 1_000)
            )
            asset.creationDate = index % 13 == 12 ? nil : start.addingTimeInterval(Double(index * 17 % 60) * 86_400)
            asset.mediaType = index % 5 == 3 ? 2 : index % 29 == 28 ? 3 : 1
            if asset.mediaType == 2 {
                asset.duration = Double(index) / 2
                asset.mediaSubtypes = index % 2 == 0 ? 1 << 17 : 0
                (asset.pixelWidth, asset.pixelHeight) = (1920, 1080)
            } else {
                asset.mediaSubtypes = [0, 4, 8, 4 | 2, 0, 16][index % 6]
                if index % 4 == 1 { (asset.pixelWidth, asset.pixelHeight) = (1170, 2532) }
            }
            asset.isFavorite = index % 6 == 2
            asset.isHidden = index % 11 == 5
            if (40..<45).contains(index) {
                asset.burst = "burst-1"
                asset.representsBurst = index == 42
            }
            return asset
        }
    }

    /// SQL that adds the assets to a library.
    static func rows(_ assets: [KnownAsset]) -> String {
        func microseconds(_ date: Date) -> Int64 { Int64((date.timeIntervalSince1970 * 1_000_000).rounded()) }
        let rows = assets.map { asset in
            var traits: AssetPage.Flags = asset.creationDate == nil ? [] : .hasCreationDate
            if asset.burst != nil { traits.insert(.hasBurstIdentifier) }
            if asset.representsBurst { traits.insert(.representsBurst) }
            let shelf = (asset.isHidden ? 1 : 0) | (asset.burst != nil && !asset.representsBurst ? 2 : 0)
            return """
                (x'\(asset.id.hexadecimal)', \(shelf), \(traits.rawValue), \(asset.isFavorite ? 1 : 0), \
                \(asset.mediaType), \(asset.mediaSubtypes), \(asset.pixelWidth), \(asset.pixelHeight), \
                \(asset.duration), \(asset.creationDate.map { String(microseconds($0)) } ?? "NULL"), \
                \(microseconds(asset.modificationDate)), 1600000000000000, 0, \
                \(asset.burst.map { "'\($0)'" } ?? "NULL"))
                """
        }
        return """
            INSERT INTO asset (id, shelf, traits, is_favorite, media_kind, media_subtypes, pixel_width, pixel_height,
                duration, creation_date, modification_date, added_date, rating, burst_identifier)
            VALUES \(rows.joined(separator: ",\n"));
            """
    }
}
