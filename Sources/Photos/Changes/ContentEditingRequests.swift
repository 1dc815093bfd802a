import AppLibrary
import LibraryClient
import LibraryModel
import LinuxSystem
import Synchronization

/// The running requests for editing inputs.
final class ContentEditingRequests: Sendable {
    static let shared = ContentEditingRequests()

    private let queue = DispatchQueue(label: "photos.editing")
    private let requests = Mutex(RunningRequests())

    func begin(
        _ asset: PHAsset,
        _ options: PHContentEditingInputRequestOptions?,
        _ handler: @escaping @Sendable (PHContentEditingInput?, [AnyHashable: Any]) -> Void
    ) -> PHContentEditingInputRequestID {
        let (id, cancellation) = requests.withLock { $0.begin() }
        let network = options?.network(cancellation)
        // Called here, because the app's closure is not Sendable.
        let recipe = Self.recipe(of: asset, options)
        let wantsPicture = !(options?.skipsDisplaySizeImage ?? false)
        let choice = options?.originalResourceChoice ?? .compressed
        queue.async { [self] in
            let answer: Result<PHContentEditingInput, PHPhotosError>
            do throws(PHPhotosError) {
                if cancellation.isStopped { throw PHPhotosError(.userCancelled, reason: "the request was cancelled") }
                answer = .success(try Self.input(asset, try recipe.get(), choice, wantsPicture, network))
            } catch {
                answer = .failure(error)
            }
            let isCancelled = requests.withLock { $0.end(id) }
            if isCancelled { return handler(nil, [PHContentEditingInputCancelledKey: true]) }
            switch answer {
            case .success(let input): handler(input, [:])
            case .failure(let error):
                var info: [AnyHashable: Any] = [PHContentEditingInputErrorKey: error]
                if error.code == .networkAccessRequired { info[PHContentEditingInputResultIsInCloudKey] = true }
                handler(nil, info)
            }
        }
        return PHContentEditingInputRequestID(id)
    }

    func cancel(_ id: PHContentEditingInputRequestID) {
        guard let id = PHImageRequestID(exactly: id) else { return }
        requests.withLock { $0.cancellation(of: id) }?.cancel()
    }

    /// Returns the adjustment data of the asset's edit if the app can handle it.
    private static func recipe(
        of asset: PHAsset,
        _ options: PHContentEditingInputRequestOptions?
    ) -> Result<PHAdjustmentData?, PHPhotosError> {
        guard let identity = asset.resolvedIdentity else {
            return .failure(.notInLibrary)
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
        _ recipe: PHAdjustmentData?,
        _ choice: PHAsset.OriginalResourceChoice,
        _ wantsPicture: Bool,
        _ network: NetworkAccess?
    ) throws(PHPhotosError) -> PHContentEditingInput {
        let resources = PHAssetResource.assetResources(for: asset)
        let rendered: [PHAssetResourceType] = [.fullSizePhoto, .fullSizeVideo, .fullSizePairedVideo]
        let raw = choice == .raw ? resources.first { $0.type == .alternatePhoto } : nil
        let original = raw ?? resources.first { !rendered.contains($0.type) }
        let current = resources.first { rendered.contains($0.type) } ?? original
        guard let resource = recipe == nil ? current : original else {
            throw PHPhotosError(.missingResource, reason: "the asset has no file to edit")
        }
        let folder = try editingFolder()
        // The app's copy, under a name that keeps only the kind of file.
        let kind = URL(fileURLWithPath: resource.originalFilename).pathExtension
        let file = folder.url.appendingPathComponent(kind.isEmpty ? "original" : "original.\(kind)")
        try PrivateFile.write(try resource.open(network), to: file)
        return PHContentEditingInput(
            asset: asset,
            file: EditedFile(
                folder: folder,
                url: file,
                uniformType: resource.uniformTypeIdentifier,
                orientation: try orientation(of: resource)
            ),
            adjustmentData: recipe,
            displaySizeImage: wantsPicture ? picture(of: asset, recipe == nil ? .current : .unadjusted) : nil
        )
    }

    private static func editingFolder() throws(PHPhotosError) -> PrivateFolder {
        do {
            return try PrivateFolder()
        } catch {
            throw PHPhotosError(.notEnoughSpace, reason: "there is no place for an edit's files", cause: error)
        }
    }

    private static func orientation(of resource: PHAssetResource) throws(PHPhotosError) -> CGImagePropertyOrientation {
        let file = try resource.open(nil)
        var bytes = [UInt8](repeating: 0, count: min(resource.dataSize ?? 0, OrientationTag.searchedCount))
        do throws(SystemCallError) {
            let count = try file.read(into: &bytes, at: 0)
            return OrientationTag.orientation(of: bytes.span.extracting(first: count))
        } catch {
            throw PHPhotosError(unreadable: error)
        }
    }

    /// Returns nil when the library cannot make a picture. The file can be edited without it.
    private static func picture(of asset: PHAsset, _ version: PHImageRequestOptionsVersion) -> PhotoImage? {
        let options = PHImageRequestOptions()
        options.version = version
        return ImageRequest(asset, displaySize, .aspectFit, options).answer(LibraryPictures(), Cancellation()).value
    }

    /// Pixels.
    private static let displaySize = CGSize(width: 1_024, height: 1_024)
}
