import PhotosUI

// Pickers as apps use them: "Improve access to Photos in your app" of WWDC21, and what is made of it. It only has to
// compile.

/// What a screen of an app's does with a picker; on Apple's systems it would be a view controller.
@MainActor
private final class Gallery: NSObject, PHPickerViewControllerDelegate {
    private var selection = [String: PHPickerResult]()
    private var selectedAssetIdentifiers = [String]()
    private var selectedAssetIdentifierIterator: IndexingIterator<[String]>?
    private var currentAssetIdentifier: String?
    private var progress: Progress?
    private var image: PhotoImage?

    func presentPickerForImages() { presentPicker(filter: .images) }

    func presentPickerForImagesIncludingLivePhotos() {
        presentPicker(filter: PHPickerFilter.any(of: [.images, .livePhotos]))
    }

    private func presentPicker(filter: PHPickerFilter?) {
        var configuration = PHPickerConfiguration(photoLibrary: .shared())
        // Set the filter type according to the user's selection.
        configuration.filter = filter
        // Set the mode to avoid transcoding, if possible, if your app supports arbitrary image/video encodings.
        configuration.preferredAssetRepresentationMode = .current
        // Set the selection behavior to respect the user's selection order.
        configuration.selection = .ordered
        // Set the selection limit to enable multiselection.
        configuration.selectionLimit = 0
        // Set the preselected asset identifiers with the identifiers that the app tracks.
        configuration.preselectedAssetIdentifiers = selectedAssetIdentifiers

        let picker = PHPickerViewController(configuration: configuration)
        picker.delegate = self
        picker.present()
    }

    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
        picker.dismiss(animated: true)

        let existingSelection = self.selection
        var newSelection = [String: PHPickerResult]()
        for result in results {
            guard let identifier = result.assetIdentifier else { continue }
            newSelection[identifier] = existingSelection[identifier] ?? result
        }

        // Track the selection in case the user deselects it later.
        selection = newSelection
        selectedAssetIdentifiers = results.compactMap(\.assetIdentifier)
        selectedAssetIdentifierIterator = selectedAssetIdentifiers.makeIterator()
        if !selection.isEmpty { displayNext() }
    }

    private func displayNext() {
        guard let assetIdentifier = selectedAssetIdentifierIterator?.next() else { return }
        currentAssetIdentifier = assetIdentifier
        guard let itemProvider = selection[assetIdentifier]?.itemProvider else { return }
        if itemProvider.canLoadObject(ofClass: PHLivePhoto.self) {
            progress = itemProvider.loadObject(ofClass: PHLivePhoto.self) { [weak self] livePhoto, error in
                let livePhoto = livePhoto as? PHLivePhoto
                Task { @MainActor [weak self] in
                    self?.handleCompletion(assetIdentifier: assetIdentifier, object: livePhoto, error: error)
                }
            }
        } else if itemProvider.canLoadObject(ofClass: PhotoImage.self) {
            progress = itemProvider.loadObject(ofClass: PhotoImage.self) { [weak self] image, error in
                let image = image as? PhotoImage
                Task { @MainActor [weak self] in
                    self?.handleCompletion(assetIdentifier: assetIdentifier, object: image, error: error)
                }
            }
        } else {
            progress = itemProvider.loadFileRepresentation(forTypeIdentifier: UTType.movie.identifier) { url, error in
                do {
                    guard let url = url, error == nil else { throw error ?? NSError(domain: "x", code: -1) }
                    let localURL = FileManager.default.temporaryDirectory.appendingPathComponent(url.lastPathComponent)
                    try? FileManager.default.removeItem(at: localURL)
                    try FileManager.default.copyItem(at: url, to: localURL)
                } catch let catchedError {
                    print(catchedError)
                }
            }
        }
        _ = progress?.fractionCompleted
    }

    private func handleCompletion(assetIdentifier: String, object: Any?, error: Error? = nil) {
        guard currentAssetIdentifier == assetIdentifier else { return }
        if let livePhoto = object as? PHLivePhoto { print(livePhoto.size) }
        if let image = object as? PhotoImage { self.image = image }
    }

    // Journal: more photos while a new entry is made.
    func addPhotos() {
        PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: self) { identifiers in
            let assets = PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: nil)
            print(assets.count)
        }
        PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: self)
    }

    func addPhotosAsynchronously() async {
        let identifiers = await PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: self)
        print(identifiers.count)
    }
}

/// A delegate that is not of one actor, in the style of before Swift's concurrency.
private class Coordinator: NSObject, PHPickerViewControllerDelegate {
    var onCompletion: ([PHPickerResult]) -> Void = { _ in }

    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
        picker.dismiss(animated: true, completion: nil)
        onCompletion(results)
        for result in results where result.itemProvider.hasItemConformingToTypeIdentifier(UTType.image.identifier) {
            result.itemProvider.loadDataRepresentation(forTypeIdentifier: UTType.image.identifier) { data, _ in
                print(data?.count ?? 0)
            }
        }
    }
}

/// iOS 15 to 18.
@MainActor
private func configured() -> PHPickerViewController {
    var configuration = PHPickerConfiguration()
    configuration.selectionLimit = 10
    configuration.filter = .all(of: [.not(.screenshots), .any(of: [.images, .playbackStyle(.imageAnimated)])])
    configuration.selection = .continuousAndOrdered
    configuration.mode = .compact
    configuration.edgesWithoutContentMargins = .all
    configuration.disabledCapabilities = [.search, .stagingArea, .collectionNavigation, .selectionActions]
    configuration.preferredAssetRepresentationMode = .compatible
    _ = [PHPickerFilter.bursts, .cinematicVideos, .depthEffectPhotos, .panoramas, .screenRecordings, .slomoVideos]
    _ = [PHPickerFilter.timelapseVideos, .spatialMedia, .videos, .livePhotos]
    let picker = PHPickerViewController(configuration: configuration)
    var update = PHPickerConfiguration.Update()
    update.selectionLimit = 2
    update.edgesWithoutContentMargins = [.leading, .trailing]
    picker.updatePicker(using: update)
    picker.deselectAssets(withIdentifiers: ["a"])
    picker.moveAsset(withIdentifier: "a", afterAssetWithIdentifier: nil)
    picker.scrollToInitialPosition()
    picker.zoomIn()
    picker.zoomOut()
    return picker
}

/// What Linux adds.
private func pick() async throws {
    for result in try await configured().pick() { print(result.itemProvider.registeredContentTypes) }
    for try await selection in await configured().selections() { print(selection.count) }
}
