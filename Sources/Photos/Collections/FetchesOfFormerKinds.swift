import LibraryModel

// Fetches of what Apple's library had once, and this one never: they find nothing.

extension PHAsset {
    /// The assets with URLs of Apple's old AssetsLibrary: none, there is no such library here.
    @available(*, deprecated, message: "Use fetchAssets(withLocalIdentifiers:options:)")
    @discardableResult
    public class func fetchAssets(
        withALAssetURLs assetURLs: [URL],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        FetchPlan(findingNothingOf: .asset).assets(PHPhotoLibrary.shared().client)
    }
}

extension PHAssetCollection {
    /// The albums with URLs of Apple's old AssetsLibrary: none, there is no such library here.
    @available(*, deprecated, message: "Use fetchAssetCollections(withLocalIdentifiers:options:)")
    @discardableResult
    public class func fetchAssetCollections(
        withALAssetGroupURLs assetGroupURLs: [URL],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        FetchPlan(findingNothingOf: .assetCollection).albums(PHPhotoLibrary.shared().client)
    }

    /// The moments of a list: none, as there are no moments.
    @available(*, deprecated, message: "There are no moments")
    @discardableResult
    public class func fetchMoments(
        inMomentList momentList: PHCollectionList,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        FetchPlan(findingNothingOf: .assetCollection).albums(PHPhotoLibrary.shared().client)
    }

    /// All moments: none.
    @available(*, deprecated, message: "There are no moments")
    @discardableResult
    public class func fetchMoments(with options: PHFetchOptions?) -> PHFetchResult<PHAssetCollection> {
        FetchPlan(findingNothingOf: .assetCollection).albums(PHPhotoLibrary.shared().client)
    }
}

extension PHCollectionList {
    /// The lists that a moment is in: none, as there are no moments.
    @available(*, deprecated, message: "There are no moments")
    @discardableResult
    public class func fetchMomentLists(
        with momentListSubtype: PHCollectionListSubtype,
        containingMoment moment: PHAssetCollection,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        FetchPlan(findingNothingOf: .collectionList).folders(PHPhotoLibrary.shared().client)
    }

    /// The lists of moments: none, as there are no moments.
    @available(*, deprecated, message: "There are no moments")
    @discardableResult
    public class func fetchMomentLists(
        with momentListSubtype: PHCollectionListSubtype,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        FetchPlan(findingNothingOf: .collectionList).folders(PHPhotoLibrary.shared().client)
    }
}
