import LibraryModel

/// A photo or video of the library: an immutable snapshot of its properties, without its pixels. Thread-safe.
///
/// Apps can subclass it for test doubles.
open class PHAsset: PHObject, @unchecked Sendable {
    private let row: AssetRow

    /// Creates an asset outside any library, for subclasses of apps.
    public override init() {
        row = AssetRow()
        super.init()
    }

    init(_ id: ObjectID, row: consuming AssetRow) {
        self.row = row
        super.init(LocalIdentifier(.asset, id))
    }

    /// Image, video or audio.
    open var mediaType: PHAssetMediaType { PHAssetMediaType(rawValue: Int(row.mediaKind)) ?? .unknown }
    /// Subtypes such as panorama or screenshot.
    open var mediaSubtypes: PHAssetMediaSubtype { PHAssetMediaSubtype(rawValue: UInt(row.mediaSubtypes)) }
    /// The width in pixels, after rotation by the orientation.
    open var pixelWidth: Int { Int(row.pixelWidth) }
    /// The height in pixels, after rotation by the orientation.
    open var pixelHeight: Int { Int(row.pixelHeight) }
    /// The capture date, or the one that a person or an app set; nil when unknown.
    open var creationDate: Date? {
        row.flags.contains(.hasCreationDate) ? Date(microsecondsSince1970: row.creationDate) : nil
    }
    /// When a person or an app last changed the asset. Unlike Apple's it does not change with internal processing.
    open var modificationDate: Date? { row.exists ? Date(microsecondsSince1970: row.modificationDate) : nil }
    /// When the asset was added to this library.
    open var addedDate: Date? { row.exists ? Date(microsecondsSince1970: row.addedDate) : nil }
    /// The capture location; nil when unknown.
    open var location: CLLocation? { row.location }
    /// In seconds; 0 for photos.
    open var duration: TimeInterval { row.duration }
    /// Whether the person has hidden the asset.
    open var isHidden: Bool { row.flags.contains(.hidden) }
    /// Whether the person has marked the asset as a favorite.
    open var isFavorite: Bool { row.flags.contains(.favorite) }
    /// The person's rating.
    open var rating: Rating { Rating(rawValue: Int(row.rating)) ?? .unset }
    /// Shared by all assets of a burst; nil for others.
    open var burstIdentifier: String? { row.burstIdentifier }
    /// `autoPick` for a photo that its camera chose from the burst. `userPick` is never set.
    open var burstSelectionTypes: PHAssetBurstSelectionType { row.flags.contains(.burstPick) ? .autoPick : [] }
    /// Whether the asset represents its burst.
    open var representsBurst: Bool { row.flags.contains(.representsBurst) }
    /// Always `typeUserLibrary`.
    open var sourceType: PHAssetSourceType { .typeUserLibrary }
    /// Whether the asset has an edit.
    open var hasAdjustments: Bool { row.flags.contains(.hasAdjustments) }

    /// When the asset was last edited or reverted; nil when it never was, or the library is unreachable. Blocks for a
    /// call to the library.
    open var adjustmentTimestamp: Date? { details.adjustedDate.map { Date(microsecondsSince1970: $0) } }

    /// The edit state. Edits by the camera count as none.
    open var adjustmentsState: AdjustmentsState { hasAdjustments ? .userAdjusted : .none }
    /// The format of the adjustment data, in reverse domain notation; nil without an edit, or when the library is
    /// unreachable. Blocks for a call to the library.
    open var adjustmentFormatIdentifier: String? { formatOfAdjustment }
    /// The type of the original file; `UTType.data` when unknown. Blocks for a call to the library.
    open var contentType: UTType { originalResource?.contentType ?? .data }
    /// Filename, title, caption and keywords. Blocks for a call to the library.
    open var extendedMetadata: PHAssetExtendedMetadata {
        PHAssetExtendedMetadata(details)
    }
    /// Always `compressed`.
    open var originalResourceChoice: OriginalResourceChoice { .compressed }
    /// Always the plain style: the library does not store effects of Live Photos.
    open var playbackVariation: PlaybackVariation { .none }

    /// How to present the asset.
    open var playbackStyle: PlaybackStyle {
        switch mediaType {
        case .image where row.flags.contains(.animated): .imageAnimated
        case .image where mediaSubtypes.contains(.photoLive): .livePhoto
        case .image: .image
        case .video: .video
        case .audio, .unknown: .unsupported
        }
    }

    /// Whether the app may request such a change. The library checks again when the change block is performed.
    @discardableResult
    open func canPerform(_ editOperation: PHAssetEditOperation) -> Bool {
        guard row.exists else { return false }
        return switch editOperation {
        case .delete, .properties: true
        case .content: mediaType == .image || mediaType == .video
        }
    }

    /// Key-value coding for `filename` and the keys of predicates.
    ///
    /// Returns nil for any other key. `filename` blocks for a call to the library.
    open func value(forKey key: String) -> Any? {
        key == "filename" || key == "originalFilename" ? originalResource?.filename : foundationValue(forKey: key)
    }

    /// Whether the asset existed when its properties were read. They are empty otherwise.
    final var wasFound: Bool { row.exists }

    // MARK: Editing

    /// Requests the input for editing the asset. Calls the handler once, on an arbitrary serial queue; without an input
    /// when it fails, with the reason under `PHContentEditingInputErrorKey`.
    ///
    /// Calls `canHandleAdjustmentData` on the calling thread before it returns; Apple's calls it later.
    @preconcurrency
    @discardableResult
    open func requestContentEditingInput(
        with options: PHContentEditingInputRequestOptions?,
        completionHandler: @escaping @Sendable (PHContentEditingInput?, [AnyHashable: Any]) -> Void
    ) -> PHContentEditingInputRequestID {
        ContentEditingRequests.shared.begin(self, options, completionHandler)
    }

    /// Cancels a request. Its handler is called without an input and with `PHContentEditingInputCancelledKey`.
    open func cancelContentEditingInputRequest(_ requestID: PHContentEditingInputRequestID) {
        ContentEditingRequests.shared.cancel(requestID)
    }

    // MARK: Fetching

    /// Fetches the assets of the library. Blocks; finds nothing when the library is unreachable or denies access.
    @discardableResult
    open class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        FetchPlan(.allAssets, of: .asset, options).assets(PHPhotoLibrary.shared().client)
    }

    /// Fetches the assets of one media type.
    @discardableResult
    open class func fetchAssets(
        with mediaType: PHAssetMediaType,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        FetchPlan.assets(of: mediaType, options).assets(PHPhotoLibrary.shared().client)
    }

    /// Fetches the assets of an album, by default in the album's order.
    @discardableResult
    open class func fetchAssets(
        in assetCollection: PHAssetCollection,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        FetchPlan.assets(in: assetCollection, options).assets(PHPhotoLibrary.shared().client)
    }

    /// Fetches assets by local identifier, including hidden ones. Omits those that do not exist.
    ///
    /// By default in the order of the identifiers; Apple's guarantees no order.
    @discardableResult
    open class func fetchAssets(
        withLocalIdentifiers identifiers: [String],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        FetchPlan(.identifiers(.asset, identifiers.objectIDs(of: .asset)), of: .asset, options)
            .assets(PHPhotoLibrary.shared().client)
    }

    /// Fetches assets by local identifier: the first name of `fetchAssets(withLocalIdentifiers:options:)`.
    @discardableResult
    open class func fetchAssets(with identifiers: [String], options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        fetchAssets(withLocalIdentifiers: identifiers, options: options)
    }

    /// Fetches assets by local identifier, such as those of change details.
    @discardableResult
    open class func fetchAssets(with identifiers: Set<String>, options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        fetchAssets(withLocalIdentifiers: Array(identifiers), options: options)
    }

    /// Fetches the key asset of an album: its first (Apple's returns up to three). Nil for a transient album.
    @discardableResult
    open class func fetchKeyAssets(
        in assetCollection: PHAssetCollection,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset>? {
        guard !(assetCollection is TransientAssetCollection) else { return nil }
        let options = options.flatMap { $0.copy() as? PHFetchOptions } ?? PHFetchOptions()
        options.fetchLimit = 1
        return fetchAssets(in: assetCollection, options: options)
    }

    /// Fetches the representative of a burst, or with `includeAllBurstAssets` all its assets.
    @discardableResult
    open class func fetchAssets(
        withBurstIdentifier burstIdentifier: String,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        FetchPlan.assets(ofBurst: burstIdentifier, options).assets(PHPhotoLibrary.shared().client)
    }

    /// Finds nothing: there is no AssetsLibrary here.
    @available(*, deprecated, message: "Use fetchAssets(withLocalIdentifiers:options:)")
    @discardableResult
    open class func fetchAssets(
        withALAssetURLs assetURLs: [URL],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        FetchPlan(findingNothingOf: .asset).assets(PHPhotoLibrary.shared().client)
    }
}
