import LibraryClient
import LibraryModel

/// The filename of an asset and the texts that people wrote about it, read once when this is created.
public final class PHAssetExtendedMetadata: NSObject, Sendable {
    /// The filename of the original at import.
    public let originalFilename: String?

    /// The caption.
    public let caption: String?
    /// In the order in which they were added.
    public let keywords: [String]

    init(_ details: AssetDetails) {
        originalFilename = details.filename.isEmpty ? nil : details.filename
        caption = details.caption
        keywords = details.keywords
    }
}

extension PHAsset {
    /// Reads the current metadata; empty when the library is unreachable.
    final var details: AssetDetails {
        guard let identity = resolvedIdentity else { return AssetDetails() }
        do throws(LibraryError) {
            return try PHPhotoLibrary.shared().client.details(of: [identity.id]).first ?? AssetDetails()
        } catch {
            return AssetDetails()
        }
    }

    /// The original resource; nil when the library is unreachable.
    final var originalResource: PHAssetResource? {
        let rendered: Set<PHAssetResourceType> = [
            .fullSizePhoto, .fullSizeVideo, .fullSizePairedVideo, .adjustmentData, .adjustmentBasePhoto,
            .adjustmentBaseVideo, .adjustmentBasePairedVideo,
        ]
        return PHAssetResource.assetResources(for: self).first { !rendered.contains($0.type) }
    }

    /// The format of the adjustment data; nil without an edit, or when the library is unreachable.
    final var formatOfAdjustment: String? {
        guard hasAdjustments, let identity = resolvedIdentity else { return nil }
        do throws(LibraryError) {
            return try PHPhotoLibrary.shared().client.adjustment(of: identity.id)?.formatIdentifier
        } catch {
            return nil
        }
    }
}
