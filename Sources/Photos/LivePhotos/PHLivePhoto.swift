import LibraryClient
package import LibraryModel
import LinuxSystem
import Synchronization

/// A photo with a short movie around its capture: a reference to the two files of an asset.
///
/// It holds no pixels. `PHAssetResource.assetResources(for:)` returns the files; `PHImageManager` and views load them.
public final class PHLivePhoto: NSObject, NSCopying, NSSecureCoding, Sendable {
    private enum Key {
        static let asset = "asset"
        static let width = "width"
        static let height = "height"
        static let original = "original"
    }

    /// Nil for files of the app, and for picked items without identifiers.
    let asset: ObjectID?
    /// The source of the files when it is not the app's view of the library.
    let lent: (any ResourceSource)?
    /// Whether this refers to the unedited files.
    private let isOriginal: Bool
    /// The size of the asset for display, in pixels.
    public let size: CGSize

    init(of asset: ObjectID, size: CGSize, isOriginal: Bool) {
        self.asset = asset
        lent = nil
        self.size = size
        self.isOriginal = isOriginal
    }

    /// A Live Photo whose files come from `lent`: picked, or of the app.
    package init(lent: any ResourceSource, asset: ObjectID?, size: CGSize) {
        self.lent = lent
        self.asset = asset
        self.size = size
        isOriginal = false
    }

    /// Always true.
    public static var supportsSecureCoding: Bool { true }

    /// Restores a Live Photo of an asset; nil for anything else.
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

    /// Archives the asset's identifier, not its files. Archives nothing for picked Live Photos, which are readable only
    /// while the app holds the result.
    public func encode(with coder: NSCoder) {
        guard let asset, lent == nil else { return }
        coder.encode(NSString(string: LocalIdentifier(.asset, asset).string), forKey: Key.asset)
        coder.encode(Double(size.width), forKey: Key.width)
        coder.encode(Double(size.height), forKey: Key.height)
        coder.encode(isOriginal, forKey: Key.original)
    }

    /// Returns the same object: Live Photos are immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns whether `object` refers to the same files of the same asset.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? PHLivePhoto else { return false }
        guard lent == nil, other.lent == nil else { return self === other }
        return asset == other.asset && isOriginal == other.isOriginal && size == other.size
    }

    /// A hash of the asset's identifier.
    public override var hash: Int { asset.hashValue }

    /// The photo and the movie; empty when either is missing.
    func files() throws(LibraryError) -> [ResourceInfo] {
        LivePhotoPair(in: try resources(), isOriginal: isOriginal).map { [$0.photo, $0.movie] } ?? []
    }

    /// The duration of the movie in seconds; nil when the files are gone or the duration is unknown.
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

    /// Returns the Live Photo of an asset, whose files are here then; a failure when it is none.
    static func answer(
        for asset: PHAsset,
        _ version: PHImageRequestOptionsVersion,
        _ network: NetworkAccess?
    ) -> RequestAnswer<PHLivePhoto> {
        guard let identity = asset.resolvedIdentity else {
            return .failed(.notInLibrary)
        }
        let size = CGSize(width: asset.pixelWidth, height: asset.pixelHeight)
        let livePhoto = PHLivePhoto(of: identity.id, size: size, isOriginal: version != .current)
        do throws(LibraryError) {
            let files = try livePhoto.files()
            guard !files.isEmpty else {
                return .failed(PHPhotosError(.requestNotSupportedForAsset, reason: "the asset is no Live Photo"))
            }
            try bringHere(files.filter(\.isInCloud), of: identity.id, network)
            return .value(livePhoto)
        } catch {
            return network?.cancellation?.isStopped == true ? .cancelled : .failed(PHPhotosError(error))
        }
    }

    /// Downloads files, with one progress for all of them.
    private static func bringHere(
        _ files: [ResourceInfo],
        of asset: ObjectID,
        _ network: NetworkAccess?
    ) throws(LibraryError) {
        if files.isEmpty { return }
        guard let network else {
            throw LibraryError(.networkAccessRequired, "a file of the Live Photo is in the cloud")
        }
        let total = files.reduce(1.0) { $0 + Double($1.size) }
        var done = 0.0
        for file in files {
            let share = Double(file.size) / total
            try PHPhotoLibrary.shared().client.bringHere(file.kind, of: asset, network.part(after: done, share))
            done += share
        }
    }
}
