import LibraryClient
import LibraryModel
import Synchronization

/// The requests for something to edit that are under way.
final class ContentEditingRequests: Sendable {
    static let shared = ContentEditingRequests()

    private let queue = DispatchQueue(label: "photos.editing")
    private let requests = Mutex(ImageRequests())

    func begin(
        _ asset: PHAsset,
        _ options: PHContentEditingInputRequestOptions?,
        _ handler: @escaping @Sendable (PHContentEditingInput?, [AnyHashable: Any]) -> Void
    ) -> PHContentEditingInputRequestID {
        let id = requests.withLock { $0.begin() }
        // Asked here, because the app's closure is not made to be called from another thread.
        let recipe = Self.recipe(of: asset, options)
        queue.async { [self] in
            let isCancelled = requests.withLock { $0.end(id) }
            if isCancelled { return handler(nil, [PHContentEditingInputCancelledKey: true]) }
            do throws(PHPhotosError) {
                handler(try Self.input(asset, try recipe.get()), [:])
            } catch {
                handler(nil, [PHContentEditingInputErrorKey: error])
            }
        }
        return PHContentEditingInputRequestID(id)
    }

    func cancel(_ id: PHContentEditingInputRequestID) {
        guard let id = PHImageRequestID(exactly: id) else { return }
        requests.withLock { $0.cancel(id) }
    }

    /// The recipe of the asset's edit, where there is one and the app can take it up.
    private static func recipe(
        of asset: PHAsset,
        _ options: PHContentEditingInputRequestOptions?
    ) -> Result<PHAdjustmentData?, PHPhotosError> {
        guard let identity = asset.resolvedIdentity else {
            return .failure(PHPhotosError(.identifierNotFound, reason: "the asset is in no library"))
        }
        do throws(LibraryError) {
            guard asset.hasAdjustments, let options,
                let adjustment = try PHPhotoLibrary.shared().client.adjustment(of: identity.id)
            else { return .success(nil) }
            let recipe = PHAdjustmentData(
                formatIdentifier: adjustment.formatIdentifier,
                formatVersion: adjustment.formatVersion,
                data: Data(adjustment.data)
            )
            return .success(options.canHandleAdjustmentData(recipe) ? recipe : nil)
        } catch {
            return .failure(PHPhotosError(error))
        }
    }

    private static func input(
        _ asset: PHAsset,
        _ recipe: PHAdjustmentData?
    ) throws(PHPhotosError) -> PHContentEditingInput {
        let resources = PHAssetResource.assetResources(for: asset)
        let rendered: [PHAssetResourceType] = [.fullSizePhoto, .fullSizeVideo]
        let original = resources.first { !rendered.contains($0.type) }
        let current = resources.first { rendered.contains($0.type) } ?? original
        guard let resource = recipe == nil ? current : original else {
            throw PHPhotosError(.missingResource, reason: "the asset has no file to edit")
        }
        let folder = try EditingFolder.make()
        // The app's copy, under a name that keeps only the kind of file.
        let kind = URL(fileURLWithPath: resource.originalFilename).pathExtension
        let file = folder.url.appendingPathComponent(kind.isEmpty ? "original" : "original.\(kind)")
        try PrivateFile.write(try resource.open(), to: file)
        return PHContentEditingInput(asset: asset, files: folder, file: file, adjustmentData: recipe)
    }
}

extension EditingFolder {
    /// A folder, with Apple's kind of error.
    static func make() throws(PHPhotosError) -> EditingFolder {
        do {
            return try EditingFolder()
        } catch {
            throw PHPhotosError(.notEnoughSpace, reason: "there is no place for an edit's files", cause: error)
        }
    }
}
