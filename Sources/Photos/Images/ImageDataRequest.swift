import LibraryClient
import LibraryModel
import LinuxSystem

/// A request for the file of an asset's photo.
struct ImageDataRequest: Sendable {
    /// The content of a file.
    struct File: Sendable {
        var data: Data
        var uniformType: String
        var orientation: CGImagePropertyOrientation
    }

    private let asset: PHAsset
    private let version: PHImageRequestOptionsVersion

    init(_ asset: PHAsset, _ version: PHImageRequestOptionsVersion) {
        self.asset = asset
        self.version = version
    }

    /// Reads the file. Blocks.
    func answer(_ network: NetworkAccess?) -> RequestAnswer<File> {
        do throws(PHPhotosError) {
            return .value(try file(network))
        } catch {
            return network?.cancellation?.isStopped == true ? .cancelled : .failed(error)
        }
    }

    private func file(_ network: NetworkAccess?) throws(PHPhotosError) -> File {
        guard let identity = asset.resolvedIdentity else {
            throw .notInLibrary
        }
        let resource = try Self.resource(of: identity.id, version)
        let file = try resource.open(network)
        let bytes: [UInt8]
        do throws(SystemCallError) {
            bytes = try file.readToEnd(limit: resource.dataSize ?? 0)
        } catch {
            throw PHPhotosError(unreadable: error)
        }
        return File(
            data: Data(bytes),
            uniformType: resource.uniformTypeIdentifier,
            orientation: OrientationTag.orientation(
                of: bytes.span.extracting(first: min(bytes.count, OrientationTag.searchedCount))
            )
        )
    }

    private static func resource(
        of asset: ObjectID,
        _ version: PHImageRequestOptionsVersion
    ) throws(PHPhotosError) -> PHAssetResource {
        let found: [ResourceInfo]
        do throws(LibraryError) {
            found = try PHPhotoLibrary.shared().client.resources(of: asset)
        } catch {
            throw PHPhotosError(error)
        }
        guard let info = choice(version, among: found) else {
            throw PHPhotosError(.requestNotSupportedForAsset, reason: "the asset has no photo")
        }
        return PHAssetResource(info, of: asset)
    }

    /// Returns the file of a version; nil for an asset without a photo.
    static func choice(
        _ version: PHImageRequestOptionsVersion,
        among resources: [ResourceInfo]
    ) -> ResourceInfo? {
        let wanted: [ResourceKind] =
            switch version {
            case .current: [.fullSizePhoto, .photo]
            case .unadjusted: [.photo]
            case .original: [.alternatePhoto, .photo]
            }
        for kind in wanted {
            if let resource = resources.first(where: { $0.kind == kind }) { return resource }
        }
        return nil
    }
}
