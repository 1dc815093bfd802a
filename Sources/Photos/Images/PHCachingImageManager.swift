import LibraryModel

/// An image manager that preloads pictures.
///
/// Decodes the pictures that an app starts to cache in the background, one at a time and the last started first, and
/// holds them until the app stops caching them: at most 64 MB of pixels (16,384 small pictures). Beyond that it loads
/// no more until the app stops some; requests for them take the usual time. Stopping cancels the decoding. A request
/// uses a cached picture whatever its options, if it needs the same pixels. Thread-safe.
open class PHCachingImageManager: PHImageManager, @unchecked Sendable {
    // `@unchecked` for the reason that `PHImageManager` gives.
    // No initializer but Apple's may be a designated one: apps' subclasses would lose it.
    private var cache = PictureCache()

    /// Creates a manager with an empty cache.
    public override init() { super.init() }

    /// Creates a manager with another cache, which nobody changes later.
    convenience init(_ cache: PictureCache) {
        self.init()
        self.cache = cache
    }

    /// No effect, as with Apple's today: all pictures are of high quality.
    @available(*, deprecated, message: "Changes nothing")
    open var allowsCachingHighQualityImages: Bool {
        get { cache.allowsHighQuality }
        set { cache.allowsHighQuality = newValue }
    }

    /// Preloads the pictures for requests with these arguments. Returns at once.
    open func startCachingImages(
        for assets: [PHAsset],
        targetSize: CGSize,
        contentMode: PHImageContentMode,
        options: PHImageRequestOptions?
    ) {
        cache.start(assets.compactMap { ImageRequest($0, targetSize, contentMode, options).source })
    }

    /// Stops caching pictures. Pass the arguments of `startCachingImages`.
    open func stopCachingImages(
        for assets: [PHAsset],
        targetSize: CGSize,
        contentMode: PHImageContentMode,
        options: PHImageRequestOptions?
    ) {
        cache.stop(assets.compactMap { ImageRequest($0, targetSize, contentMode, options).source })
    }

    /// Stops caching all pictures.
    open func stopCachingImagesForAllAssets() { cache.stopAll() }

    override var pictures: any PictureLoading { cache }
}
