import Photos

// Test doubles as apps make them: subclasses with what a test needs overridden. It only has to compile.

private final class MockAsset: PHAsset, @unchecked Sendable {
    private let identifier: String
    private let type: PHAssetMediaType
    private let date: Date?

    init(_ identifier: String, type: PHAssetMediaType = .image, date: Date? = nil) {
        self.identifier = identifier
        self.type = type
        self.date = date
        super.init()
    }

    override var localIdentifier: String { identifier }
    override var mediaType: PHAssetMediaType { type }
    override var mediaSubtypes: PHAssetMediaSubtype { [.photoLive] }
    override var creationDate: Date? { date }
    override var pixelWidth: Int { 100 }
    override var pixelHeight: Int { 50 }
    override var isFavorite: Bool { true }
    override var hasAdjustments: Bool { true }
    override var duration: TimeInterval { 1 }
}

private final class MockAlbum: PHAssetCollection, @unchecked Sendable {
    override var localizedTitle: String? { "Mock" }
    override var estimatedAssetCount: Int { 3 }
    override var assetCollectionSubtype: PHAssetCollectionSubtype { .albumRegular }
}

private final class MockResult: PHFetchResult<PHAsset>, @unchecked Sendable {
    private let assets: [PHAsset]

    init(_ assets: [PHAsset]) {
        self.assets = assets
        super.init()
    }

    override var count: Int { assets.count }
    override func object(at index: Int) -> PHAsset { assets[index] }
}

private final class MockManager: PHImageManager, @unchecked Sendable {
    override func cancelImageRequest(_ requestID: PHImageRequestID) {}
}

/// What an app depends on, so that it can be doubled.
private protocol Photography {
    func assets() -> PHFetchResult<PHAsset>
    func register(_ observer: any PHPhotoLibraryChangeObserver)
}

extension PHPhotoLibrary: Photography {
    fileprivate func assets() -> PHFetchResult<PHAsset> { PHAsset.fetchAssets(with: nil) }
}

private func titles(_ album: PHAssetCollection, _ library: any Photography) -> [String] {
    let mocks = MockResult([MockAsset("a"), MockAsset("b", type: .video, date: Date())])
    var identifiers: [String] = []
    mocks.enumerateObjects { asset, _, _ in identifiers.append(asset.localIdentifier) }
    return identifiers + [MockAlbum().localizedTitle ?? "", album.localizedTitle ?? ""]
}

// Observers are tested with changes that an app makes up.

private final class MockChange: PHChange, @unchecked Sendable {
    var objectDetails: Any?
    var resultDetails: Any?

    override func changeDetails<T: PHObject>(for object: T) -> PHObjectChangeDetails<T>? {
        objectDetails as? PHObjectChangeDetails<T>
    }

    override func changeDetails<T: PHObject>(
        for object: PHFetchResult<T>
    ) -> PHFetchResultChangeDetails<T>? {
        resultDetails as? PHFetchResultChangeDetails<T>
    }
}

private final class MockObjectDetails: PHObjectChangeDetails<PHAsset>, @unchecked Sendable {
    override var objectBeforeChanges: PHAsset { MockAsset("a") }
    override var objectAfterChanges: PHAsset? { nil }
    override var objectWasDeleted: Bool { true }
    override var assetContentChanged: Bool { false }
}

private final class MockResultDetails: PHFetchResultChangeDetails<PHAsset>, @unchecked Sendable {
    private let result: MockResult

    init(_ result: MockResult) {
        self.result = result
        super.init()
    }

    override var fetchResultAfterChanges: PHFetchResult<PHAsset> { result }
    override var hasIncrementalChanges: Bool { true }
    override var insertedIndexes: IndexSet? { IndexSet(integer: 0) }
    override var hasMoves: Bool { true }
    override func enumerateMoves(_ handler: @escaping (Int, Int) -> Void) { handler(0, 1) }
}

private final class MockLibrary: PHPhotoLibrary, @unchecked Sendable {
    var observers: [any PHPhotoLibraryChangeObserver] = []

    override class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus { .limited }

    override class func requestAuthorization(
        for accessLevel: PHAccessLevel,
        handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
    ) {
        handler(.limited)
    }

    override func performChanges(
        _ changeBlock: @escaping () -> Void,
        completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        completionHandler?(true, nil)
    }

    override func performChangesAndWait(_ changeBlock: @escaping () -> Void) throws { changeBlock() }
    override func register(_ observer: any PHPhotoLibraryChangeObserver) { observers.append(observer) }
    override func unregisterChangeObserver(_ observer: any PHPhotoLibraryChangeObserver) {}
}

private final class MockResource: PHAssetResource, @unchecked Sendable {
    override var originalFilename: String { "IMG_0001.HEIC" }
    override var type: PHAssetResourceType { .photo }
    override var uniformTypeIdentifier: String { "public.heic" }
    override var assetLocalIdentifier: String { "a" }
}

private final class MockResourceManager: PHAssetResourceManager, @unchecked Sendable {
    override func requestData(
        for resource: PHAssetResource,
        options: PHAssetResourceRequestOptions?,
        dataReceivedHandler handler: @escaping @Sendable (Data) -> Void,
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) -> PHAssetResourceDataRequestID {
        handler(Data(resource.originalFilename.utf8))
        completionHandler(nil)
        return 1
    }
}

private func notify(_ observer: any PHPhotoLibraryChangeObserver) {
    let change = MockChange()
    change.objectDetails = MockObjectDetails()
    change.resultDetails = MockResultDetails(MockResult([MockAsset("b")]))
    observer.photoLibraryDidChange(change)
}
