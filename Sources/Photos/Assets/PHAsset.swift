import LibraryModel

/// A photo or a movie of the library: a snapshot of its properties, never its pixels.
///
/// Apps may subclass it for test doubles.
open class PHAsset: PHObject, @unchecked Sendable {
    private let row: AssetRow

    /// An asset that is in no library, for an app's own subclasses.
    public override init() {
        row = AssetRow()
        super.init()
    }

    init(_ id: ObjectID, row: AssetRow) {
        self.row = row
        super.init(LocalIdentifier(.asset, id))
    }

    /// Photo, movie or sound.
    open var mediaType: PHAssetMediaType { PHAssetMediaType(rawValue: Int(row.mediaKind)) ?? .unknown }
    /// Finer kinds.
    open var mediaSubtypes: PHAssetMediaSubtype { PHAssetMediaSubtype(rawValue: UInt(row.mediaSubtypes)) }
    /// Pixels across, as shown.
    open var pixelWidth: Int { Int(row.pixelWidth) }
    /// Pixels down, as shown.
    open var pixelHeight: Int { Int(row.pixelHeight) }
    /// When it was taken, as far as anybody knows.
    open var creationDate: Date? {
        row.flags.contains(.hasCreationDate) ? Date(microsecondsSince1970: row.creationDate) : nil
    }
    /// When a person or an app last edited it. (Apple's also moves with internal processing; this one does not.)
    open var modificationDate: Date? { row.exists ? Date(microsecondsSince1970: row.modificationDate) : nil }
    /// When it came into this library.
    open var addedDate: Date? { row.exists ? Date(microsecondsSince1970: row.addedDate) : nil }
    /// Where it was taken.
    open var location: CLLocation? { row.location }
    /// Seconds; 0 for photos.
    open var duration: TimeInterval { row.duration }
    /// Whether the person keeps it out of sight.
    open var isHidden: Bool { row.flags.contains(.hidden) }
    /// Whether the person marked it as a favourite.
    open var isFavorite: Bool { row.flags.contains(.favorite) }
    /// The person's stars.
    open var rating: Rating { Rating(rawValue: Int(row.rating)) ?? .unset }
    /// The burst that it is of.
    open var burstIdentifier: String? { row.burstIdentifier }
    /// Always empty: picks within bursts are not kept.
    open var burstSelectionTypes: PHAssetBurstSelectionType { [] }
    /// Whether it stands for its burst.
    open var representsBurst: Bool { row.flags.contains(.representsBurst) }
    /// Always the person's own library.
    open var sourceType: PHAssetSourceType { .typeUserLibrary }
    /// Whether it was edited since it was taken.
    open var hasAdjustments: Bool { row.flags.contains(.hasAdjustments) }

    /// When it was last edited or its edit reverted; nil when it never was. Asks the library.
    open var adjustmentTimestamp: Date? { details.adjustedDate.map { Date(microsecondsSince1970: $0) } }

    /// Whether it was edited, and by whom. A camera's own edits are not told apart from none.
    open var adjustmentsState: AdjustmentsState { hasAdjustments ? .userAdjusted : .none }
    /// The format of the edit's recipe, in reverse domain notation; nil without an edit. Asks the library.
    open var adjustmentFormatIdentifier: String? { formatOfAdjustment }
    /// The type of the file that it was made of; `UTType.data` where the library cannot tell. Asks the library.
    open var contentType: UTType { originalResource?.contentType ?? .data }
    /// The file's name, and what a person wrote about it. Asks the library.
    open var extendedMetadata: PHAssetExtendedMetadata {
        PHAssetExtendedMetadata(details)
    }
    /// Always the compressed file of a RAW and JPEG pair.
    open var originalResourceChoice: OriginalResourceChoice { .compressed }
    /// Always none: effects of Live Photos are not kept.
    open var playbackVariation: PlaybackVariation { .none }

    /// How to present it.
    open var playbackStyle: PlaybackStyle {
        switch mediaType {
        case .image where row.flags.contains(.animated): .imageAnimated
        case .image where mediaSubtypes.contains(.photoLive): .livePhoto
        case .image: .image
        case .video: .video
        case .audio, .unknown: .unsupported
        }
    }

    /// Whether the app may ask for such a change. The library decides when the change is made.
    @discardableResult
    open func canPerform(_ editOperation: PHAssetEditOperation) -> Bool {
        guard row.exists else { return false }
        return switch editOperation {
        case .delete, .properties: true
        case .content: mediaType == .image || mediaType == .video
        }
    }

    /// As much of key-value coding as apps use with assets: `filename`, and the keys that predicates may name.
    ///
    /// Any other key is nil. `filename` asks the library.
    open func value(forKey key: String) -> Any? {
        key == "filename" || key == "originalFilename" ? originalResource?.filename : foundationValue(forKey: key)
    }

    /// Whether the asset was there when its properties were read. Without it all of them are empty.
    final var wasFound: Bool { row.exists }

    // MARK: Editing

    /// Gets what is needed to edit the asset. The handler is called once, on an arbitrary serial queue.
    ///
    /// `canHandleAdjustmentData` is asked on the calling thread before this returns, where Apple's asks it later.
    @preconcurrency
    @discardableResult
    open func requestContentEditingInput(
        with options: PHContentEditingInputRequestOptions?,
        completionHandler: @escaping @Sendable (PHContentEditingInput?, [AnyHashable: Any]) -> Void
    ) -> PHContentEditingInputRequestID {
        ContentEditingRequests.shared.begin(self, options, completionHandler)
    }

    /// Calls a request off: its handler is called without an input and with `PHContentEditingInputCancelledKey`.
    open func cancelContentEditingInputRequest(_ requestID: PHContentEditingInputRequestID) {
        ContentEditingRequests.shared.cancel(requestID)
    }

    // MARK: Fetching

    /// The assets of the library.
    @discardableResult
    open class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        FetchPlan(.allAssets, of: .asset, options).assets(PHPhotoLibrary.shared().client)
    }

    /// The assets of one media type.
    @discardableResult
    open class func fetchAssets(
        with mediaType: PHAssetMediaType,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        FetchPlan.assets(of: mediaType, options).assets(PHPhotoLibrary.shared().client)
    }

    /// The assets of an album, in the album's order where the options say no other.
    @discardableResult
    open class func fetchAssets(
        in assetCollection: PHAssetCollection,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        FetchPlan.assets(in: assetCollection, options).assets(PHPhotoLibrary.shared().client)
    }

    /// The assets with these local identifiers, as far as they are there, hidden ones included.
    ///
    /// They come in the order of the identifiers where the options say no other; Apple's promise none.
    @discardableResult
    open class func fetchAssets(
        withLocalIdentifiers identifiers: [String],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        FetchPlan(.identifiers(.asset, identifiers.objectIDs(of: .asset)), of: .asset, options)
            .assets(PHPhotoLibrary.shared().client)
    }

    /// The assets with these local identifiers: `fetchAssets(withLocalIdentifiers:options:)` as it was first shown.
    @discardableResult
    open class func fetchAssets(with identifiers: [String], options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        fetchAssets(withLocalIdentifiers: identifiers, options: options)
    }

    /// The assets with these local identifiers, such as those of a change's details.
    @discardableResult
    open class func fetchAssets(with identifiers: Set<String>, options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        fetchAssets(withLocalIdentifiers: Array(identifiers), options: options)
    }

    /// The asset that stands for an album: its first (Apple's may be up to three). Nil for a transient album.
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

    /// The assets of a burst: the one that stands for it, or with `includeAllBurstAssets` all.
    @discardableResult
    open class func fetchAssets(
        withBurstIdentifier burstIdentifier: String,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        FetchPlan.assets(ofBurst: burstIdentifier, options).assets(PHPhotoLibrary.shared().client)
    }

    /// The assets with URLs of Apple's old AssetsLibrary: none, there is no such library here.
    @available(*, deprecated, message: "Use fetchAssets(withLocalIdentifiers:options:)")
    @discardableResult
    open class func fetchAssets(
        withALAssetURLs assetURLs: [URL],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        FetchPlan(findingNothingOf: .asset).assets(PHPhotoLibrary.shared().client)
    }
}
