import LibraryClient
package import LibraryModel
import Synchronization

/// A photo with a short movie of the moment around it: the pair of an asset's files, by name.
///
/// It holds no pixels: a view loads what it shows, and `PHAssetResource.assetResources(for:)` names the files.
public final class PHLivePhoto: NSObject, NSCopying, NSSecureCoding, Sendable {
    private enum Key {
        static let asset = "asset"
        static let width = "width"
        static let height = "height"
        static let original = "original"
    }

    /// Nil for what was picked, where the picker gives no identifiers.
    let asset: ObjectID?
    /// Where the files are read from, if not from the library as the app sees it.
    let lent: (any ResourceSource)?
    /// Whether the files without edits are meant.
    private let isOriginal: Bool
    /// Pixels, of the asset as it is shown.
    public let size: CGSize

    init(of asset: ObjectID, size: CGSize, isOriginal: Bool) {
        self.asset = asset
        lent = nil
        self.size = size
        self.isOriginal = isOriginal
    }

    /// A Live Photo that the person picked.
    package init(lent: any ResourceSource, asset: ObjectID?, size: CGSize) {
        self.lent = lent
        self.asset = asset
        self.size = size
        isOriginal = false
    }

    /// True.
    public static var supportsSecureCoding: Bool { true }

    /// A Live Photo from an archive, of the asset that it was of. Nil for anything else.
    public init?(coder: NSCoder) {
        guard let text = coder.decodeObject(of: NSString.self, forKey: Key.asset)?.description,
            let identifier = LocalIdentifier(text), identifier.kind == .asset
        else { return nil }
        let (width, height) = (coder.decodeDouble(forKey: Key.width), coder.decodeDouble(forKey: Key.height))
        guard width >= 0, width.isFinite, height >= 0, height.isFinite else { return nil }
        asset = identifier.id
        lent = nil
        size = CGSize(width: width, height: height)
        isOriginal = coder.decodeBool(forKey: Key.original)
    }

    /// Writes the asset's name to an archive, not its files. What was picked is good as long as the result is there,
    /// and no longer: nothing is read back of it.
    public func encode(with coder: NSCoder) {
        guard let asset, lent == nil else { return }
        coder.encode(NSString(string: LocalIdentifier(.asset, asset).string), forKey: Key.asset)
        coder.encode(Double(size.width), forKey: Key.width)
        coder.encode(Double(size.height), forKey: Key.height)
        coder.encode(isOriginal, forKey: Key.original)
    }

    /// Itself: a Live Photo never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other is the Live Photo of the same asset's files.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? PHLivePhoto else { return false }
        guard lent == nil, other.lent == nil else { return self === other }
        return asset == other.asset && isOriginal == other.isOriginal && size == other.size
    }

    /// A hash of the asset.
    public override var hash: Int { asset.hashValue }

    /// The photo and the movie; nothing when the asset has not both.
    func files() throws(LibraryError) -> [ResourceInfo] {
        LivePhotoPair(in: try resources(), isOriginal: isOriginal).map { [$0.photo, $0.movie] } ?? []
    }

    /// Seconds; nil where the files are gone, or it is not known how long the movie is.
    package var movieDuration: Double? {
        do throws(LibraryError) {
            return try files().last.flatMap { $0.duration > 0 ? $0.duration : nil }
        } catch {
            return nil
        }
    }

    private func resources() throws(LibraryError) -> [ResourceInfo] {
        if let lent { return try lent.resources() }
        guard let asset else { return [] }
        return try PHPhotoLibrary.shared().client.resources(of: asset)
    }

    /// The Live Photo of an asset, if it is one.
    static func answer(for asset: PHAsset, _ version: PHImageRequestOptionsVersion) -> RequestAnswer<PHLivePhoto> {
        guard let identity = asset.resolvedIdentity else {
            return .failed(PHPhotosError(.identifierNotFound, reason: "the asset is in no library"))
        }
        let size = CGSize(width: asset.pixelWidth, height: asset.pixelHeight)
        let livePhoto = PHLivePhoto(of: identity.id, size: size, isOriginal: version != .current)
        do throws(LibraryError) {
            guard try !livePhoto.files().isEmpty else {
                return .failed(PHPhotosError(.requestNotSupportedForAsset, reason: "the asset is no Live Photo"))
            }
            return .value(livePhoto)
        } catch {
            return .failed(PHPhotosError(error))
        }
    }
}
