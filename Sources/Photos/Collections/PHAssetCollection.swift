import LibraryModel

/// An album.
open class PHAssetCollection: PHCollection, @unchecked Sendable {
    /// A collection that is in no library, for an app's own subclasses.
    public override init() { super.init() }

    init(_ id: ObjectID, row: CollectionRow) {
        super.init(LocalIdentifier(.assetCollection, id), row: row)
    }

    /// An album of the person's.
    open var assetCollectionType: PHAssetCollectionType { PHAssetCollectionType(rawValue: Int(row.type)) ?? .album }
    /// Which sort of album.
    open var assetCollectionSubtype: PHAssetCollectionSubtype {
        PHAssetCollectionSubtype(rawValue: Int(row.subtype)) ?? .albumRegular
    }
    /// How many members a fetch without options shows this app, as it was when the album was fetched; `NSNotFound` when
    /// the album was not there.
    open var estimatedAssetCount: Int { row.flags.contains(.exists) ? Int(row.memberCount) : NSNotFound }
    /// The earliest creation date of a member.
    open var startDate: Date? { row.dates?.start }
    /// The latest creation date of a member.
    open var endDate: Date? { row.dates?.end }
    /// Always nil: places of albums are not kept.
    open var approximateLocation: CLLocation? { nil }
    /// Always empty: places of albums are not kept.
    open var localizedLocationNames: [String] { [] }
}
