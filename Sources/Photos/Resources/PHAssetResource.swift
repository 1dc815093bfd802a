import LibraryClient
import LibraryModel

/// One file of an asset.
public final class PHAssetResource: NSObject, Sendable {
    /// What the file is to the asset.
    public let type: PHAssetResourceType
    /// The asset.
    public let assetLocalIdentifier: String
    /// The name that the file had when it came in.
    public let originalFilename: String
    /// Pixels across, as stored.
    public let pixelWidth: Int
    /// Pixels down, as stored.
    public let pixelHeight: Int
    /// Bytes.
    public let dataSize: Int?
    /// What the bytes are, for example `public.jpeg`; a media type such as `image/x-adobe-dng` where there is no
    /// uniform type identifier for it here.
    public let uniformTypeIdentifier: String

    let asset: ObjectID

    init(_ info: ResourceInfo, of asset: ObjectID) {
        type = PHAssetResourceType(info.kind)
        assetLocalIdentifier = LocalIdentifier(.asset, asset).string
        originalFilename = info.filename
        pixelWidth = Int(info.pixelWidth)
        pixelHeight = Int(info.pixelHeight)
        dataSize = Int(info.size)
        uniformTypeIdentifier = Self.uniformTypes[info.contentType] ?? info.contentType
        self.asset = asset
    }

    /// The same as `originalFilename`.
    public var filename: String? { originalFilename }

    /// The files of an asset, the original first. Empty when the asset is not there any more, or cannot be asked for.
    public class func assetResources(for asset: PHAsset) -> [PHAssetResource] {
        guard let identity = asset.resolvedIdentity else { return [] }
        do throws(LibraryError) {
            return try PHPhotoLibrary.shared().client.resources(of: identity.id)
                .map { PHAssetResource($0, of: identity.id) }
        } catch {
            return []
        }
    }

    private static let uniformTypes = [
        "image/jpeg": "public.jpeg", "image/png": "public.png", "image/gif": "com.compuserve.gif",
        "image/tiff": "public.tiff", "image/webp": "org.webmproject.webp", "image/heic": "public.heic",
        "image/heif": "public.heif", "image/avif": "public.avif", "image/x-adobe-dng": "com.adobe.raw-image",
        "video/mp4": "public.mpeg-4", "video/quicktime": "com.apple.quicktime-movie",
    ]
}
