import Foundation
import Photos
import PhotosUI
import UniformTypeIdentifiers

// Attachments of a message: a picker that keeps its selection, without places, and loads in the background. It only has
// to compile.

private struct Attachment: Identifiable {
    enum Content {
        case image(UIImage)
        case video(URL)
        case livePhoto(PHLivePhoto)
        case failed(Error)
    }

    let id: String
    var suggestedName: String?
    var content: Content
}

@MainActor
private protocol AttachmentPickerDelegate: AnyObject {
    func attachmentPicker(_ picker: AttachmentPicker, didUpdate attachments: [Attachment])
}

@MainActor
private final class AttachmentPicker: NSObject {
    weak var delegate: AttachmentPickerDelegate?
    private var identifiers: [String] = []
    private var attachments: [String: Attachment] = [:]
    private var tasks: [String: Progress] = [:]
    private var controller: PHPickerViewController?
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("attachments", isDirectory: true)

    private var configuration: PHPickerConfiguration {
        var configuration = PHPickerConfiguration(photoLibrary: PHPhotoLibrary.shared())
        configuration.filter = .all(of: [.not(.playbackStyle(.video)), .any(of: [.images, .livePhotos, .videos])])
        configuration.selectionLimit = 10
        configuration.selection = .continuousAndOrdered
        configuration.preferredAssetRepresentationMode = .compatible
        configuration.preselectedAssetIdentifiers = identifiers
        configuration.metadataOptions = [.removeLocation, .removeCaptions]
        configuration.mode = .compact
        configuration.edgesWithoutContentMargins = [.bottom, .leading]
        configuration.disabledCapabilities = [.search, .stagingArea]
        return configuration
    }

    func show() {
        let controller = PHPickerViewController(configuration: configuration)
        controller.delegate = self
        controller.present()
        self.controller = controller
    }

    func raiseLimit() {
        var update = PHPickerConfiguration.Update()
        update.selectionLimit = 20
        update.edgesWithoutContentMargins = .all
        controller?.updatePicker(using: update)
    }

    func remove(_ identifier: String) {
        controller?.deselectAssets(withIdentifiers: [identifier])
        tasks.removeValue(forKey: identifier)?.cancel()
        attachments[identifier] = nil
    }

    func moveToFront(_ identifier: String) {
        controller?.moveAsset(withIdentifier: identifier, afterAssetWithIdentifier: nil)
    }

    private func finish(_ id: String, _ name: String?, _ content: Attachment.Content) {
        tasks[id] = nil
        attachments[id] = Attachment(id: id, suggestedName: name, content: content)
        delegate?.attachmentPicker(self, didUpdate: identifiers.compactMap { attachments[$0] })
    }

    private func load(_ result: PHPickerResult) {
        let provider = result.itemProvider
        guard let id = result.assetIdentifier else { return }
        let name = provider.suggestedName
        if provider.hasItemConformingToTypeIdentifier(UTType.livePhoto.identifier),
            provider.canLoadObject(ofClass: PHLivePhoto.self)
        {
            tasks[id] = provider.loadObject(ofClass: PHLivePhoto.self) { object, error in
                let photo = object as? PHLivePhoto
                DispatchQueue.main.async {
                    self.finish(
                        id,
                        name,
                        photo.map { .livePhoto($0) } ?? .failed(error ?? CocoaError(.fileReadUnknown))
                    )
                }
            }
        } else if provider.hasItemConformingToTypeIdentifier(UTType.movie.identifier) {
            let folder = self.folder
            tasks[id] = provider.loadFileRepresentation(forTypeIdentifier: UTType.movie.identifier) { url, error in
                let outcome = Result<URL, Error> {
                    guard let url = url else { throw error ?? CocoaError(.fileNoSuchFile) }
                    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                    let copy = folder.appendingPathComponent(UUID().uuidString).appendingPathExtension(
                        url.pathExtension
                    )
                    try FileManager.default.moveItem(at: url, to: copy)
                    return copy
                }
                DispatchQueue.main.async {
                    switch outcome {
                    case .success(let url): self.finish(id, name, .video(url))
                    case .failure(let error): self.finish(id, name, .failed(error))
                    }
                }
            }
        } else if let type = provider.registeredTypeIdentifiers.first(where: {
            UTType($0)?.conforms(to: .image) ?? false
        }) {
            tasks[id] = provider.loadDataRepresentation(forTypeIdentifier: type) { data, error in
                let image = data.flatMap { UIImage(data: $0) }
                DispatchQueue.main.async {
                    self.finish(
                        id,
                        name,
                        image.map { .image($0) } ?? .failed(error ?? CocoaError(.fileReadCorruptFile))
                    )
                }
            }
        }
    }
}

extension AttachmentPicker: PHPickerViewControllerDelegate {
    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
        if picker.configuration.selection != .continuousAndOrdered { picker.dismiss(animated: true, completion: nil) }
        identifiers = results.compactMap { $0.assetIdentifier }
        let kept = Set(identifiers)
        attachments = attachments.filter { kept.contains($0.key) }
        for (id, progress) in tasks where !kept.contains(id) { progress.cancel() }
        for result in results where attachments[result.assetIdentifier ?? ""] == nil { load(result) }
        if results.isEmpty { print(picker.presentationError?.code ?? .userCancelled) }
    }
}

/// A picker for one profile picture, as a function.
@MainActor
private func pickAvatar() async throws -> UIImage? {
    var configuration = PHPickerConfiguration()
    configuration.filter = PHPickerFilter.images
    configuration.selectionLimit = 1
    let picker = PHPickerViewController(configuration: configuration)
    guard let provider = try await picker.pick().first?.itemProvider, provider.canLoadObject(ofClass: UIImage.self)
    else { return nil }
    return try await withCheckedThrowingContinuation { continuation in
        provider.loadObject(ofClass: UIImage.self) { image, error in
            if let error = error {
                continuation.resume(throwing: error)
            } else {
                continuation.resume(returning: image as? UIImage)
            }
        }
    }
}
