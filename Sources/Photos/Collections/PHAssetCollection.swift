import LibraryModel

/// An album: an immutable snapshot of its properties. Thread-safe.
open class PHAssetCollection: PHCollection, @unchecked Sendable {
    /// Creates an album outside any library, for subclasses of apps.
    public override init() { super.init() }

    init(_ id: ObjectID, row: CollectionRow) {
        super.init(LocalIdentifier(.assetCollection, id), row: row)
    }

    /// An album of the person's.
    open var assetCollectionType: PHAssetCollectionType { PHAssetCollectionType(rawValue: Int(row.type)) ?? .album }
    /// The kind of album.
    open var assetCollectionSubtype: PHAssetCollectionSubtype {
        PHAssetCollectionSubtype(rawValue: Int(row.subtype)) ?? .albumRegular
    }
    /// The number of members that a fetch without options found for this app when the album was fetched; `NSNotFound`
    /// for an album that does not exist.
    open var estimatedAssetCount: Int { row.flags.contains(.exists) ? Int(row.memberCount) : NSNotFound }
    /// The earliest creation date of a member.
    open var startDate: Date? { row.dates?.start }
    /// The latest creation date of a member.
    open var endDate: Date? { row.dates?.end }
    /// Always nil: the library stores no locations of albums.
    open var approximateLocation: CLLocation? { nil }
    /// Always empty: the library stores no locations of albums.
    open var localizedLocationNames: [String] { [] }

    // MARK: Fetching

    /// Fetches albums by local identifier. Omits those that do not exist.
    @discardableResult
    open class func fetchAssetCollections(
        withLocalIdentifiers identifiers: [String],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        let scope = FetchScope.identifiers(.assetCollection, identifiers.objectIDs(of: .assetCollection))
        return FetchPlan(scope, of: .assetCollection, options).albums(PHPhotoLibrary.shared().client)
    }

    /// Fetches the albums of a type and subtype: regular and smart albums. Finds nothing of other kinds.
    @discardableResult
    open class func fetchAssetCollections(
        with type: PHAssetCollectionType,
        subtype: PHAssetCollectionSubtype,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        let plan =
            albumScope(type, subtype).map { FetchPlan($0, of: .assetCollection, options) }
            ?? FetchPlan(findingNothingOf: .assetCollection)
        return plan.albums(PHPhotoLibrary.shared().client)
    }

    /// Fetches the albums that contain an asset.
    @discardableResult
    open class func fetchAssetCollectionsContaining(
        _ asset: PHAsset,
        with type: PHAssetCollectionType,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        guard type == .album, let identity = asset.resolvedIdentity else {
            return FetchPlan(findingNothingOf: .assetCollection).albums(PHPhotoLibrary.shared().client)
        }
        return FetchPlan(.collections(containing: identity.id), of: .assetCollection, options)
            .albums(PHPhotoLibrary.shared().client)
    }

    // MARK: In no library

    /// Creates a transient album, outside the library and without key assets. Fetches in it find its existing assets,
    /// by default in this order. `startDate` and `endDate` are nil.
    @discardableResult
    open class func transientAssetCollection(with assets: [PHAsset], title: String?) -> PHAssetCollection {
        TransientAssetCollection(assets.compactMap { $0.resolvedIdentity?.id }, title: title)
    }

    /// Creates a transient album of a fetch's assets.
    @discardableResult
    open class func transientAssetCollection(
        withAssetFetchResult fetchResult: PHFetchResult<PHAsset>,
        title: String?
    ) -> PHAssetCollection {
        TransientAssetCollection(fetchResult.allIdentifiers.map(\.id), title: title)
    }

    // MARK: Of former kinds

    /// Finds nothing: there is no AssetsLibrary here.
    @available(*, deprecated, message: "Use fetchAssetCollections(withLocalIdentifiers:options:)")
    @discardableResult
    open class func fetchAssetCollections(
        withALAssetGroupURLs assetGroupURLs: [URL],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        FetchPlan(findingNothingOf: .assetCollection).albums(PHPhotoLibrary.shared().client)
    }

    /// Finds nothing: there are no moments.
    @available(*, deprecated, message: "There are no moments")
    @discardableResult
    open class func fetchMoments(
        inMomentList momentList: PHCollectionList,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        FetchPlan(findingNothingOf: .assetCollection).albums(PHPhotoLibrary.shared().client)
    }

    /// Finds nothing: there are no moments.
    @available(*, deprecated, message: "There are no moments")
    @discardableResult
    open class func fetchMoments(with options: PHFetchOptions?) -> PHFetchResult<PHAssetCollection> {
        FetchPlan(findingNothingOf: .assetCollection).albums(PHPhotoLibrary.shared().client)
    }
}
