import Foundation
import Photos
import PhotosUI

// View models of screens without their views: observation, selection, limited access, pickers. It only has to compile.

@MainActor
final class GalleryModel: NSObject {
    enum Phase: Equatable { case idle, loading, loaded(Int), failed(String) }

    private(set) var phase = Phase.idle { didSet { onChange?(phase) } }
    private(set) var assets = PHFetchResult<PHAsset>()
    private(set) var selection: Set<String> = []
    var onChange: ((Phase) -> Void)?
    private let caching = PHCachingImageManager()
    private var window = 0..<0
    private var thumbnails: [String: UIImage] = [:]
    private lazy var observer = ChangeRelay { [weak self] change in self?.apply(change) }

    func load() async {
        phase = .loading
        let status = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
        guard status == .authorized || status == .limited else {
            phase = .failed("no access (\(status.rawValue))")
            return
        }
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        assets = await Task.detached { PHAsset.fetchAssets(with: options.copy() as? PHFetchOptions) }.value
        PHPhotoLibrary.shared().register(observer)
        phase = .loaded(assets.count)
    }

    func apply(_ change: PHChange) {
        guard let details = change.changeDetails(for: assets) else { return }
        assets = details.fetchResultAfterChanges
        selection.subtract(details.removedObjects.map(\.localIdentifier))
        for asset in details.changedObjects { thumbnails[asset.localIdentifier] = nil }
        phase = .loaded(assets.count)
    }

    func show(_ visible: Range<Int>, size: CGSize) {
        let wanted = max(0, visible.lowerBound - 20)..<min(assets.count, visible.upperBound + 20)
        let old = IndexSet(integersIn: window), new = IndexSet(integersIn: wanted)
        caching.startCachingImages(
            for: assets.objects(at: new.subtracting(old)),
            targetSize: size,
            contentMode: .aspectFill,
            options: nil
        )
        caching.stopCachingImages(
            for: assets.objects(at: old.subtracting(new)),
            targetSize: size,
            contentMode: .aspectFill,
            options: nil
        )
        window = wanted
    }

    func thumbnail(at path: IndexPath, size: CGSize) {
        let asset = assets[path.item]
        caching.requestImage(for: asset, targetSize: size, contentMode: .aspectFill, options: nil) {
            [weak self] image, info in
            let id = asset.localIdentifier
            Task { @MainActor in self?.thumbnails[id] = image }
        }
    }

    func toggle(_ asset: PHAsset) {
        if selection.remove(asset.localIdentifier) == nil { selection.insert(asset.localIdentifier) }
    }

    func toggleFavorite(_ asset: PHAsset) async {
        do {
            try await PHPhotoLibrary.shared().performChanges {
                PHAssetChangeRequest(for: asset).isFavorite.toggle()
            }
        } catch let error as PHPhotosError where error.code == .userCancelled {
            return
        } catch {
            phase = .failed(error.localizedDescription)
        }
    }

    func deleteSelected() async throws {
        let doomed = PHAsset.fetchAssets(withLocalIdentifiers: Array(selection), options: nil)
        try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest.deleteAssets(doomed) }
        selection = []
    }
}

/// Brings changes to the main actor.
private final class ChangeRelay: NSObject, PHPhotoLibraryChangeObserver, Sendable {
    private let handler: @MainActor @Sendable (PHChange) -> Void

    init(_ handler: @escaping @MainActor @Sendable (PHChange) -> Void) { self.handler = handler }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        Task { @MainActor in handler(changeInstance) }
    }
}

@MainActor
final class PickerModel: PHPickerViewControllerDelegate {
    private(set) var images: [UIImage] = []
    private(set) var failures: [String] = []
    private var picker: PHPickerViewController?

    func present(limit: Int) {
        var configuration = PHPickerConfiguration(photoLibrary: .shared())
        configuration.filter = .any(of: [.images, .livePhotos, .not(.videos)])
        configuration.selectionLimit = limit
        configuration.preferredAssetRepresentationMode = .current
        let picker = PHPickerViewController(configuration: configuration)
        picker.delegate = self
        picker.present()
        self.picker = picker
    }

    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
        picker.dismiss(animated: true)
        Task {
            for result in results {
                do {
                    if let image = try await Self.image(result.itemProvider) { images.append(image) }
                } catch {
                    failures.append(error.localizedDescription)
                }
            }
        }
    }

    private static func image(_ provider: NSItemProvider) async throws -> UIImage? {
        guard provider.canLoadObject(ofClass: UIImage.self) else { return nil }
        return try await withCheckedThrowingContinuation { continuation in
            _ = provider.loadObject(ofClass: UIImage.self) { object, error in
                if let error { return continuation.resume(throwing: error) }
                continuation.resume(returning: object as? UIImage)
            }
        }
    }
}

@MainActor
final class LimitedAccessModel {
    private(set) var selected: [PHAsset] = []
    let host: AnyObject
    init(host: AnyObject) { self.host = host }

    var banner: String? {
        switch PHPhotoLibrary.authorizationStatus(for: .readWrite) {
        case .limited: "You share \(PHAsset.fetchAssets(with: nil).count) photos."
        case .authorized, .notDetermined: nil
        case .denied, .restricted: "No access."
        @unknown default: nil
        }
    }

    func selectMore() async {
        let added = await PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: host)
        let result = PHAsset.fetchAssets(withLocalIdentifiers: added, options: nil)
        selected += result.objects(at: IndexSet(0..<result.count))
    }
}
