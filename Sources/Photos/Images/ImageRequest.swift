import LibraryModel
import LinuxSystem

/// One request for a picture, as the app asked for it: options are kept as they were.
struct ImageRequest: Sendable {
    private let asset: PHAsset
    private let target: CGSize
    private let contentMode: PHImageContentMode
    private let resizeMode: PHImageRequestOptionsResizeMode
    private let deliveryMode: PHImageRequestOptionsDeliveryMode
    private let allowsSecondDegraded: Bool
    private let version: PHImageRequestOptionsVersion
    private let shape: ImageShape
    private let crop: CGRect

    init(
        _ asset: PHAsset,
        _ target: CGSize,
        _ contentMode: PHImageContentMode,
        _ options: PHImageRequestOptions?
    ) {
        self.asset = asset
        self.target = target
        self.contentMode = contentMode
        resizeMode = options?.resizeMode ?? .fast
        deliveryMode = options?.deliveryMode ?? .opportunistic
        allowsSecondDegraded = options?.allowSecondaryDegradedImage ?? false
        version = options?.version ?? .current
        crop = resizeMode == .exact ? options?.normalizedCropRect ?? .zero : .zero
        shape = ImageShape(asset.pixelWidth, asset.pixelHeight, crop: crop)
    }

    /// The picture that the library is asked for; nil when there is none for this request.
    var source: SourcePicture? {
        guard let identity = asset.resolvedIdentity else { return nil }
        let isUnedited = version != .current && asset.hasAdjustments
        return SourcePicture(
            asset: identity.id,
            edition: asset.modificationDate,
            kind: isUnedited ? (asset.mediaType == .video ? .video : .photo) : nil,
            size: isUnedited ? shape.sizeToLoadBeforeEdit(for: target, contentMode) : sizeToLoad
        )
    }

    private var sizeToLoad: PixelSize {
        let size = shape.sizeToLoad(for: target, contentMode)
        // Without resizing: as it is stored.
        return resizeMode == .none ? shape.storedSize(covering: size) : size
    }

    /// The pictures that are delivered before that one where the library has them ready, the smallest first.
    var quickSources: [SourcePicture] {
        guard deliveryMode == .opportunistic, let source else { return [] }
        let smaller = Rendition.allCases.filter { !source.size.fits($0.box) }
        return smaller.prefix(allowsSecondDegraded ? 2 : 1).map { source.fitting($0) }
    }

    /// Asks for the picture, and waits.
    func answer(_ loader: any PictureLoading, _ cancellation: Cancellation) -> RequestAnswer<PhotoImage> {
        guard let source else {
            return .failed(PHPhotosError(.identifierNotFound, reason: "the asset is in no library"))
        }
        do throws(LibraryError) {
            return .value(finished(try load(source, loader, cancellation)))
        } catch {
            return error.code == .cancelled && cancellation.isStopped ? .cancelled : .failed(PHPhotosError(error))
        }
    }

    private func load(
        _ source: SourcePicture,
        _ loader: any PictureLoading,
        _ cancellation: Cancellation
    ) throws(LibraryError) -> PhotoImage {
        if deliveryMode == .fastFormat, let quick = try loader.quickPicture(source, cancellation) { return quick }
        return try loader.picture(source, cancellation)
    }

    /// A picture before the good one, or in its place where it is as good; nil where none is there at once that is
    /// larger than `former`.
    func quickAnswer(
        _ quick: SourcePicture,
        after former: PixelSize?,
        _ loader: any PictureLoading,
        _ cancellation: Cancellation
    ) -> RequestAnswer<PhotoImage>? {
        do throws(LibraryError) {
            guard let source, let picture = try loader.quickPicture(quick, cancellation) else { return nil }
            if let former, picture.pixelImage.size.fits(former) { return nil }
            if source.size.fits(picture.pixelImage.size) { return .value(finished(picture)) }
            return .degraded(crop == .zero ? picture : picture.cropped(toUnit: crop))
        } catch {
            // The good picture is asked for next, and fails for the same reason if the reason is still there.
            return nil
        }
    }

    private func finished(_ loaded: PhotoImage) -> PhotoImage {
        guard resizeMode == .exact else { return loaded }
        let cropped = crop == .zero ? loaded : loaded.cropped(toUnit: crop)
        guard !ImageShape.isMaximum(target) else { return cropped }
        return cropped.resized(to: ImageShape(cropped.width, cropped.height).exactSize(for: target, contentMode))
    }
}
