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

    // MARK: Fetching

    /// The folders with these local identifiers, as far as they are there.
    @discardableResult
    open class func fetchCollectionLists(
        withLocalIdentifiers identifiers: [String],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        let scope = FetchScope.identifiers(.collectionList, identifiers.objectIDs(of: .collectionList))
        return FetchPlan(scope, of: .collectionList, options).folders(PHPhotoLibrary.shared().client)
    }

    /// The folders of a type and subtype. There are regular folders only; of any other sort nothing is found.
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

    /// The folder that an album or a folder is in.
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

    /// A folder of these albums and folders, transient ones too, that is in no library. Fetches in it find them in this
    /// order where their options say no other.
    @discardableResult
    open class func transientCollectionList(with collections: [PHCollection], title: String?) -> PHCollectionList {
        TransientCollectionList(collections, title: title)
    }

    /// A folder of a fetch's albums and folders that is in no library.
    @discardableResult
    open class func transientCollectionList(
        withCollectionsFetchResult fetchResult: PHFetchResult<PHCollection>,
        title: String?
    ) -> PHCollectionList {
        TransientCollectionList(fetchResult.objects(at: IndexSet(0..<fetchResult.count)), title: title)
    }

    // MARK: Of former kinds

    /// The lists that a moment is in: none, as there are no moments.
    @available(*, deprecated, message: "There are no moments")
    @discardableResult
    open class func fetchMomentLists(
        with momentListSubtype: PHCollectionListSubtype,
        containingMoment moment: PHAssetCollection,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        FetchPlan(findingNothingOf: .collectionList).folders(PHPhotoLibrary.shared().client)
    }

    /// The lists of moments: none, as there are no moments.
    @available(*, deprecated, message: "There are no moments")
    @discardableResult
    open class func fetchMomentLists(
        with momentListSubtype: PHCollectionListSubtype,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        FetchPlan(findingNothingOf: .collectionList).folders(PHPhotoLibrary.shared().client)
    }
}
