import LibraryClient
import LibraryModel

/// One request for a picture, as the app asked for it: options are kept as they were.
struct ImageRequest: Sendable {
    private let asset: PHAsset
    private let target: CGSize
    private let contentMode: PHImageContentMode
    private let resizeMode: PHImageRequestOptionsResizeMode
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
            size: isUnedited
                ? shape.sizeToLoadBeforeEdit(for: target, contentMode) : shape.sizeToLoad(for: target, contentMode)
        )
    }

    /// Asks the library, or whoever else has the picture, and waits.
    func answer(
        _ load: (SourcePicture) throws(LibraryError) -> PhotoImage = { source throws(LibraryError) in
            try source.load()
        }
    ) -> RequestAnswer<PhotoImage> {
        guard let source else {
            return .failed(PHPhotosError(.identifierNotFound, reason: "the asset is in no library"))
        }
        do throws(LibraryError) {
            let loaded = try load(source)
            return .value(resizeMode == .exact ? exact(loaded) : loaded)
        } catch {
            return .failed(PHPhotosError(error))
        }
    }

    private func exact(_ loaded: PhotoImage) -> PhotoImage {
        let cropped = crop == .zero ? loaded : loaded.cropped(toUnit: crop)
        guard !ImageShape.isMaximum(target) else { return cropped }
        return cropped.resized(to: ImageShape(cropped.width, cropped.height).exactSize(for: target, contentMode))
    }
}

/// A picture that the library can be asked for.
struct SourcePicture: Hashable, Sendable {
    var asset: ObjectID
    /// When the asset was last changed: another picture before and after.
    var edition: Date?
    /// Which file's picture; nil for the asset as it is now.
    var kind: ResourceKind?
    var size: PixelSize

    func load() throws(LibraryError) -> PhotoImage {
        PhotoImage(try PHPhotoLibrary.shared().client.thumbnail(of: asset, fitting: size, kind))
    }
}

/// What a request came to.
enum RequestAnswer<Value: Sendable>: Sendable {
    case value(Value)
    case failed(PHPhotosError)
    case cancelled

    var value: Value? { if case .value(let value) = self { value } else { nil } }

    func info(id: PHImageRequestID) -> [AnyHashable: Any] {
        // `NSNumber`s, as in Apple's: apps take them for many types of number.
        let no = NSNumber(value: false)
        var info: [AnyHashable: Any] = [PHImageResultIsDegradedKey: no, PHImageResultIsInCloudKey: no]
        if id != PHInvalidImageRequestID { info[PHImageResultRequestIDKey] = NSNumber(value: id) }
        switch self {
        case .value: break
        case .failed(let error): info[PHImageErrorKey] = error
        case .cancelled: info[PHImageCancelledKey] = NSNumber(value: true)
        }
        return info
    }
}

/// How large a picture is, and how it fits into a size of another shape.
struct ImageShape: Hashable, Sendable {
    private let width: Double
    private let height: Double
    /// How much of each side is wanted, 0 to 1.
    private let cropWidth: Double
    private let cropHeight: Double

    init(_ width: Int, _ height: Int, crop: CGRect = .zero) {
        self.width = Double(max(1, width))
        self.height = Double(max(1, height))
        cropWidth = crop.width > 0 ? min(1, crop.width) : 1
        cropHeight = crop.height > 0 ? min(1, crop.height) : 1
    }

    static func isMaximum(_ target: CGSize) -> Bool { target == PHImageManagerMaximumSize }

    /// The whole picture's size at which the wanted part has the target's, never larger than the picture.
    func sizeToLoad(for target: CGSize, _ contentMode: PHImageContentMode) -> PixelSize {
        let scale = Self.isMaximum(target) ? 1 : min(1, self.scale(for: target, contentMode))
        return Self.pixels(width * scale, height * scale)
    }

    /// The box to load a picture into that may be of another shape and larger, as a photo is before it is cropped or
    /// turned. With `aspectFill` it is large enough where that shape is this one, upright or turned.
    func sizeToLoadBeforeEdit(for target: CGSize, _ contentMode: PHImageContentMode) -> PixelSize {
        if Self.isMaximum(target) { return Self.pixels(Double(PixelImage.maximumSide), Double(PixelImage.maximumSide)) }
        let across = max(1, target.width) / cropWidth
        let down = max(1, target.height) / cropHeight
        guard contentMode == .aspectFill else { return Self.pixels(across, down) }
        let upright = max(across / width, down / height)
        let turned = max(across / height, down / width)
        return Self.pixels(max(width * upright, height * turned), max(height * upright, width * turned))
    }

    /// The size for `resizeMode` `exact`: with `aspectFit` inside the target, with `aspectFill` around it.
    func exactSize(for target: CGSize, _ contentMode: PHImageContentMode) -> PixelSize {
        let scale = scale(for: target, contentMode)
        return Self.pixels(width * cropWidth * scale, height * cropHeight * scale)
    }

    private func scale(for target: CGSize, _ contentMode: PHImageContentMode) -> Double {
        let across = max(1, target.width) / (width * cropWidth)
        let down = max(1, target.height) / (height * cropHeight)
        return contentMode == .aspectFill ? max(across, down) : min(across, down)
    }

    private static func pixels(_ width: Double, _ height: Double) -> PixelSize {
        func side(_ length: Double) -> Int { max(1, min(PixelImage.maximumSide, Int(length.rounded()))) }
        return PixelSize(width: side(width), height: side(height))
    }
}
