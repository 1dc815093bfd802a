import LibraryClient
import LibraryModel

/// What a person wrote about an asset, and the name of its file.
public final class PHAssetExtendedMetadata: NSObject, Sendable {
    /// The name that the asset's file had when it came in.
    public let originalFilename: String?

    /// A person's words about the asset.
    public let caption: String?
    /// In the order in which they were given.
    public let keywords: [String]

    init(_ details: AssetDetails) {
        originalFilename = details.filename.isEmpty ? nil : details.filename
        caption = details.caption
        keywords = details.keywords
    }
}

extension PHAsset {
    /// As the library has it now; nothing where it cannot tell.
    final var details: AssetDetails {
        guard let identity = resolvedIdentity else { return AssetDetails() }
        do throws(LibraryError) {
            return try PHPhotoLibrary.shared().client.details(of: [identity.id]).first ?? AssetDetails()
        } catch {
            return AssetDetails()
        }
    }

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
