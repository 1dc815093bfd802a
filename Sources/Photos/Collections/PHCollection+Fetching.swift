import LibraryModel

extension PHCollection {
    /// The albums and folders directly inside a folder, in its order where the options say no other.
    @discardableResult
    public class func fetchCollections(
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
    public class func fetchTopLevelUserCollections(with options: PHFetchOptions?) -> PHFetchResult<PHCollection> {
        FetchPlan(.children(ofList: nil), of: .assetCollection, options).collections(PHPhotoLibrary.shared().client)
    }
}

extension PHAssetCollection {
    /// The albums with these local identifiers, as far as they are there.
    @discardableResult
    public class func fetchAssetCollections(
        withLocalIdentifiers identifiers: [String],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        let scope = FetchScope.identifiers(.assetCollection, identifiers.objectIDs(of: .assetCollection))
        return FetchPlan(scope, of: .assetCollection, options).albums(PHPhotoLibrary.shared().client)
    }

    /// The albums of a type and subtype: regular albums, or smart albums, which the library computes. Of any other sort
    /// nothing is found.
    @discardableResult
    public class func fetchAssetCollections(
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
    public class func fetchAssetCollectionsContaining(
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
}

extension PHCollectionList {
    /// The folders with these local identifiers, as far as they are there.
    @discardableResult
    public class func fetchCollectionLists(
        withLocalIdentifiers identifiers: [String],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        let scope = FetchScope.identifiers(.collectionList, identifiers.objectIDs(of: .collectionList))
        return FetchPlan(scope, of: .collectionList, options).folders(PHPhotoLibrary.shared().client)
    }

    /// The folders of a type and subtype. There are regular folders only; of any other sort nothing is found.
    @discardableResult
    public class func fetchCollectionLists(
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
    public class func fetchCollectionListsContaining(
        _ collection: PHCollection,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        let plan =
            collection.resolvedIdentity.map { FetchPlan(.lists(containing: $0.id), of: .collectionList, options) }
            ?? FetchPlan(findingNothingOf: .collectionList)
        return plan.folders(PHPhotoLibrary.shared().client)
    }
}
