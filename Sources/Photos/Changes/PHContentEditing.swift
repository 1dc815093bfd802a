import LibraryModel
import Synchronization

/// The recipe of an edit: what an app needs to take it up again.
public final class PHAdjustmentData: NSObject, Sendable {
    /// Which recipe's format it is, in reverse domain notation.
    public let formatIdentifier: String
    /// Which version of the format.
    public let formatVersion: String
    /// The recipe itself, small: at most 512 KiB.
    public let data: Data

    /// A recipe.
    public init(formatIdentifier: String, formatVersion: String, data: Data) {
        self.formatIdentifier = formatIdentifier
        self.formatVersion = formatVersion
        self.data = data
    }
}

/// What an app gets to edit: the asset's file, and the recipe of the edit before where the app can take it up.
public final class PHContentEditingInput: NSObject, Sendable {
    private let asset: PHAsset
    private let files: EditingFolder
    /// The recipe of the edit so far; nil when there is none, or the app said that it cannot take it up.
    public let adjustmentData: PHAdjustmentData?
    /// The file to edit: the original where `adjustmentData` is given, else the asset as it is now. A copy of the
    /// app's own, which goes when the input goes.
    public let fullSizeImageURL: URL?

    init(asset: PHAsset, files: EditingFolder, file: URL, adjustmentData: PHAdjustmentData?) {
        self.asset = asset
        self.files = files
        self.adjustmentData = adjustmentData
        fullSizeImageURL = file
    }

    /// Photo or movie.
    public var mediaType: PHAssetMediaType { asset.mediaType }
    /// Finer kinds.
    public var mediaSubtypes: PHAssetMediaSubtype { asset.mediaSubtypes }
    /// When it was taken.
    public var creationDate: Date? { asset.creationDate }
    /// Where it was taken.
    public var location: CLLocation? { asset.location }
    /// How to present it.
    public var playbackStyle: PHAsset.PlaybackStyle { asset.playbackStyle }

    var isMovie: Bool { asset.mediaType == .video }
}

/// What an app made of an asset: a rendered file and the recipe that made it.
///
/// The app writes the file to `renderedContentURL` and sets `adjustmentData`, both before the change block ends.
public final class PHContentEditingOutput: NSObject, Sendable {
    private let folder: EditingFolder?
    private let recipe = Mutex<PHAdjustmentData?>(nil)
    /// Where the app writes the rendered file: JPEG for photos, QuickTime for movies.
    public let renderedContentURL: URL

    /// An edit of what an input holds.
    public convenience init(contentEditingInput: PHContentEditingInput) {
        self.init(filename: contentEditingInput.isMovie ? "rendered.mov" : "rendered.jpg")
    }

    /// An edit of an asset that the same change block creates.
    public convenience init(placeholderForCreatedAsset: PHObjectPlaceholder) {
        self.init(filename: "rendered.jpg")
    }

    private init(filename: String) {
        do {
            let folder = try EditingFolder()
            self.folder = folder
            renderedContentURL = folder.url.appendingPathComponent(filename)
        } catch {
            // The initialiser cannot fail, and a place that cannot be written to tells the app when it writes.
            folder = nil
            renderedContentURL = FileManager.default.temporaryDirectory
                .appendingPathComponent("\(UUID().uuidString)/\(filename)")
        }
    }

    /// The recipe.
    public var adjustmentData: PHAdjustmentData? {
        get { recipe.withLock { $0 } }
        set { recipe.withLock { $0 = newValue } }
    }
}

/// A folder of this process for an edit's files, removed with its last user.
final class EditingFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("photo-edit-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(
            at: url,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: url)
        } catch {
            // It lies in the system's folder for temporary files, which is cleaned by others.
            return
        }
    }
}
