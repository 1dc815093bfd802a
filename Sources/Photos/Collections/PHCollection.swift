import LibraryModel

/// An album or a folder: an immutable snapshot of its properties. Fetches find its members. Thread-safe.
open class PHCollection: PHObject, @unchecked Sendable {
    final let row: CollectionRow

    /// Creates a collection outside any library, for subclasses of apps.
    public override init() {
        row = CollectionRow()
        super.init()
    }

    init(_ identifier: LocalIdentifier, row: CollectionRow) {
        self.row = row
        super.init(identifier)
    }

    /// Creates an album or a folder, by the kind of its identifier.
    static func make(_ identifier: LocalIdentifier, row: CollectionRow) -> PHCollection {
        identifier.kind == .collectionList
            ? PHCollectionList(identifier.id, row: row) : PHAssetCollection(identifier.id, row: row)
    }

    /// Whether it can contain assets.
    open var canContainAssets: Bool { row.flags.contains(.canContainAssets) }
    /// Whether it can contain albums and folders.
    open var canContainCollections: Bool { row.flags.contains(.canContainCollections) }
    /// The title; nil for a collection that does not exist.
    open var localizedTitle: String? { row.flags.contains(.exists) ? row.title : nil }

    /// When the collection was created, renamed or moved, or its members visible to the app changed; nil for smart
    /// albums, and when unknown.
    open var modificationDate: Date? {
        row.flags.contains(.hasModificationDate) ? Date(microsecondsSince1970: row.modificationDate) : nil
    }

    /// Whether the app may request such a change. The library checks again when the change block is performed.
    @discardableResult
    open func canPerform(_ anOperation: PHCollectionEditOperation) -> Bool {
        guard row.flags.contains(.editable) else { return false }
        return switch anOperation {
        case .delete, .rename, .addContent, .removeContent, .rearrangeContent: true
        case .createContent: canContainCollections
        case .deleteContent: canContainAssets
        }
    }

    // MARK: Fetching

    /// Fetches the albums and folders directly inside a folder, by default in its order.
    @discardableResult
    open class func fetchCollections(
        in collectionList: PHCollectionList,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollection> {
        if let transient = collectionList as? TransientCollectionList { return transient.fetch(options) }
        let plan =
            collectionList.resolvedIdentity.map {
                FetchPlan(.children(ofList: $0.id), of: .assetCollection, options)
            } ?? FetchPlan(findingNothingOf: .assetCollection)
        return plan.collections(PHPhotoLibrary.shared().client)
    }

    /// Fetches the albums and folders of the top level, by default in its order.
    @discardableResult
    open class func fetchTopLevelUserCollections(with options: PHFetchOptions?) -> PHFetchResult<PHCollection> {
        FetchPlan(.children(ofList: nil), of: .assetCollection, options).collections(PHPhotoLibrary.shared().client)
    }
}

/// Kinds of edits of a collection.
public enum PHCollectionEditOperation: Int, Sendable {
    /// Deleting members from the library.
    case deleteContent = 1
    /// Removing members from the collection.
    case removeContent = 2
    /// Adding existing objects as members.
    case addContent = 3
    /// Creating members.
    case createContent = 4
    /// Moving members.
    case rearrangeContent = 5
    /// Deleting the collection.
    case delete = 6
    /// Renaming the collection.
    case rename = 7
}
