import LibraryClient
import LibraryModel

/// One file of an asset.
///
/// Apps may subclass it for test doubles.
//
// `@unchecked`, as every open class that is Sendable must be: all stored properties are constants of Sendable types.
open class PHAssetResource: NSObject, @unchecked Sendable {
    /// Nil in an app's own test double, as is `asset`.
    private let info: ResourceInfo?
    let asset: ObjectID?
    /// Where the file is read from, if not from the library as the app sees it.
    let lent: (any ResourceSource)?

    /// A resource of no asset, for an app's own subclasses.
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

    /// What the file is to the asset.
    open var type: PHAssetResourceType { PHAssetResourceType(info?.kind ?? .photo) }
    /// The asset. Empty for what was picked, where the picker gives no identifiers.
    open var assetLocalIdentifier: String { asset.map { LocalIdentifier(.asset, $0).string } ?? "" }
    /// The name that the file had when it came in.
    open var originalFilename: String { info?.filename ?? "" }
    /// The same as `originalFilename`.
    open var filename: String? { info?.filename }
    /// Pixels across, as stored.
    open var pixelWidth: Int { Int(info?.pixelWidth ?? 0) }
    /// Pixels down, as stored.
    open var pixelHeight: Int { Int(info?.pixelHeight ?? 0) }
    /// Bytes.
    open var dataSize: Int? { info.map { Int($0.size) } }
    /// What the bytes are; `UTType.data` where there is no uniform type for it here.
    open var contentType: UTType { info.flatMap { UTType(mimeType: $0.contentType) } ?? .data }
    /// What the bytes are, for example `public.jpeg`; a media type such as `image/x-something` where there is no
    /// uniform type for it here.
    open var uniformTypeIdentifier: String {
        guard let info else { return UTType.data.identifier }
        return UTType(mimeType: info.contentType)?.identifier ?? info.contentType
    }

    /// The files of an asset, the original first. Empty when the asset is not there any more, or cannot be asked for.
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

    /// The two files of a Live Photo: its photo and its movie. Empty when its asset is not there any more, or cannot be
    /// asked for.
    @discardableResult
    open class func assetResources(for livePhoto: PHLivePhoto) -> [PHAssetResource] {
        do throws(LibraryError) {
            return try livePhoto.files().map { PHAssetResource($0, of: livePhoto.asset, lent: livePhoto.lent) }
        } catch {
            return []
        }
    }

    /// As much of key-value coding as apps use with resources: `fileSize`, which Apple's had long before `dataSize`, as
    /// `NSNumber`, which casts to every type of number; and `locallyAvailable`, which is true of each file that is
    /// there.
    ///
    /// Any other key is nil.
    open func value(forKey key: String) -> Any? {
        switch key {
        case "fileSize": dataSize.map { NSNumber(value: $0) }
        case "locallyAvailable": NSNumber(value: info != nil)
        case "filename", "originalFilename": filename
        default: nil
        }
    }
}
