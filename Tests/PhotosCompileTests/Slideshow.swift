import CoreGraphics
import Foundation
import ImageIO
import Photos

// Pictures one after the other, and the ways in which apps ask for one. It only has to compile.

private final class ImageLoader {
    typealias Completion = (PhotoImage?, [AnyHashable: Any]?) -> Void
    private let manager: PHImageManager
    private(set) var requestId: PHImageRequestID?

    init(manager: PHImageManager = .default()) { self.manager = manager }

    static func options(
        _ mode: PHImageRequestOptionsDeliveryMode,
        sync: Bool = false,
        version: PHImageRequestOptionsVersion = .current
    ) -> PHImageRequestOptions {
        let options = PHImageRequestOptions()
        options.deliveryMode = mode
        options.isSynchronous = sync
        options.version = version
        options.resizeMode = PHImageRequestOptionsResizeMode.exact
        options.isNetworkAccessAllowed = true
        options.normalizedCropRect = CGRect(x: 0, y: 0, width: 1, height: 0.5)
        if #available(iOS 17, *) { options.allowSecondaryDegradedImage = true }
        options.progressHandler = { (progress, error, stop, info) in
            DispatchQueue.main.async { print(progress) }
            if error != nil { stop.pointee = ObjCBool(true) }
        }
        return options
    }

    func load(
        _ asset: PHAsset,
        targetSize: CGSize = PHImageManagerMaximumSize,
        contentMode: PHImageContentMode = .default,
        completion: @escaping Completion
    ) {
        cancel()
        requestId = manager.requestImage(
            for: asset,
            targetSize: targetSize,
            contentMode: contentMode,
            options: Self.options(.opportunistic)
        ) { [weak self] image, info in
            let degraded = (info?[PHImageResultIsDegradedKey] as? NSNumber)?.boolValue ?? false
            let cancelled = (info?[PHImageCancelledKey] as? Bool) ?? false
            let error = info?[PHImageErrorKey] as? Error
            let id = info?[PHImageResultRequestIDKey] as? PHImageRequestID
            guard let self = self, !cancelled, error == nil, id == self.requestId else { return }
            if !degraded { self.requestId = nil }
            completion(image, info)
        }
    }

    func cancel() {
        if let id = requestId, id != PHInvalidImageRequestID { manager.cancelImageRequest(id) }
        requestId = nil
    }

    static func thumbnails(_ assets: [PHAsset], size: CGFloat, scale: CGFloat) -> [PhotoImage] {
        var images = [PhotoImage]()
        let option = PHImageRequestOptions()
        option.isSynchronous = true
        for asset in assets {
            let ratio = CGFloat(asset.pixelWidth) / CGFloat(asset.pixelHeight)
            PHImageManager.default().requestImage(
                for: asset,
                targetSize: CGSize(width: size * ratio * scale, height: size * scale),
                contentMode: .aspectFit,
                options: option
            ) { result, _ in
                if let image = result { images.append(image) }
            }
        }
        return images
    }

    func image(for asset: PHAsset, size: CGSize) async throws -> PhotoImage {
        try await withCheckedThrowingContinuation { [manager] continuation in
            manager.requestImage(
                for: asset,
                targetSize: size,
                contentMode: .aspectFill,
                options: Self.options(.highQualityFormat)
            ) { image, info in
                if let error = info?[PHImageErrorKey] as? Error {
                    continuation.resume(throwing: error)
                } else if let image = image {
                    continuation.resume(returning: image)
                } else {
                    continuation.resume(throwing: CancellationError())
                }
            }
        }
    }

    func stream(_ asset: PHAsset) -> AsyncStream<PhotoImage> {
        AsyncStream { continuation in
            let id = manager.requestImage(
                for: asset,
                targetSize: .init(width: 10, height: 10),
                contentMode: .aspectFill,
                options: nil
            ) { image, info in
                if let image { continuation.yield(image) }
                if !(info?[PHImageResultIsDegradedKey] as? Bool ?? false) { continuation.finish() }
            }
            continuation.onTermination = { _ in PHImageManager.default().cancelImageRequest(id) }
        }
    }
}

private final class Slideshow {
    private let assets: PHFetchResult<PHAsset>
    private var index = 0
    private let loader = ImageLoader()
    private let caching = PHCachingImageManager()
    var live: PHLivePhotoRequestID = PHLivePhotoRequestIDInvalid

    init(since date: Date, favorites: Bool) {
        let options = PHFetchOptions()
        var predicates = [
            NSPredicate(format: "mediaType = %d", PHAssetMediaType.image.rawValue),
            NSPredicate(format: "creationDate >= %@", date as NSDate),
            NSPredicate(format: "NOT ((mediaSubtype & %d) != 0)", PHAssetMediaSubtype.photoScreenshot.rawValue),
        ]
        if favorites { predicates.append(NSPredicate(format: "favorite == YES")) }
        options.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: predicates)
        options.sortDescriptors = [
            NSSortDescriptor(key: "modificationDate", ascending: false),
            NSSortDescriptor(key: "creationDate", ascending: false),
        ]
        options.fetchLimit = 500
        assets = PHAsset.fetchAssets(with: options)
    }

    func next(_ show: @escaping (PhotoImage, String) -> Void) {
        guard assets.count > 0 else { return }
        index = (index + 1) % assets.count
        let asset = assets[index]
        let upcoming = assets.objects(at: IndexSet(integersIn: index..<min(index + 3, assets.count)))
        caching.startCachingImages(
            for: upcoming,
            targetSize: PHImageManagerMaximumSize,
            contentMode: .aspectFit,
            options: ImageLoader.options(.fastFormat)
        )
        let formatter = DateFormatter()
        formatter.dateStyle = .medium
        let caption = asset.creationDate.map(formatter.string(from:)) ?? ""
        switch asset.playbackStyle {
        case .image, .imageAnimated:
            loader.load(asset) { image, _ in image.map { show($0, caption) } }
        case .livePhoto:
            let options = PHLivePhotoRequestOptions()
            options.deliveryMode = .opportunistic
            options.isNetworkAccessAllowed = true
            live = PHImageManager.default().requestLivePhoto(
                for: asset,
                targetSize: CGSize(width: 100, height: 100),
                contentMode: .aspectFit,
                options: options
            ) { livePhoto, info in
                guard let livePhoto = livePhoto, !(info?[PHImageResultIsDegradedKey] as? Bool ?? false) else { return }
                print(livePhoto.size, PHAssetResource.assetResources(for: livePhoto).count)
            }
        case .video, .videoLooping: print(asset.duration)
        case .unsupported: break
        @unknown default: break
        }
        PHImageManager.default().requestImageDataAndOrientation(for: asset, options: nil) {
            (data, dataUTI, orientation, info) in
            switch orientation {
            case .up, .upMirrored: break
            default: print(orientation.rawValue, dataUTI ?? "", data?.count ?? 0)
            }
        }
    }
}
