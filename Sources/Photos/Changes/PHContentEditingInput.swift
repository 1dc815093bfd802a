import AVFoundation
import AppLibrary
import LibraryModel

/// The input of an edit: a copy of the asset's file, and the adjustment data of its current edit if the app handles it.
/// Immutable.
///
/// Apps can subclass it for test doubles.
//
// `@unchecked`, as every open class that is Sendable must be: all stored properties are constants of Sendable types.
open class PHContentEditingInput: NSObject, @unchecked Sendable {
    private let asset: PHAsset
    /// Nil in an app's own test double.
    private let file: EditedFile?
    private let recipe: PHAdjustmentData?
    private let picture: PhotoImage?

    /// Creates an empty input, for subclasses of apps.
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

    /// The adjustment data of the current edit; nil without one, or when the app cannot handle it.
    open var adjustmentData: PHAdjustmentData? { recipe }
    /// A preview of the file, to display during the edit. Nil with `skipsDisplaySizeImage`, and when the library cannot
    /// make a picture of the file.
    open var displaySizeImage: PhotoImage? { picture }
    /// The media type of the asset.
    open var mediaType: PHAssetMediaType { asset.mediaType }
    /// The media subtypes of the asset.
    open var mediaSubtypes: PHAssetMediaSubtype { asset.mediaSubtypes }
    /// The creation date of the asset.
    open var creationDate: Date? { asset.creationDate }
    /// The location of the asset.
    open var location: CLLocation? { asset.location }
    /// How to present the asset.
    open var playbackStyle: PHAsset.PlaybackStyle { asset.playbackStyle }
    /// The type of the file; nil when unknown.
    open var contentType: UTType? { uniformTypeIdentifier.flatMap { UTType($0) } }
    /// The identifier of the file's type, such as `public.jpeg`.
    open var uniformTypeIdentifier: String? { file?.uniformType }
    /// The file to edit: the original with `adjustmentData`, otherwise the asset's current state. A copy that is
    /// deleted with this object.
    open var fullSizeImageURL: URL? { file?.url }
    /// The EXIF orientation of the file, 1 to 8. 1 for HEIF files, which decoders rotate, and for videos.
    open var fullSizeImageOrientation: Int32 { Int32((file?.orientation ?? .up).rawValue) }
    /// The video to edit, at `fullSizeImageURL`; nil for a photo.
    open var audiovisualAsset: AVAsset? { isMovie ? fullSizeImageURL.map { AVURLAsset(url: $0) } : nil }
    /// The old name of `audiovisualAsset`.
    @available(*, deprecated, renamed: "audiovisualAsset")
    open var avAsset: AVAsset? { audiovisualAsset }
    /// The Live Photo to edit; nil for other assets.
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
