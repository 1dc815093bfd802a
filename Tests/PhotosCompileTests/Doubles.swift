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
