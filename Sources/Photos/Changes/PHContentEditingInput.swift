import LibraryModel

/// What an app gets to edit: the asset's file, and the recipe of the edit before where the app can take it up.
public final class PHContentEditingInput: NSObject, Sendable {
    private let asset: PHAsset
    private let file: EditedFile
    /// The recipe of the edit so far; nil when there is none, or the app said that it cannot take it up.
    public let adjustmentData: PHAdjustmentData?
    /// What the file shows, small enough to be shown while the app works. Nil with `skipsDisplaySizeImage`, and where
    /// the library can make no picture of it.
    public let displaySizeImage: PhotoImage?

    init(asset: PHAsset, file: EditedFile, adjustmentData: PHAdjustmentData?, displaySizeImage: PhotoImage?) {
        self.asset = asset
        self.file = file
        self.adjustmentData = adjustmentData
        self.displaySizeImage = displaySizeImage
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
    /// What the file is; nil where there is no uniform type for it here.
    public var contentType: UTType? { UTType(file.uniformType) }
    /// What the file is, for example `public.jpeg`.
    public var uniformTypeIdentifier: String? { file.uniformType }
    /// The file to edit: the original where `adjustmentData` is given, else the asset as it is now. A copy of the
    /// app's own, which goes when the input goes.
    public var fullSizeImageURL: URL? { file.url }
    /// How the stored pixels are to be turned, as EXIF tells it: 1 to 8. 1 for HEIF files, which decoders turn by
    /// themselves, and for movies.
    public var fullSizeImageOrientation: Int32 { Int32(file.orientation.rawValue) }
    /// The Live Photo to edit; nil when the asset is none.
    public var livePhoto: PHLivePhoto? {
        guard asset.mediaSubtypes.contains(.photoLive), let identity = asset.resolvedIdentity else { return nil }
        let size = CGSize(width: asset.pixelWidth, height: asset.pixelHeight)
        return PHLivePhoto(of: identity.id, size: size, isOriginal: adjustmentData != nil)
    }

    var isMovie: Bool { asset.mediaType == .video }
}

/// The file that an app edits, in a folder of its own.
struct EditedFile: Sendable {
    var folder: EditingFolder
    var url: URL
    var uniformType: String
    var orientation: CGImagePropertyOrientation
}
