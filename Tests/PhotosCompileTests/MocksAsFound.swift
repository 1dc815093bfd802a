import Photos

// Doubles in the way of before Swift's concurrency: they say nothing of Sendable, have variables, and override whatever
// Objective-C would let them. It only has to compile.

private class PHAssetMock: PHAsset {
    var _localIdentifier: String = UUID().uuidString
    var _creationDate: Date?
    var _mediaType: PHAssetMediaType = .image
    var _resources: [PHAssetResource] = []
    var editingInput: PHContentEditingInput?

    override var localIdentifier: String { return _localIdentifier }
    override var creationDate: Date? { return _creationDate }
    override var mediaType: PHAssetMediaType { return _mediaType }
    override var burstIdentifier: String? { return nil }
    override var location: CLLocation? { return CLLocation(latitude: 1, longitude: 2) }
    override var sourceType: PHAssetSourceType { return .typeUserLibrary }
    override var playbackStyle: PHAsset.PlaybackStyle { return .image }

    override func canPerform(_ editOperation: PHAssetEditOperation) -> Bool { return editOperation != .delete }
    override func value(forKey key: String) -> Any? { return key == "filename" ? "IMG_0001.JPG" : nil }

    override func requestContentEditingInput(
        with options: PHContentEditingInputRequestOptions?,
        completionHandler: @escaping (PHContentEditingInput?, [AnyHashable: Any]) -> Void
    ) -> PHContentEditingInputRequestID {
        completionHandler(editingInput, [:])
        return 7
    }

    override func cancelContentEditingInputRequest(_ requestID: PHContentEditingInputRequestID) {}
}

private class FetchingAsset: PHAsset {
    static var stubbed: [PHAsset] = []

    override class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        return FakeFetchResult(objects: stubbed)
    }

    override class func fetchAssets(
        with mediaType: PHAssetMediaType,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        return FakeFetchResult(objects: stubbed.filter { $0.mediaType == mediaType })
    }

    override class func fetchAssets(
        in assetCollection: PHAssetCollection,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        return FakeFetchResult(objects: stubbed)
    }

    override class func fetchAssets(
        withLocalIdentifiers identifiers: [String],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        return FakeFetchResult(objects: stubbed.filter { identifiers.contains($0.localIdentifier) })
    }

    override class func fetchAssets(
        withBurstIdentifier burstIdentifier: String,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        return FakeFetchResult(objects: [])
    }

    override class func fetchKeyAssets(
        in assetCollection: PHAssetCollection,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset>? {
        return nil
    }
}

private class FakeFetchResult<T: AnyObject>: PHFetchResult<T> {
    var objects: [T]
    var enumerations = 0

    init(objects: [T]) {
        self.objects = objects
        super.init()
    }

    override var count: Int { return objects.count }
    override var firstObject: T? { return objects.first }
    override var lastObject: T? { return objects.last }
    override func object(at index: Int) -> T { return objects[index] }
    override subscript(index: Int) -> T { return objects[index] }
    override func contains(_ anObject: T) -> Bool { return objects.contains { $0 === anObject } }
    override func index(of anObject: T) -> Int { return objects.firstIndex { $0 === anObject } ?? NSNotFound }
    override func objects(at indexes: IndexSet) -> [T] { return indexes.map { objects[$0] } }
    override func countOfAssets(with mediaType: PHAssetMediaType) -> Int { return objects.count }

    override func enumerateObjects(_ block: @escaping (T, Int, UnsafeMutablePointer<ObjCBool>) -> Void) {
        enumerations += 1
        var stop: ObjCBool = false
        for (index, object) in objects.enumerated() where !stop.boolValue { block(object, index, &stop) }
    }
}

private class AlbumMock: PHAssetCollection {
    var title: String?
    var kind = PHAssetCollectionType.album
    static var albums: [PHAssetCollection] = []

    convenience init(title: String) {
        self.init()
        self.title = title
    }

    override var localizedTitle: String? { return title }
    override var assetCollectionType: PHAssetCollectionType { return kind }
    override var startDate: Date? { return Date(timeIntervalSince1970: 0) }
    override var endDate: Date? { return nil }
    override var approximateLocation: CLLocation? { return nil }
    override var localizedLocationNames: [String] { return ["Here"] }
    override func canPerform(_ anOperation: PHCollectionEditOperation) -> Bool { return true }

    override class func fetchAssetCollections(
        with type: PHAssetCollectionType,
        subtype: PHAssetCollectionSubtype,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        return FakeFetchResult(objects: albums)
    }

    override class func fetchAssetCollections(
        withLocalIdentifiers identifiers: [String],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        return FakeFetchResult(objects: albums)
    }

    override class func fetchAssetCollectionsContaining(
        _ asset: PHAsset,
        with type: PHAssetCollectionType,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        return FakeFetchResult(objects: albums)
    }

    override class func fetchTopLevelUserCollections(with options: PHFetchOptions?) -> PHFetchResult<PHCollection> {
        return FakeFetchResult(objects: albums)
    }

    override class func transientAssetCollection(with assets: [PHAsset], title: String?) -> PHAssetCollection {
        return AlbumMock(title: title ?? "")
    }
}

private class FolderMock: PHCollectionList {
    override var collectionListType: PHCollectionListType { return .folder }
    override var collectionListSubtype: PHCollectionListSubtype { return .regularFolder }

    override class func fetchCollectionLists(
        with collectionListType: PHCollectionListType,
        subtype: PHCollectionListSubtype,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        return FakeFetchResult(objects: [FolderMock()])
    }

    override class func fetchCollectionListsContaining(
        _ collection: PHCollection,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        return FakeFetchResult(objects: [])
    }

    override class func fetchCollections(
        in collectionList: PHCollectionList,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollection> {
        return FakeFetchResult(objects: [AlbumMock(title: "Inside")])
    }
}

private class ContentEditingInputMock: PHContentEditingInput {
    var url: URL?
    var previousEdit: PHAdjustmentData?

    override var fullSizeImageURL: URL? { return url }
    override var fullSizeImageOrientation: Int32 { return 6 }
    override var adjustmentData: PHAdjustmentData? { return previousEdit }
    override var displaySizeImage: UIImage? { return UIImage() }
    override var mediaType: PHAssetMediaType { return .image }
    override var mediaSubtypes: PHAssetMediaSubtype { return [.photoHDR] }
    override var creationDate: Date? { return nil }
    override var location: CLLocation? { return nil }
    override var uniformTypeIdentifier: String? { return "public.jpeg" }
    override var playbackStyle: PHAsset.PlaybackStyle { return .image }
    override var livePhoto: PHLivePhoto? { return nil }
}

private class OutputMock: PHContentEditingOutput {
    override var renderedContentURL: URL { return URL(fileURLWithPath: "/tmp/rendered.jpg") }
}

private class AdjustmentMock: PHAdjustmentData {
    var note = ""
}

private class ImageManagerMock: PHImageManager {
    var requested: [PHAsset] = []
    var cancelled: [PHImageRequestID] = []
    var image: UIImage?

    override class func `default`() -> PHImageManager { return ImageManagerMock() }

    override func requestImage(
        for asset: PHAsset,
        targetSize: CGSize,
        contentMode: PHImageContentMode,
        options: PHImageRequestOptions?,
        resultHandler: @escaping (UIImage?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        requested.append(asset)
        resultHandler(image, [PHImageResultIsDegradedKey: false])
        return PHImageRequestID(requested.count)
    }

    override func requestImageDataAndOrientation(
        for asset: PHAsset,
        options: PHImageRequestOptions?,
        resultHandler: @escaping (Data?, String?, CGImagePropertyOrientation, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        resultHandler(Data(), "public.jpeg", .up, nil)
        return 1
    }

    override func requestImageData(
        for asset: PHAsset,
        options: PHImageRequestOptions?,
        resultHandler: @escaping (Data?, String?, UIImage.Orientation, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        resultHandler(nil, nil, .right, nil)
        return 2
    }

    override func requestLivePhoto(
        for asset: PHAsset,
        targetSize: CGSize,
        contentMode: PHImageContentMode,
        options: PHLivePhotoRequestOptions?,
        resultHandler: @escaping (PHLivePhoto?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        return PHInvalidImageRequestID
    }

    override func cancelImageRequest(_ requestID: PHImageRequestID) { cancelled.append(requestID) }
}

private class CachingManagerMock: PHCachingImageManager {
    private(set) var cached = Set<String>()

    override func startCachingImages(
        for assets: [PHAsset],
        targetSize: CGSize,
        contentMode: PHImageContentMode,
        options: PHImageRequestOptions?
    ) {
        cached.formUnion(assets.map { $0.localIdentifier })
    }

    override func stopCachingImages(
        for assets: [PHAsset],
        targetSize: CGSize,
        contentMode: PHImageContentMode,
        options: PHImageRequestOptions?
    ) {
        cached.subtract(assets.map { $0.localIdentifier })
    }

    override func stopCachingImagesForAllAssets() { cached = [] }
}

private class ResourceMock: PHAssetResource {
    static var resources: [String: [PHAssetResource]] = [:]
    var size: Int64 = 0

    override class func assetResources(for asset: PHAsset) -> [PHAssetResource] {
        return resources[asset.localIdentifier] ?? []
    }

    override var type: PHAssetResourceType { return .photo }
    override var originalFilename: String { return "IMG_0001.HEIC" }
    override func value(forKey key: String) -> Any? { return key == "fileSize" ? size : nil }
}

private class ResourceManagerMock: PHAssetResourceManager {
    var failure: Error?

    override func requestData(
        for resource: PHAssetResource,
        options: PHAssetResourceRequestOptions?,
        dataReceivedHandler handler: @escaping (Data) -> Void,
        completionHandler: @escaping (Error?) -> Void
    ) -> PHAssetResourceDataRequestID {
        handler(Data([0xff, 0xd8]))
        completionHandler(failure)
        return 1
    }

    override func writeData(
        for resource: PHAssetResource,
        toFile fileURL: URL,
        options: PHAssetResourceRequestOptions?,
        completionHandler: @escaping (Error?) -> Void
    ) {
        completionHandler(failure)
    }

    override func cancelDataRequest(_ requestID: PHAssetResourceDataRequestID) {}
}

private class PhotoLibraryMock: PHPhotoLibrary {
    static var status: PHAuthorizationStatus = .notDetermined
    static let mock = PhotoLibraryMock()
    var changeBlocks = 0
    var tokens: [PHPersistentChangeToken] = []

    override class func shared() -> PHPhotoLibrary { return mock }
    override class func authorizationStatus() -> PHAuthorizationStatus { return status }
    override class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus { return status }
    override class func requestAuthorization(_ handler: @escaping (PHAuthorizationStatus) -> Void) {
        handler(status)
    }

    override func performChanges(_ changeBlock: @escaping () -> Void, completionHandler: ((Bool, Error?) -> Void)?) {
        changeBlocks += 1
        completionHandler?(true, nil)
    }

    override func performChangesAndWait(_ changeBlock: @escaping () -> Void) throws { changeBlocks += 1 }
    override func register(_ observer: PHPhotoLibraryChangeObserver) {}
    override func unregisterChangeObserver(_ observer: PHPhotoLibraryChangeObserver) {}
    override func register(_ observer: PHPhotoLibraryAvailabilityObserver) {}
    override var unavailabilityReason: Error? { return nil }
    override var currentChangeToken: PHPersistentChangeToken { return tokens.last ?? super.currentChangeToken }
    override func fetchPersistentChanges(since token: PHPersistentChangeToken) throws -> PHPersistentChangeFetchResult {
        throw PHPhotosError(.persistentChangeTokenExpired)
    }
}

private class ChangeMock: PHChange {
    var details: [String: Any] = [:]

    override func changeDetails<T>(for object: T) -> PHObjectChangeDetails<T>? where T: PHObject {
        return details[object.localIdentifier] as? PHObjectChangeDetails<T>
    }

    override func changeDetails<T>(for fetchResult: PHFetchResult<T>) -> PHFetchResultChangeDetails<T>?
    where T: PHObject {
        return details["result"] as? PHFetchResultChangeDetails<T>
    }
}

private class FetchResultChangeDetailsMock: PHFetchResultChangeDetails<PHAsset> {
    var before = PHFetchResult<PHAsset>()
    var after = PHFetchResult<PHAsset>()
    var removed: IndexSet?

    override var fetchResultBeforeChanges: PHFetchResult<PHAsset> { return before }
    override var fetchResultAfterChanges: PHFetchResult<PHAsset> { return after }
    override var hasIncrementalChanges: Bool { return true }
    override var removedIndexes: IndexSet? { return removed }
    override var removedObjects: [PHAsset] { return [] }
    override var insertedIndexes: IndexSet? { return nil }
    override var changedIndexes: IndexSet? { return nil }
    override var hasMoves: Bool { return false }
}

private func exercise() {
    let asset = PHAssetMock()
    asset._mediaType = .video
    FetchingAsset.stubbed = [asset, PHAsset(), PHAssetMock()]
    let input = ContentEditingInputMock()
    input.previousEdit = PHAdjustmentData(formatIdentifier: "a", formatVersion: "1", data: Data())
    asset.editingInput = input
    _ = asset.requestContentEditingInput(with: nil) { input, _ in
        guard let input = input else { return }
        let output = PHContentEditingOutput(contentEditingInput: input)
        output.adjustmentData = AdjustmentMock(formatIdentifier: "a", formatVersion: "1", data: Data())
        print(output.renderedContentURL, OutputMock(contentEditingInput: input).renderedContentURL)
    }
    let type: PHAsset.Type = FetchingAsset.self
    print(type.fetchAssets(with: nil).count, type.fetchAssets(with: .image, options: nil).count)
    print(AlbumMock.fetchAssetCollections(with: .album, subtype: .any, options: nil).firstObject?.localizedTitle ?? "")
    print(FolderMock.fetchCollections(in: FolderMock(), options: nil).count)
    ResourceMock.resources[asset.localIdentifier] = [ResourceMock()]
    print(ResourceMock.assetResources(for: asset).first?.originalFilename ?? "")
    let manager = ImageManagerMock()
    manager.image = UIImage()
    print(manager.requested.count, CachingManagerMock().cached.count, ResourceManagerMock().failure as Any)
    PhotoLibraryMock.status = .limited
    print(PhotoLibraryMock.mock.changeBlocks)
    let change = ChangeMock()
    change.details["result"] = FetchResultChangeDetailsMock()
    print(change.changeDetails(for: PHFetchResult<PHAsset>())?.hasMoves ?? false)
}
