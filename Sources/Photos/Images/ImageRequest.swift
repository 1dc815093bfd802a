import LibraryClient
import LibraryModel
import LinuxSystem

/// A request for a picture, with a copy of its options.
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
        crop = resizeMode == .exact ? Self.partOfPicture(options?.normalizedCropRect ?? .zero) : .zero
        shape = ImageShape(asset.pixelWidth, asset.pixelHeight, crop: crop)
    }

    /// The part of a crop rectangle that is in the picture; zero, for all of it, where none is.
    private static func partOfPicture(_ crop: CGRect) -> CGRect {
        let numbers = [crop.minX, crop.minY, crop.maxX, crop.maxY]
        guard numbers.allSatisfy(\.isFinite) else { return .zero }
        let part = crop.intersection(CGRect(x: 0, y: 0, width: 1, height: 1))
        return part.width > 0 && part.height > 0 ? part : .zero
    }

    /// The picture to load; nil when the asset has none.
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
        let stored = shape.storedSize(covering: size)
        switch resizeMode {
        case .none: return stored
        // Resizing from nearly the same size would take longer than all the rest.
        case .fast where Double(stored.width) <= Double(size.width) * Self.mostForFast: return stored
        default: return size
        }
    }

    /// By how much `fast` may exceed the target size: Apple says slightly.
    private static let mostForFast = 1.125

    /// The degraded pictures to deliver first if the library has them ready, smallest first.
    var quickSources: [SourcePicture] {
        guard deliveryMode == .opportunistic, let source else { return [] }
        let smaller = Rendition.allCases.filter { !source.size.fits($0.box) }
        return smaller.prefix(allowsSecondDegraded ? 2 : 1).map { source.fitting($0) }
    }

    /// Loads the picture. Blocks.
    func answer(
        _ loader: any PictureLoading,
        _ cancellation: Cancellation,
        _ network: NetworkAccess? = nil
    ) -> RequestAnswer<PhotoImage> {
        guard let source else {
            return .failed(.notInLibrary)
        }
        do throws(LibraryError) {
            return .value(finished(try load(source, loader, cancellation, network)))
        } catch {
            return error.code == .cancelled && cancellation.isStopped ? .cancelled : .failed(PHPhotosError(error))
        }
    }

    private func load(
        _ source: SourcePicture,
        _ loader: any PictureLoading,
        _ cancellation: Cancellation,
        _ network: NetworkAccess?
    ) throws(LibraryError) -> PhotoImage {
        if deliveryMode == .fastFormat, let quick = try loader.quickPicture(source, cancellation) { return quick }
        do throws(LibraryError) { return try loader.picture(source, cancellation) } catch {
            guard error.code == .networkAccessRequired, let network else { throw error }
            try loader.bringHere(source, network)
            return try loader.picture(source, cancellation)
        }
    }

    /// Returns a degraded picture, or the final one if it is as good; nil when none larger than `former` is ready.
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
            // Loading the final picture next reports the error if it persists.
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
