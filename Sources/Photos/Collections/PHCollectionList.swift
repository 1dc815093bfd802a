import LibraryModel

/// A folder of albums and folders: an immutable snapshot of its properties. Thread-safe.
open class PHCollectionList: PHCollection, @unchecked Sendable {
    /// Creates a folder outside any library, for subclasses of apps.
    public override init() { super.init() }

    init(_ id: ObjectID, row: CollectionRow) {
        super.init(LocalIdentifier(.collectionList, id), row: row)
    }

    /// A folder of the person's.
    open var collectionListType: PHCollectionListType { PHCollectionListType(rawValue: Int(row.type)) ?? .folder }
    /// The kind of folder.
    open var collectionListSubtype: PHCollectionListSubtype {
        PHCollectionListSubtype(rawValue: Int(row.subtype)) ?? .regularFolder
    }
    /// The earliest creation date of an asset inside.
    open var startDate: Date? { row.dates?.start }
    /// The latest creation date of an asset inside.
    open var endDate: Date? { row.dates?.end }
    /// Always empty: the library stores no locations of folders.
    open var localizedLocationNames: [String] { [] }

    // MARK: Fetching

    /// Fetches folders by local identifier. Omits those that do not exist.
    @discardableResult
    open class func fetchCollectionLists(
        withLocalIdentifiers identifiers: [String],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        let scope = FetchScope.identifiers(.collectionList, identifiers.objectIDs(of: .collectionList))
        return FetchPlan(scope, of: .collectionList, options).folders(PHPhotoLibrary.shared().client)
    }

    /// Fetches the folders of a type and subtype: regular folders. Finds nothing of other kinds.
    @discardableResult
    open class func fetchCollectionLists(
        with collectionListType: PHCollectionListType,
        subtype: PHCollectionListSubtype,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        let isRegular = collectionListType == .folder && (subtype == .any || subtype == .regularFolder)
        let plan =
            isRegular
            ? FetchPlan(.allCollections(.collectionList), of: .collectionList, options)
            : FetchPlan(findingNothingOf: .collectionList)
        return plan.folders(PHPhotoLibrary.shared().client)
    }

    /// Fetches the folder that contains an album or a folder.
    @discardableResult
    open class func fetchCollectionListsContaining(
        _ collection: PHCollection,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        let plan =
            collection.resolvedIdentity.map { FetchPlan(.lists(containing: $0.id), of: .collectionList, options) }
            ?? FetchPlan(findingNothingOf: .collectionList)
        return plan.folders(PHPhotoLibrary.shared().client)
    }

    // MARK: In no library

    /// Creates a transient folder, outside the library, of albums and folders, which can be transient, too. Fetches in
    /// it find them, by default in this order.
    @discardableResult
    open class func transientCollectionList(with collections: [PHCollection], title: String?) -> PHCollectionList {
        TransientCollectionList(collections, title: title)
    }

    /// Creates a transient folder of a fetch's albums and folders.
    @discardableResult
    open class func transientCollectionList(
        withCollectionsFetchResult fetchResult: PHFetchResult<PHCollection>,
        title: String?
    ) -> PHCollectionList {
        TransientCollectionList(fetchResult.objects(at: IndexSet(0..<fetchResult.count)), title: title)
    }

    // MARK: Of former kinds

    /// Finds nothing: there are no moments.
    @available(*, deprecated, message: "There are no moments")
    @discardableResult
    open class func fetchMomentLists(
        with momentListSubtype: PHCollectionListSubtype,
        containingMoment moment: PHAssetCollection,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        FetchPlan(findingNothingOf: .collectionList).folders(PHPhotoLibrary.shared().client)
    }

    /// Finds nothing: there are no moments.
    @available(*, deprecated, message: "There are no moments")
    @discardableResult
    open class func fetchMomentLists(
        with momentListSubtype: PHCollectionListSubtype,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        FetchPlan(findingNothingOf: .collectionList).folders(PHPhotoLibrary.shared().client)
    }
}
