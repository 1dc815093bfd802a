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

    // MARK: Fetching

    /// The albums with these local identifiers, as far as they are there.
    @discardableResult
    open class func fetchAssetCollections(
        withLocalIdentifiers identifiers: [String],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        let scope = FetchScope.identifiers(.assetCollection, identifiers.objectIDs(of: .assetCollection))
        return FetchPlan(scope, of: .assetCollection, options).albums(PHPhotoLibrary.shared().client)
    }

    /// The albums of a type and subtype: regular albums, or smart albums, which the library computes. Of any other sort
    /// nothing is found.
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

    /// The albums that an asset is in.
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

    /// An album of these assets that is in no library and has no key assets. Fetches in it find the assets that are
    /// there, in this order where their options say no other; `startDate` and `endDate` are nil.
    @discardableResult
    open class func transientAssetCollection(with assets: [PHAsset], title: String?) -> PHAssetCollection {
        TransientAssetCollection(assets.compactMap { $0.resolvedIdentity?.id }, title: title)
    }

    /// An album of a fetch's assets that is in no library.
    @discardableResult
    open class func transientAssetCollection(
        withAssetFetchResult fetchResult: PHFetchResult<PHAsset>,
        title: String?
    ) -> PHAssetCollection {
        TransientAssetCollection(fetchResult.allIdentifiers.map(\.id), title: title)
    }

    // MARK: Of former kinds

    /// The albums with URLs of Apple's old AssetsLibrary: none, there is no such library here.
    @available(*, deprecated, message: "Use fetchAssetCollections(withLocalIdentifiers:options:)")
    @discardableResult
    open class func fetchAssetCollections(
        withALAssetGroupURLs assetGroupURLs: [URL],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        FetchPlan(findingNothingOf: .assetCollection).albums(PHPhotoLibrary.shared().client)
    }

    /// The moments of a list: none, as there are no moments.
    @available(*, deprecated, message: "There are no moments")
    @discardableResult
    open class func fetchMoments(
        inMomentList momentList: PHCollectionList,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        FetchPlan(findingNothingOf: .assetCollection).albums(PHPhotoLibrary.shared().client)
    }

    /// All moments: none.
    @available(*, deprecated, message: "There are no moments")
    @discardableResult
    open class func fetchMoments(with options: PHFetchOptions?) -> PHFetchResult<PHAssetCollection> {
        FetchPlan(findingNothingOf: .assetCollection).albums(PHPhotoLibrary.shared().client)
    }
}
