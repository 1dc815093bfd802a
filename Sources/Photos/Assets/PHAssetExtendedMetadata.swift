import LibraryClient
import LibraryModel

/// What a person wrote about an asset, and the name of its file.
public final class PHAssetExtendedMetadata: NSObject, Sendable {
    /// The name that the asset's file had when it came in.
    public let originalFilename: String?

    init(originalFilename: String?) {
        self.originalFilename = originalFilename
    }

    /// Always nil: captions are not kept yet.
    public var caption: String? { nil }
    /// Always empty: keywords are not kept yet.
    public var keywords: [String] { [] }
}

extension PHAsset {
    /// The resource that the asset was made of; nil when the library cannot tell.
    final var originalResource: PHAssetResource? {
        let rendered: Set<PHAssetResourceType> = [
            .fullSizePhoto, .fullSizeVideo, .fullSizePairedVideo, .adjustmentData, .adjustmentBasePhoto,
            .adjustmentBaseVideo, .adjustmentBasePairedVideo,
        ]
        return PHAssetResource.assetResources(for: self).first { !rendered.contains($0.type) }
    }

    /// The format of the edit's recipe; nil when there is no edit or the library cannot tell.
    final var formatOfAdjustment: String? {
        guard hasAdjustments, let identity = resolvedIdentity else { return nil }
        do throws(LibraryError) {
            return try PHPhotoLibrary.shared().client.adjustment(of: identity.id)?.formatIdentifier
        } catch {
            return nil
        }
    }
}
