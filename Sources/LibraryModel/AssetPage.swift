/// Properties of assets, a column each. Every column has `count` entries, in the order of the identifiers asked for.
package struct AssetPage: Hashable, Sendable {
    /// The Booleans of a row. The bits are on the wire. Inlinable, because they are read for each of a million rows.
    @frozen package struct Flags: OptionSet, Hashable, Sendable {
        package var rawValue: UInt32
        @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }

        @inlinable package func contains(_ flags: Flags) -> Bool { rawValue & flags.rawValue == flags.rawValue }

        /// The asset exists and is visible. Otherwise all columns of the row are meaningless.
        @inlinable package static var exists: Flags { Flags(rawValue: 1 << 0) }
        @inlinable package static var favorite: Flags { Flags(rawValue: 1 << 1) }
        @inlinable package static var hidden: Flags { Flags(rawValue: 1 << 2) }
        @inlinable package static var hasAdjustments: Flags { Flags(rawValue: 1 << 3) }
        @inlinable package static var hasCreationDate: Flags { Flags(rawValue: 1 << 4) }
        @inlinable package static var hasLocation: Flags { Flags(rawValue: 1 << 5) }
        @inlinable package static var hasAltitude: Flags { Flags(rawValue: 1 << 6) }
        @inlinable package static var representsBurst: Flags { Flags(rawValue: 1 << 7) }
        @inlinable package static var animated: Flags { Flags(rawValue: 1 << 8) }
        @inlinable package static var hasBurstIdentifier: Flags { Flags(rawValue: 1 << 9) }
        /// One of its originals is camera RAW.
        @inlinable package static var raw: Flags { Flags(rawValue: 1 << 10) }
        /// It is in recently deleted: only for requests that include these.
        @inlinable package static var recentlyDeleted: Flags { Flags(rawValue: 1 << 11) }
        /// Its camera chose it from its burst.
        @inlinable package static var burstPick: Flags { Flags(rawValue: 1 << 12) }

        /// The flags of an asset as a reader sees it. `traits` are those of the database; `shelf`: `hidden` and
        /// `recentlyDeleted`. An asset whose place the reader does not get has none.
        @inlinable package init(traits: UInt32, isFavorite: Bool, shelf: Flags, hasPlace: Bool) {
            var bits = traits | shelf.rawValue | Flags.exists.rawValue
            if isFavorite { bits |= Flags.favorite.rawValue }
            if !hasPlace { bits &= ~(Flags.hasLocation.rawValue | Flags.hasAltitude.rawValue) }
            self.init(rawValue: bits)
        }
    }

    package var ids: [ObjectID] = []
    package var flags: [UInt32] = []
    package var mediaKind: [UInt32] = []
    package var mediaSubtypes: [UInt32] = []
    package var pixelWidth: [UInt32] = []
    package var pixelHeight: [UInt32] = []
    /// Seconds.
    package var duration: [Double] = []
    /// Microseconds since 1970; see `Flags.hasCreationDate`.
    package var creationDate: [Int64] = []
    /// When a person or an app last edited the asset, in microseconds since 1970.
    package var modificationDate: [Int64] = []
    /// When the asset came into this library, in microseconds since 1970.
    package var addedDate: [Int64] = []
    /// Degrees; empty when no row of the page has a location.
    package var latitude: [Double] = []
    package var longitude: [Double] = []
    /// Metres; empty when no row of the page has an altitude.
    package var altitude: [Double] = []
    /// 0 for none, else 1 to 5.
    package var rating: [UInt32] = []
    /// Only of rows with `hasBurstIdentifier`, in their order.
    package var burstIdentifiers: [String] = []

    package init() {}

    /// A page of assets none of which exists.
    package init(_ ids: [ObjectID]) {
        self.ids = ids
        flags = [UInt32](repeating: 0, count: ids.count)
        mediaKind = flags
        mediaSubtypes = flags
        pixelWidth = flags
        pixelHeight = flags
        rating = flags
        duration = [Double](repeating: 0, count: ids.count)
        creationDate = [Int64](repeating: 0, count: ids.count)
        modificationDate = creationDate
        addedDate = creationDate
    }

    package var count: Int { flags.count }

    /// The burst of a row. Linear in `row`, so for single rows only.
    package func burstIdentifier(at row: Int) -> String? {
        guard Flags(rawValue: flags[row]).contains(.hasBurstIdentifier) else { return nil }
        let position = flags[..<row].count { Flags(rawValue: $0).contains(.hasBurstIdentifier) }
        return position < burstIdentifiers.count ? burstIdentifiers[position] : nil
    }

    /// The most rows of a page in a message: 64 KiB at about 80 bytes a row.
    package static let maximumRows = 768
    /// The most rows in memory that is handed over: 2 MiB, for which the call is a small part of the work.
    package static let maximumRowsInMemory = 32_768

    package mutating func reserveCapacity(_ count: Int) {
        ids.reserveCapacity(count)
        flags.reserveCapacity(count)
        mediaKind.reserveCapacity(count)
        mediaSubtypes.reserveCapacity(count)
        pixelWidth.reserveCapacity(count)
        pixelHeight.reserveCapacity(count)
        duration.reserveCapacity(count)
        creationDate.reserveCapacity(count)
        modificationDate.reserveCapacity(count)
        addedDate.reserveCapacity(count)
        rating.reserveCapacity(count)
    }
}

/// Properties of albums and folders, a column each.
package struct CollectionPage: Sendable {
    /// The Booleans of a row. The bits are on the wire.
    package struct Flags: OptionSet, Hashable, Sendable {
        package var rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        package static let exists = Flags(rawValue: 1 << 0)
        package static let hasDates = Flags(rawValue: 1 << 1)
        /// This app may rename, delete and rearrange it.
        package static let editable = Flags(rawValue: 1 << 2)
        package static let canContainAssets = Flags(rawValue: 1 << 3)
        package static let canContainCollections = Flags(rawValue: 1 << 4)
        package static let hasModificationDate = Flags(rawValue: 1 << 5)
    }

    package var ids: [ObjectID] = []
    package var flags: [UInt32] = []
    /// `ObjectKind` raw values: album or folder.
    package var kind: [UInt32] = []
    /// `PHAssetCollectionType` or `PHCollectionListType` raw values.
    package var type: [UInt32] = []
    /// `PHAssetCollectionSubtype` or `PHCollectionListSubtype` raw values.
    package var subtype: [UInt32] = []
    package var title: [String] = []
    /// The number of members that this app may see.
    package var memberCount: [UInt32] = []
    /// Earliest and latest creation date of the members, in microseconds since 1970; see `Flags.hasDates`.
    package var startDate: [Int64] = []
    package var endDate: [Int64] = []
    /// When it was created, renamed or moved, or its members visible to this app changed, in microseconds since 1970;
    /// see `Flags.hasModificationDate`.
    package var modificationDate: [Int64] = []

    package init() {}

    package var count: Int { flags.count }
}

/// One file of an asset, as apps see it.
package struct ResourceInfo: Hashable, Sendable {
    package var kind: ResourceKind
    /// The filename at import.
    package var filename: String
    /// For example `image/jpeg`.
    package var contentType: String
    /// Bytes.
    package var size: Int64
    package var pixelWidth: UInt32
    package var pixelHeight: UInt32
    /// SHA-256 of exactly the stored bytes; 32 bytes, empty towards apps.
    package var digest: [UInt8]
    /// Seconds; 0 for still images.
    package var duration = 0.0
    /// See `MediaMetadata.stillTime`.
    package var stillTime: Double?
    /// The file is in the bucket alone.
    package var isInCloud = false

    package init(
        kind: ResourceKind,
        filename: String,
        contentType: String,
        size: Int64,
        pixelWidth: UInt32,
        pixelHeight: UInt32,
        digest: [UInt8]
    ) {
        self.kind = kind
        self.filename = filename
        self.contentType = contentType
        self.size = size
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
        self.digest = digest
    }
}
