import LibraryModel

/// An image manager that loads pictures before they are asked for.
///
/// What an app starts to cache is decoded in the background, what was started last first and one picture after the
/// other, and held until the app stops it: at most 64 MB of pixels (16,384 small pictures). What does not fit is not
/// loaded until something is stopped; it is still answered, in the ordinary time. A picture that is stopped while it is
/// being decoded is decoded no further. A request finds its picture whatever its options, if it needs the same pixels.
open class PHCachingImageManager: PHImageManager, @unchecked Sendable {
    // `@unchecked` for the reason that `PHImageManager` gives.
    private let cache = PictureCache()

    /// A manager that caches nothing so far.
    public override init() { super.init() }

    /// Changes nothing, as with Apple's own of today: all pictures are of high quality.
    @available(*, deprecated, message: "Changes nothing")
    open var allowsCachingHighQualityImages: Bool {
        get { cache.allowsHighQuality }
        set { cache.allowsHighQuality = newValue }
    }

    /// Loads the pictures that requests with these arguments will need.
    open func startCachingImages(
        for assets: [PHAsset],
        targetSize: CGSize,
        contentMode: PHImageContentMode,
        options: PHImageRequestOptions?
    ) {
        cache.start(assets.compactMap { ImageRequest($0, targetSize, contentMode, options).source })
    }

    /// Lets go of pictures. Give the arguments that `startCachingImages` got.
    open func stopCachingImages(
        for assets: [PHAsset],
        targetSize: CGSize,
        contentMode: PHImageContentMode,
        options: PHImageRequestOptions?
    ) {
        cache.stop(assets.compactMap { ImageRequest($0, targetSize, contentMode, options).source })
    }

    /// Lets go of all pictures.
    open func stopCachingImagesForAllAssets() { cache.stopAll() }

    override var pictures: any PictureLoading { cache }
}
