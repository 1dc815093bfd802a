import AVFoundation
import AppLibrary
import LibraryModel

/// What an app gets to edit: the asset's file, and the recipe of the edit before where the app can take it up.
///
/// Apps may subclass it for test doubles.
//
// `@unchecked`, as every open class that is Sendable must be: all stored properties are constants of Sendable types.
open class PHContentEditingInput: NSObject, @unchecked Sendable {
    private let asset: PHAsset
    /// Nil in an app's own test double.
    private let file: EditedFile?
    private let recipe: PHAdjustmentData?
    private let picture: PhotoImage?

    /// An input of nothing, for an app's own subclasses.
    public override init() {
        asset = PHAsset()
        (file, recipe, picture) = (nil, nil, nil)
        super.init()
    }

    init(asset: PHAsset, file: EditedFile, adjustmentData: PHAdjustmentData?, displaySizeImage: PhotoImage?) {
        self.asset = asset
        self.file = file
        recipe = adjustmentData
        picture = displaySizeImage
        super.init()
    }

    /// The recipe of the edit so far; nil when there is none, or the app said that it cannot take it up.
    open var adjustmentData: PHAdjustmentData? { recipe }
    /// What the file shows, small enough to be shown while the app works. Nil with `skipsDisplaySizeImage`, and where
    /// the library can make no picture of it.
    open var displaySizeImage: PhotoImage? { picture }
    /// Photo or movie.
    open var mediaType: PHAssetMediaType { asset.mediaType }
    /// Finer kinds.
    open var mediaSubtypes: PHAssetMediaSubtype { asset.mediaSubtypes }
    /// When it was taken.
    open var creationDate: Date? { asset.creationDate }
    /// Where it was taken.
    open var location: CLLocation? { asset.location }
    /// How to present it.
    open var playbackStyle: PHAsset.PlaybackStyle { asset.playbackStyle }
    /// What the file is; nil where there is no uniform type for it here.
    open var contentType: UTType? { uniformTypeIdentifier.flatMap { UTType($0) } }
    /// What the file is, for example `public.jpeg`.
    open var uniformTypeIdentifier: String? { file?.uniformType }
    /// The file to edit: the original where `adjustmentData` is given, else the asset as it is now. A copy of the
    /// app's own, which goes when the input goes.
    open var fullSizeImageURL: URL? { file?.url }
    /// How the stored pixels are to be turned, as EXIF tells it: 1 to 8. 1 for HEIF files, which decoders turn by
    /// themselves, and for movies.
    open var fullSizeImageOrientation: Int32 { Int32((file?.orientation ?? .up).rawValue) }
    /// The movie to edit, at `fullSizeImageURL`; nil for a photo.
    open var audiovisualAsset: AVAsset? { isMovie ? fullSizeImageURL.map { AVURLAsset(url: $0) } : nil }
    /// The movie to edit.
    @available(*, deprecated, renamed: "audiovisualAsset")
    open var avAsset: AVAsset? { audiovisualAsset }
    /// The Live Photo to edit; nil when the asset is none.
    open var livePhoto: PHLivePhoto? {
        guard asset.mediaSubtypes.contains(.photoLive), let identity = asset.resolvedIdentity else { return nil }
        let size = CGSize(width: asset.pixelWidth, height: asset.pixelHeight)
        return PHLivePhoto(of: identity.id, size: size, isOriginal: adjustmentData != nil)
    }

    final var isMovie: Bool { mediaType == .video }
}

/// The file that an app edits, in a folder of its own.
struct EditedFile: Sendable {
    var folder: PrivateFolder
    var url: URL
    var uniformType: String
    var orientation: CGImagePropertyOrientation
}
