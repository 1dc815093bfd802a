internal import CMedia
package import LibraryModel
internal import LinuxSystem
package import MediaWorkerProtocol

/// A photo or a video that is open for reading.
///
/// Reads at offsets; neither uses nor moves the descriptor's file offset, so several readers can share it. The
/// descriptor is borrowed: the creator keeps it open.
///
/// Every failure of a file is `LibraryError.Code.invalidResource`. A decoder that crashes or hangs takes its process
/// with it, so this is meant for a process of its own.
package struct MediaFile {
    let descriptor: CInt
    let source: ByteSource
    let format: MediaFormat
    /// The header of an image is read once, for the metadata and for the picture.
    let header = KeptPicture()

    /// Starts the C libraries, and recognizes the format from the first bytes.
    package init(descriptor: CInt) throws(LibraryError) {
        try MediaLibraries.start()
        try self.init(recognizing: descriptor)
    }

    /// Recognizes the format. For those who use none of the C libraries.
    init(recognizing descriptor: CInt) throws(LibraryError) {
        guard let source = ByteSource(file: descriptor) else { throw .unreadable("it is not a regular file") }
        guard source.count > 0 else { throw .unreadable("the file is empty") }
        guard let format = MediaFormat(of: source) else {
            throw .unreadable("not a photo or video that this library can read")
        }
        self.descriptor = descriptor
        self.source = source
        self.format = format
    }

    /// Whether it is an image in a format whose files are never very large.
    var isEncodedPicture: Bool {
        switch format {
        case .jpeg, .png, .gif, .webp, .heif, .jpeg2000: true
        case .tiff, .raw, .movie: false
        }
    }

    /// Reads the metadata, without decoding pixels. Ignores unreadable metadata. `sideCar`: an XMP sidecar.
    package func readMetadata(sideCar: [UInt8]? = nil) throws(LibraryError) -> MediaMetadata {
        let block = sideCar.flatMap { XMPPacket($0) }.map { MetadataBlock($0, .sideCar) }
        var metadata =
            switch format {
            case .jpeg, .png, .gif, .webp, .tiff, .heif, .jpeg2000: try readPictureMetadata(block)
            case .raw: try readRawMetadata(block)
            case .movie(_, let demuxer): try readMovieMetadata(demuxer: demuxer, block)
            }
        metadata.isSideCarUnreadable = sideCar != nil && block == nil
        return metadata
    }

    /// The header of a still image: stored size and EXIF orientation.
    func imageMetadata(
        _ width: Int32,
        _ height: Int32,
        orientation: Int32
    ) throws(LibraryError) -> MediaMetadata {
        let (width, height) = try MediaLimits.check(width, height)
        let isTurned = orientation >= 5
        var metadata = MediaMetadata(
            kind: .image,
            contentType: format.contentType,
            pixelWidth: isTurned ? height : width,
            pixelHeight: isTurned ? width : height
        )
        metadata.orientation = UInt8(clamping: orientation)
        return metadata
    }

    /// Decodes the image, or the first frame of a video, for display: upright, in sRGB, scaled down to fit `size`.
    ///
    /// Decodes as much of a damaged file as possible; throws if nothing can be decoded.
    package func decodePixels(fitting size: PixelSize) throws(LibraryError) -> PixelImage {
        try decode(fitting: size).image
    }

    /// Like `decodePixels(fitting:)`, and also returns whether the file is damaged.
    package func decode(fitting size: PixelSize) throws(LibraryError) -> DecodedPicture {
        try size.checkOfPicture()
        if let scaled = try decodeScaledJPEG(fitting: size) {
            return DecodedPicture(undamaged: try PixelImage(scaled))
        }
        return try decodeByLibraries(fitting: size)
    }

    /// Like `decodePixels(fitting:)`, in sealed memory.
    func decodeSealed(fitting size: PixelSize) throws(LibraryError) -> SealedPicture {
        try size.checkOfPicture()
        if let scaled = try decodeScaledJPEG(fitting: size) { return scaled }
        let image = try decodeByLibraries(fitting: size).image
        return SealedPicture(size: image.size, memory: try SealedMemory.ofResult(image.rgba))
    }

    /// Of any format and in any size.
    func decodeByLibraries(fitting size: PixelSize) throws(LibraryError) -> DecodedPicture {
        switch format {
        case .jpeg, .png, .gif, .webp, .tiff, .heif, .jpeg2000: return try decodePicture(fitting: size)
        case .raw: return try decodeRaw(fitting: size)
        case .movie(_, let demuxer):
            return DecodedPicture(undamaged: try decodePoster(demuxer: demuxer, fitting: size))
        }
    }

    /// Returns a JPEG file of the image in full size. `quality` is 1 to 100.
    ///
    /// Keeps metadata, colour profile and orientation. For RAW files, movies and damaged files the JPEG has none of
    /// these and is upright and in sRGB.
    package func makeJPEG(quality: Int) throws(LibraryError) -> EncodedPicture {
        try JPEGQuality.check(quality)
        switch format {
        case .jpeg, .png, .gif, .webp, .tiff, .heif, .jpeg2000:
            if let picture = try encodePicture(quality: quality) { return picture }
        case .raw, .movie: break
        }
        let largest = PixelSize(width: PixelImage.maximumSide, height: PixelImage.maximumSide)
        let image = try decodePixels(fitting: largest)
        return EncodedPicture(size: image.size, bytes: try image.encodedJPEG(quality: quality))
    }

    /// Like `decodePixels(fitting:)`, as a JPEG file.
    package func makeThumbnail(
        fitting size: PixelSize,
        quality: Int = MediaLimits.thumbnailQuality
    ) throws(LibraryError) -> [UInt8] {
        try decodePixels(fitting: size).encodedJPEG(quality: quality)
    }
}

/// An image as far as it could be decoded.
package struct DecodedPicture: Hashable, Sendable {
    package var image: PixelImage
    /// Whether the file is truncated or corrupt.
    package var isDamaged: Bool

    init(undamaged image: PixelImage) {
        self.image = image
        isDamaged = false
    }

    /// Nil when the file is damaged and nothing of its image is seen.
    init?(shown image: PixelImage, isDamaged: Bool) {
        if isDamaged && image.showsNothing { return nil }
        self.image = image
        self.isDamaged = isDamaged
    }
}

/// A JPEG file and the size of its image.
package struct EncodedPicture: Hashable, Sendable {
    package var size: PixelSize
    package var bytes: [UInt8]
}

/// The C libraries of this process.
package enum MediaLibraries {
    private static let startStatus = cmedia_start()
    private static let isReady = startStatus == CMEDIA_OK && XMPPacket.isReady

    /// Initializes them, once.
    package static func start() throws(LibraryError) {
        guard isReady else { throw LibraryError(.internal, "the image libraries do not start") }
    }

    /// Sets this process's resource limits. For the worker process only.
    package static func limitProcess(_ role: WorkerRole) throws(LibraryError) {
        let largestFile = role.writes ? UInt64.max : MediaLimits.largestResult
        let processorTime =
            switch role {
            case .decoder: MediaLimits.processorTime
            case .copier: UInt64.max
            case .exporter: MediaLimits.exportTime
            }
        guard
            cmedia_limit_process(
                MediaLimits.addressSpace,
                largestFile,
                MediaLimits.openFiles,
                processorTime
            ) == 0
        else {
            throw LibraryError(.internal, "the process takes no limits")
        }
    }
}

extension LibraryError {
    /// `reason` is one of a few fixed sentences, never text from the file.
    static func unreadable(_ reason: String) -> LibraryError { LibraryError(.invalidResource, reason) }

    static let damagedMedia = unreadable("the file is damaged")
    static let unsupportedMedia = unreadable("this kind of photo or video is not supported")
    static let oversizedMedia = unreadable(
        "the picture is larger than \(PictureBounds.maximumPixels / 1_000_000) megapixels or "
            + "\(PictureBounds.maximumSide) pixels a side"
    )

    init(_ status: cmedia_status) {
        self =
            switch status {
            case CMEDIA_UNSUPPORTED: .unsupportedMedia
            case CMEDIA_NO_MEMORY: .unreadable("reading the file takes too much memory")
            default: .damagedMedia
            }
    }
}
