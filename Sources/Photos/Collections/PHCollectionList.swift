import LibraryModel

/// A folder of albums and folders.
open class PHCollectionList: PHCollection, @unchecked Sendable {
    /// A folder that is in no library, for an app's own subclasses.
    public override init() { super.init() }

    init(_ id: ObjectID, row: CollectionRow) {
        super.init(LocalIdentifier(.collectionList, id), row: row)
    }

    /// A folder of the person's.
    open var collectionListType: PHCollectionListType { PHCollectionListType(rawValue: Int(row.type)) ?? .folder }
    /// Which sort of folder.
    open var collectionListSubtype: PHCollectionListSubtype {
        PHCollectionListSubtype(rawValue: Int(row.subtype)) ?? .regularFolder
    }
    /// The earliest creation date of an asset inside.
    open var startDate: Date? { row.dates?.start }
    /// The latest creation date of an asset inside.
    open var endDate: Date? { row.dates?.end }
    /// Always empty: places of folders are not kept.
    open var localizedLocationNames: [String] { [] }
}
