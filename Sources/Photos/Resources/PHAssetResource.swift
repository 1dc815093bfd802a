import LibraryClient
import LibraryModel

/// A file of an asset: an immutable snapshot of its properties. Thread-safe.
///
/// Apps can subclass it for test doubles.
//
// `@unchecked`, as every open class that is Sendable must be: all stored properties are constants of Sendable types.
open class PHAssetResource: NSObject, @unchecked Sendable {
    /// Nil in a test double, as is `asset`.
    private let info: ResourceInfo?
    let asset: ObjectID?
    /// The source of the file, if not the library as visible to the app.
    let lent: (any ResourceSource)?

    /// Creates a resource without an asset, for subclasses of apps.
    public override init() {
        info = nil
        asset = nil
        lent = nil
        super.init()
    }

    init(_ info: ResourceInfo, of asset: ObjectID?, lent: (any ResourceSource)? = nil) {
        self.info = info
        self.asset = asset
        self.lent = lent
        super.init()
    }

    /// The role of the file in the asset.
    open var type: PHAssetResourceType { PHAssetResourceType(info?.kind ?? .photo) }
    /// The local identifier of the asset. Empty for a picked item without an identifier.
    open var assetLocalIdentifier: String { asset.map { LocalIdentifier(.asset, $0).string } ?? "" }
    /// The filename at import.
    open var originalFilename: String { info?.filename ?? "" }
    /// The same as `originalFilename`.
    open var filename: String? { info?.filename }
    /// The width in pixels, before rotation by the orientation.
    open var pixelWidth: Int { Int(info?.pixelWidth ?? 0) }
    /// The height in pixels, before rotation by the orientation.
    open var pixelHeight: Int { Int(info?.pixelHeight ?? 0) }
    /// The size in bytes.
    open var dataSize: Int? { info.map { Int($0.size) } }
    /// The type of the file; `UTType.data` when unknown.
    open var contentType: UTType { info.flatMap { UTType(mimeType: $0.contentType) } ?? .data }
    /// The identifier of the file's type, such as `public.jpeg`; a media type such as `image/x-something` when unknown.
    open var uniformTypeIdentifier: String {
        guard let info else { return UTType.data.identifier }
        return UTType(mimeType: info.contentType)?.identifier ?? info.contentType
    }

    /// Returns the files of an asset, the original first. Empty when the asset does not exist any more or the library
    /// is unreachable. Blocks for a call to the library.
    @discardableResult
    open class func assetResources(for asset: PHAsset) -> [PHAssetResource] {
        guard let identity = asset.resolvedIdentity else { return [] }
        do throws(LibraryError) {
            return try PHPhotoLibrary.shared().client.resources(of: identity.id)
                .map { PHAssetResource($0, of: identity.id) }
        } catch {
            return []
        }
    }

    /// Returns the photo and the video of a Live Photo. Empty when its asset does not exist any more or the library is
    /// unreachable. Blocks for a call to the library.
    @discardableResult
    open class func assetResources(for livePhoto: PHLivePhoto) -> [PHAssetResource] {
        do throws(LibraryError) {
            return try livePhoto.files().map { PHAssetResource($0, of: livePhoto.asset, lent: livePhoto.lent) }
        } catch {
            return []
        }
    }

    /// Key-value coding for `fileSize`, which Apple's had before `dataSize`, as `NSNumber`, which casts to every
    /// numeric type; and for `locallyAvailable`, whether the file was on this machine and not in the cloud alone.
    ///
    /// Returns nil for any other key.
    open func value(forKey key: String) -> Any? {
        switch key {
        case "fileSize": dataSize.map { NSNumber(value: $0) }
        case "locallyAvailable": NSNumber(value: info?.isInCloud == false)
        case "filename", "originalFilename": filename
        default: nil
        }
    }
}
