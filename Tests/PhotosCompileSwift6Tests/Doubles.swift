import Photos
import os

// Doubles in language mode 6: with locks, with variables, and without another word about Sendable. It only has to
// compile.

final class StubAsset: PHAsset {
    private let identifier: String
    private let kind: PHAssetMediaType
    var favorite = false
    nonisolated(unsafe) static var library: [StubAsset] = []

    init(_ identifier: String, kind: PHAssetMediaType = .image) {
        self.identifier = identifier
        self.kind = kind
        super.init()
    }

    override var localIdentifier: String { identifier }
    override var mediaType: PHAssetMediaType { kind }
    override var isFavorite: Bool { favorite }
    override var creationDate: Date? { Date(timeIntervalSinceReferenceDate: 0) }

    override class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        StubResult(library)
    }

    override class func fetchAssets(
        in assetCollection: PHAssetCollection,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        StubResult(library.filter(\.isFavorite))
    }

    override func requestContentEditingInput(
        with options: PHContentEditingInputRequestOptions?,
        completionHandler: @escaping (PHContentEditingInput?, [AnyHashable: Any]) -> Void
    ) -> PHContentEditingInputRequestID {
        completionHandler(StubInput(), [PHContentEditingInputResultIsInCloudKey: false])
        return 0
    }
}

final class StubInput: PHContentEditingInput {
    var picture = UIImage()
    override var displaySizeImage: UIImage? { picture }
    override var fullSizeImageURL: URL? { URL(filePath: "/tmp/a.jpg") }
}

final class StubResult: PHFetchResult<PHAsset> {
    let assets: [PHAsset]
    init(_ assets: [PHAsset]) {
        self.assets = assets
        super.init()
    }
    override var count: Int { assets.count }
    override func object(at index: Int) -> PHAsset { assets[index] }
}

final class StubLibrary: PHPhotoLibrary, @unchecked Sendable {
    private let blocks = OSAllocatedUnfairLock(initialState: 0)
    var performed: Int { blocks.withLock { $0 } }

    override func performChanges(_ changeBlock: @escaping () -> Void) async throws { blocks.withLock { $0 += 1 } }

    override func performChanges(
        _ changeBlock: @escaping () -> Void,
        completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        blocks.withLock { $0 += 1 }
        completionHandler?(true, nil)
    }

    override class func requestAuthorization(for accessLevel: PHAccessLevel) async -> PHAuthorizationStatus { .limited }
}

final class StubImages: PHImageManager {
    let picture: UIImage
    init(_ picture: UIImage) {
        self.picture = picture
        super.init()
    }

    override func requestImage(
        for asset: PHAsset,
        targetSize: CGSize,
        contentMode: PHImageContentMode,
        options: PHImageRequestOptions?,
        resultHandler: @escaping @Sendable (UIImage?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        Task { resultHandler(picture, nil) }
        return 1
    }
}

final class StubChange: PHChange {
    var deleted: Set<String> = []
    override func changeDetails<T: PHObject>(for object: T) -> PHObjectChangeDetails<T>? { StubDetails(object) }
}

final class StubDetails<T: PHObject>: PHObjectChangeDetails<T> {
    private let object: T
    init(_ object: T) {
        self.object = object
        super.init()
    }
    override var objectBeforeChanges: T { object }
    override var objectAfterChanges: T? { nil }
}

func use(_ asset: StubAsset) async {
    // A double crosses isolations as what it doubles does.
    await Task.detached { print(asset.localIdentifier) }.value
    let images: PHImageManager = StubImages(UIImage())
    let picture: UIImage? = await withCheckedContinuation { continuation in
        _ = images.requestImage(for: asset, targetSize: .zero, contentMode: .default, options: nil) { image, _ in
            continuation.resume(returning: image)
        }
    }
    print(picture?.size ?? .zero)
}
