import LibraryModel

/// An album or a folder: a snapshot of its properties. What is in it is found by a fetch.
open class PHCollection: PHObject, @unchecked Sendable {
    final let row: CollectionRow

    /// A collection that is in no library, for an app's own subclasses.
    public override init() {
        row = CollectionRow()
        super.init()
    }

    init(_ identifier: LocalIdentifier, row: CollectionRow) {
        self.row = row
        super.init(identifier)
    }

    /// An album or a folder, as its identifier says.
    static func make(_ identifier: LocalIdentifier, row: CollectionRow) -> PHCollection {
        identifier.kind == .collectionList
            ? PHCollectionList(identifier.id, row: row) : PHAssetCollection(identifier.id, row: row)
    }

    /// Whether assets can be in it.
    open var canContainAssets: Bool { row.flags.contains(.canContainAssets) }
    /// Whether albums and folders can be in it.
    open var canContainCollections: Bool { row.flags.contains(.canContainCollections) }
    /// The title that a person or an app gave it; nil when it is not there any more.
    open var localizedTitle: String? { row.flags.contains(.exists) ? row.title : nil }

    /// When it was made, got another title or folder, or its members came, went or moved, as far as the app sees it;
    /// nil for smart albums, and where the library does not know.
    open var modificationDate: Date? {
        row.flags.contains(.hasModificationDate) ? Date(microsecondsSince1970: row.modificationDate) : nil
    }

    /// Whether the app may ask for such a change. The library decides when the change is made.
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

    /// The albums and folders directly inside a folder, in its order where the options say no other.
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

    /// The albums and folders that are in no folder, in the library's order where the options say no other.
    @discardableResult
    open class func fetchTopLevelUserCollections(with options: PHFetchOptions?) -> PHFetchResult<PHCollection> {
        FetchPlan(.children(ofList: nil), of: .assetCollection, options).collections(PHPhotoLibrary.shared().client)
    }
}

/// What an app may want to do to a collection.
public enum PHCollectionEditOperation: Int, Sendable {
    /// To delete its members from the library.
    case deleteContent = 1
    /// To take members out.
    case removeContent = 2
    /// To add members that are in the library.
    case addContent = 3
    /// To create members.
    case createContent = 4
    /// To move members.
    case rearrangeContent = 5
    /// To delete the collection itself.
    case delete = 6
    /// To give it another title.
    case rename = 7
}
