import Foundation
import Photos
import PhotosUI
import UniformTypeIdentifiers

// Live Photos taken apart and put together: files written beside each other, previewed, and saved. It only has to
// compile.

private struct LivePhotoParts {
    var still: URL
    var movie: URL
}

private final class LivePhotoMaker {
    private let folder: URL
    private var request: PHLivePhotoRequestID = PHLivePhotoRequestIDInvalid

    init() throws {
        folder = try FileManager.default.url(
            for: .itemReplacementDirectory,
            in: .userDomainMask,
            appropriateFor: FileManager.default.temporaryDirectory,
            create: true
        )
    }

    deinit {
        PHLivePhoto.cancelRequest(withRequestID: request)
        try? FileManager.default.removeItem(at: folder)
    }

    /// Writes the files of a Live Photo.
    func extract(_ livePhoto: PHLivePhoto, completion: @escaping (LivePhotoParts?) -> Void) {
        let resources = PHAssetResource.assetResources(for: livePhoto)
        let group = DispatchGroup()
        var parts: [PHAssetResourceType: URL] = [:]
        let lock = NSLock()
        for resource in resources where resource.type == .photo || resource.type == .pairedVideo {
            group.enter()
            let type = UTType(resource.uniformTypeIdentifier)
            let name = UUID().uuidString + "." + (type?.preferredFilenameExtension ?? "bin")
            let file = folder.appendingPathComponent(name)
            var buffer = Data()
            let options = PHAssetResourceRequestOptions()
            options.isNetworkAccessAllowed = true
            PHAssetResourceManager.default().requestData(for: resource, options: options) { chunk in
                buffer.append(chunk)
            } completionHandler: { error in
                defer { group.leave() }
                guard error == nil, (try? buffer.write(to: file, options: .atomic)) != nil else { return }
                lock.lock()
                parts[resource.type] = file
                lock.unlock()
            }
        }
        group.notify(queue: .main) {
            guard let still = parts[.photo], let movie = parts[.pairedVideo] else { return completion(nil) }
            completion(LivePhotoParts(still: still, movie: movie))
        }
    }

    /// Makes one of two files, first a quick one and then the real one.
    func assemble(_ parts: LivePhotoParts, placeholder: UIImage?, completion: @escaping (PHLivePhoto?, Bool) -> Void) {
        request = PHLivePhoto.request(
            withResourceFileURLs: [parts.movie, parts.still],
            placeholderImage: placeholder,
            targetSize: CGSize.zero,
            contentMode: PHImageContentMode.aspectFit
        ) { livePhoto, info in
            if let error = info[PHLivePhotoInfoErrorKey] as? NSError { print(error.localizedDescription) }
            if (info[PHLivePhotoInfoCancelledKey] as? NSNumber)?.boolValue == true { return }
            let degraded = info[PHLivePhotoInfoIsDegradedKey] as? Bool ?? false
            completion(livePhoto, !degraded)
        }
    }

    func save(_ parts: LivePhotoParts, completion: @escaping (String?, Error?) -> Void) {
        var placeholder: PHObjectPlaceholder?
        PHPhotoLibrary.shared().performChanges({
            let request = PHAssetCreationRequest.forAsset()
            guard
                PHAssetCreationRequest.supportsAssetResourceTypes([
                    PHAssetResourceType.photo.rawValue as NSNumber,
                    PHAssetResourceType.pairedVideo.rawValue as NSNumber,
                ])
            else { return }
            let options = PHAssetResourceCreationOptions()
            options.shouldMoveFile = true
            options.originalFilename = "IMG_0001." + parts.still.pathExtension
            request.addResource(with: .photo, fileURL: parts.still, options: options)
            let movieOptions = PHAssetResourceCreationOptions()
            movieOptions.uniformTypeIdentifier = UTType.quickTimeMovie.identifier
            movieOptions.shouldMoveFile = true
            request.addResource(with: .pairedVideo, fileURL: parts.movie, options: movieOptions)
            request.creationDate = Date()
            placeholder = request.placeholderForCreatedAsset
        }) { success, error in
            completion(success ? placeholder?.localIdentifier : nil, error)
        }
    }

    /// Any Live Photo of an asset, or the movie of it alone.
    func movie(of asset: PHAsset, to url: URL) async throws {
        guard asset.mediaSubtypes.contains(.photoLive),
            let resource = PHAssetResource.assetResources(for: asset).first(where: { $0.type == .pairedVideo })
        else { throw PHPhotosError(.invalidResource) }
        try await PHAssetResourceManager.default().writeData(for: resource, toFile: url, options: nil)
    }
}

@MainActor
private final class LivePhotoCell: NSObject, PHLivePhotoViewDelegate {
    let view = PHLivePhotoView()
    var representedAssetIdentifier: String?
    private var requestID = PHInvalidImageRequestID

    override init() {
        super.init()
        view.delegate = self
        view.isMuted = true
    }

    func show(_ asset: PHAsset, size: CGSize) {
        representedAssetIdentifier = asset.localIdentifier
        let options = PHLivePhotoRequestOptions()
        options.deliveryMode = .opportunistic
        options.isNetworkAccessAllowed = true
        options.progressHandler = { progress, _, _, _ in
            DispatchQueue.main.async { print(progress) }
        }
        requestID = PHImageManager.default().requestLivePhoto(
            for: asset,
            targetSize: size,
            contentMode: .aspectFit,
            options: options
        ) { [weak self] livePhoto, info in
            let degraded = (info?[PHImageResultIsDegradedKey] as? Bool) ?? false
            DispatchQueue.main.async {
                guard let self = self, self.representedAssetIdentifier == asset.localIdentifier else { return }
                self.view.livePhoto = livePhoto
                if !degraded { self.view.startPlayback(with: .hint) }
            }
        }
    }

    func prepareForReuse() {
        PHImageManager.default().cancelImageRequest(requestID)
        view.stopPlayback()
        view.livePhoto = nil
    }

    func livePhotoView(
        _ livePhotoView: PHLivePhotoView,
        willBeginPlaybackWith playbackStyle: PHLivePhotoViewPlaybackStyle
    ) {
        print(playbackStyle == .full ? "full" : "hint")
    }

    func livePhotoView(
        _ livePhotoView: PHLivePhotoView,
        didEndPlaybackWith playbackStyle: PHLivePhotoViewPlaybackStyle
    ) {
        if playbackStyle == .hint { livePhotoView.startPlayback(with: .full) }
    }
}
