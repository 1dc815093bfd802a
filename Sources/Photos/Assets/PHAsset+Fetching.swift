import LibraryModel

extension PHAsset {
    /// The assets of the library.
    @discardableResult
    public class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        FetchPlan(.allAssets, of: .asset, options).assets(PHPhotoLibrary.shared().client)
    }

    /// The assets of one media type.
    @discardableResult
    public class func fetchAssets(
        with mediaType: PHAssetMediaType,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        let condition: [PredicateInstruction] = [
            .key("mediaType"), .literal(.integer(Int64(mediaType.rawValue))), .compare(.equal, []),
        ]
        return FetchPlan(.allAssets, of: .asset, options, and: condition).assets(PHPhotoLibrary.shared().client)
    }

    /// The assets of an album, in the album's order where the options say no other.
    @discardableResult
    public class func fetchAssets(
        in assetCollection: PHAssetCollection,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        var plan =
            (assetCollection as? TransientAssetCollection)?.fetch(options)
            ?? assetCollection.resolvedIdentity.map { FetchPlan(.assets(inCollection: $0.id), of: .asset, options) }
            ?? FetchPlan(findingNothingOf: .asset)
        plan.findsDeleted = assetCollection.assetCollectionSubtype == .smartAlbumRecentlyDeleted
        return plan.assets(PHPhotoLibrary.shared().client)
    }

    /// The assets with these local identifiers, as far as they are there, hidden ones included.
    ///
    /// They come in the order of the identifiers where the options say no other; Apple's promise none.
    @discardableResult
    public class func fetchAssets(
        withLocalIdentifiers identifiers: [String],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        FetchPlan(.identifiers(.asset, identifiers.objectIDs(of: .asset)), of: .asset, options)
            .assets(PHPhotoLibrary.shared().client)
    }

    /// The assets with these local identifiers: `fetchAssets(withLocalIdentifiers:options:)` as it was first shown.
    @discardableResult
    public class func fetchAssets(with identifiers: [String], options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        fetchAssets(withLocalIdentifiers: identifiers, options: options)
    }

    /// The assets with these local identifiers, such as those of a change's details.
    @discardableResult
    public class func fetchAssets(with identifiers: Set<String>, options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        fetchAssets(withLocalIdentifiers: Array(identifiers), options: options)
    }

    /// The asset that stands for an album: its first (Apple's may be up to three). Nil for a transient album.
    @discardableResult
    public class func fetchKeyAssets(
        in assetCollection: PHAssetCollection,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset>? {
        guard !(assetCollection is TransientAssetCollection) else { return nil }
        let options = options.flatMap { $0.copy() as? PHFetchOptions } ?? PHFetchOptions()
        options.fetchLimit = 1
        return fetchAssets(in: assetCollection, options: options)
    }

    /// The assets of a burst: the one that stands for it, or with `includeAllBurstAssets` all.
    @discardableResult
    public class func fetchAssets(
        withBurstIdentifier burstIdentifier: String,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        let condition: [PredicateInstruction] = [
            .key("burstIdentifier"), .literal(.text(burstIdentifier)), .compare(.equal, []),
        ]
        return FetchPlan(.allAssets, of: .asset, options, and: condition).assets(PHPhotoLibrary.shared().client)
    }
}

extension [String] {
    /// What these local identifiers name, without those that name no such object.
    func objectIDs(of kind: ObjectKind) -> [ObjectID] {
        compactMap { text in
            guard let identifier = LocalIdentifier(text), identifier.kind == kind else { return nil }
            return identifier.id
        }
    }
}
