import PhotosUI

// What an app does until it may see photos, and when it may see some. It only has to compile.

@MainActor
private final class PhotoPermission {
    enum State: Equatable { case unknown, full, limited(count: Int), addOnly, blocked(canChange: Bool) }
    private(set) var state: State = .unknown
    private var observer: LimitedObserver?
    var onNewlySelected: (([PHAsset]) -> Void)?

    func refresh() {
        switch PHPhotoLibrary.authorizationStatus(for: .readWrite) {
        case .notDetermined: state = .unknown
        case .restricted: state = .blocked(canChange: false)
        case .denied:
            state =
                PHPhotoLibrary.authorizationStatus(for: .addOnly) == .authorized ? .addOnly : .blocked(canChange: true)
        case .authorized: state = .full
        case .limited: state = .limited(count: PHAsset.fetchAssets(with: nil).count)
        @unknown default: break
        }
    }

    func ask() async {
        let status: PHAuthorizationStatus = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
        refresh()
        if status == .limited, observer == nil {
            let observer = LimitedObserver { [weak self] in Task { @MainActor in self?.refresh() } }
            PHPhotoLibrary.shared().register(observer)
            self.observer = observer
        }
    }

    func manageSelection(from controller: AnyObject) {
        PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: controller)
        PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: controller) { identifiers in
            let assets = PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: nil)
            let list = assets.objects(at: IndexSet(0..<assets.count))
            DispatchQueue.main.async { self.onNewlySelected?(list) }
        }
    }

    func manageSelectionAsync(from controller: AnyObject) async -> Int {
        let identifiers = await PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: controller)
        return identifiers.count
    }

    func saveOnly(_ data: Data, type: UTType) async throws -> String? {
        if PHPhotoLibrary.authorizationStatus(for: .addOnly) == .notDetermined {
            _ = await PHPhotoLibrary.requestAuthorization(for: .addOnly)
        }
        var placeholder: PHObjectPlaceholder?
        do {
            try await PHPhotoLibrary.shared().performChanges {
                let options = PHAssetResourceCreationOptions()
                options.uniformTypeIdentifier = type.identifier
                options.originalFilename = "photo." + (type.preferredFilenameExtension ?? "jpg")
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .photo, data: data, options: options)
                placeholder = request.placeholderForCreatedAsset
            }
        } catch let error as PHPhotosError {
            switch error.code {
            case .accessUserDenied, .accessRestricted: state = .blocked(canChange: error.code == .accessUserDenied)
            case .notEnoughSpace: break
            case .invalidResource, .missingResource, .changeNotSupported: break
            default: break
            }
            throw error
        }
        return placeholder?.localIdentifier
    }
}

private final class LimitedObserver: NSObject, PHPhotoLibraryChangeObserver {
    private let changed: () -> Void
    private var assets = PHAsset.fetchAssets(with: nil)
    init(_ changed: @escaping () -> Void) { self.changed = changed }
    func photoLibraryDidChange(_ changeInstance: PHChange) {
        guard let details = changeInstance.changeDetails(for: assets) else { return }
        assets = details.fetchResultAfterChanges
        print(
            details.insertedObjects.map(\.localIdentifier),
            details.removedObjects.count,
            details.changedObjects.count
        )
        changed()
    }
}
