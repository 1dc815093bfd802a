import Foundation
import Photos
import UniformTypeIdentifiers
import os.log

// Wrappers of PhotoKit with checked continuations and streams. It only has to compile.

private let log = Logger(subsystem: "com.example.async", category: "photos")

enum PhotoFailure: Error, Equatable {
    case notAuthorized(PHAuthorizationStatus)
    case missing(String)
    case cancelled
    case underlying(String)
}

extension PHAsset {
    static func all(newestFirst: Bool = true, limit: Int = 0, matching predicate: NSPredicate? = nil) -> [PHAsset] {
        let options = PHFetchOptions()
        options.predicate = predicate
        options.sortDescriptors = [NSSortDescriptor(keyPath: \PHAsset.creationDate, ascending: !newestFirst)]
        options.fetchLimit = limit
        let result = PHAsset.fetchAssets(with: options)
        return result.objects(at: IndexSet(integersIn: 0..<result.count))
    }

    func image(side: CGFloat, mode: PHImageContentMode = .aspectFill) async throws -> UIImage {
        let options = PHImageRequestOptions()
        options.deliveryMode = .highQualityFormat
        options.isNetworkAccessAllowed = true
        let request = RequestBox()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<UIImage, any Error>) in
                request.id = PHImageManager.default().requestImage(
                    for: self,
                    targetSize: CGSize(width: side, height: side),
                    contentMode: mode,
                    options: options
                ) { image, info in
                    if let image, (info?[PHImageResultIsDegradedKey] as? Bool) != true {
                        continuation.resume(returning: image)
                    } else if let error = info?[PHImageErrorKey] as? any Error {
                        continuation.resume(throwing: error)
                    } else if info?[PHImageCancelledKey] as? Bool == true {
                        continuation.resume(throwing: PhotoFailure.cancelled)
                    } else {
                        continuation.resume(throwing: PhotoFailure.missing(self.localIdentifier))
                    }
                }
            }
        } onCancel: {
            PHImageManager.default().cancelImageRequest(request.id)
        }
    }

    func data() async throws -> (data: Data, type: UTType?, orientation: CGImagePropertyOrientation) {
        try await withCheckedThrowingContinuation { continuation in
            PHImageManager.default().requestImageDataAndOrientation(for: self, options: nil) {
                data,
                uti,
                orientation,
                info in
                guard let data else {
                    return continuation.resume(
                        throwing: info?[PHImageErrorKey] as? any Error ?? PhotoFailure.missing("data")
                    )
                }
                continuation.resume(returning: (data, uti.flatMap { UTType($0) }, orientation))
            }
        }
    }

    func editingInput() async throws -> sending PHContentEditingInput {
        try await withCheckedThrowingContinuation { continuation in
            _ = requestContentEditingInput(with: nil) { input, info in
                if let input {
                    continuation.resume(returning: input)
                } else {
                    let error = info[PHContentEditingInputErrorKey] as? any Error
                    continuation.resume(throwing: error ?? PhotoFailure.cancelled)
                }
            }
        }
    }
}

private final class RequestBox: Sendable {
    private let lock = OSAllocatedUnfairLock(initialState: PHInvalidImageRequestID)
    var id: PHImageRequestID {
        get { lock.withLock { $0 } }
        set { lock.withLock { $0 = newValue } }
    }
}

extension PHAssetResource {
    var chunks: AsyncThrowingStream<Data, any Error> {
        AsyncThrowingStream { continuation in
            let options = PHAssetResourceRequestOptions()
            options.isNetworkAccessAllowed = true
            let id = PHAssetResourceManager.default().requestData(for: self, options: options) { data in
                continuation.yield(data)
            } completionHandler: { error in
                continuation.finish(throwing: error)
            }
            continuation.onTermination = { reason in
                if case .cancelled = reason { PHAssetResourceManager.default().cancelDataRequest(id) }
            }
        }
    }

    func write(to folder: URL) async throws -> URL {
        let url = folder.appending(path: originalFilename)
        try await PHAssetResourceManager.default().writeData(for: self, toFile: url, options: nil)
        return url
    }
}

/// Who may do what.
struct PhotoAccess: Sendable {
    var request: @Sendable (PHAccessLevel) async -> PHAuthorizationStatus = { level in
        await PHPhotoLibrary.requestAuthorization(for: level)
    }

    func require(_ level: PHAccessLevel) async throws(PhotoFailure) {
        switch await request(level) {
        case .authorized, .limited: return
        case let status where status == .denied || status == .restricted: throw .notAuthorized(status)
        case .notDetermined: throw .notAuthorized(.notDetermined)
        default: throw .cancelled
        }
    }
}

actor PhotoWriter {
    private let library: PHPhotoLibrary
    init(library: sending PHPhotoLibrary = .shared()) { self.library = library }

    func add(_ url: URL, toAlbum title: String) async throws -> String {
        let identifier = OSAllocatedUnfairLock<String?>(initialState: nil)
        let existing = album(title)
        try await library.performChanges {
            guard let creation = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: url),
                let placeholder = creation.placeholderForCreatedAsset
            else { return }
            let album =
                existing.flatMap { PHAssetCollectionChangeRequest(for: $0) }
                ?? PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
            album.addAssets([placeholder] as NSArray)
            identifier.withLock { $0 = placeholder.localIdentifier }
        }
        guard let made = identifier.withLock({ $0 }) else { throw PhotoFailure.missing(url.lastPathComponent) }
        log.info("added \(made, privacy: .public)")
        return made
    }

    private func album(_ title: String) -> PHAssetCollection? {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "title = %@", title)
        return PHAssetCollection.fetchAssetCollections(with: .album, subtype: .albumRegular, options: options)
            .firstObject
    }

    func thumbnails(_ assets: [PHAsset]) -> AsyncStream<(String, UIImage)> {
        AsyncStream { continuation in
            let task = Task {
                await withTaskGroup(of: (String, UIImage)?.self) { group in
                    for asset in assets {
                        group.addTask {
                            guard let image = try? await asset.image(side: 128) else { return nil }
                            return (asset.localIdentifier, image)
                        }
                    }
                    for await case let item? in group { continuation.yield(item) }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
