internal import CMedia
package import LibraryModel
package import MediaWorkerProtocol

/// A photo or a video that is open for reading.
///
/// Its bytes are read at offsets; the descriptor's own position is neither used nor moved, so that several readers may
/// share it. The descriptor is borrowed: whoever made this value keeps it open.
///
/// Everything that can go wrong with a file is `LibraryError.Code.invalidResource`. A decoder that crashes or runs away
/// takes its process with it: this is meant for a process of its own.
package struct MediaFile {
    let descriptor: CInt
    let source: ByteSource
    let format: MediaFormat

    /// Tells the format from the first bytes.
    package init(descriptor: CInt) throws(LibraryError) {
        try MediaLibraries.start()
        guard let source = ByteSource(file: descriptor) else { throw .unreadable("it is not a regular file") }
        guard source.count > 0 else { throw .unreadable("the file is empty") }
        guard let format = MediaFormat(of: source) else {
            throw .unreadable("not a photo or video that this library can read")
        }
        self.descriptor = descriptor
        self.source = source
        self.format = format
    }

    /// Whether it is a picture in one of the formats in which one picture, encoded, is never very large.
    var isEncodedPicture: Bool {
        switch format {
        case .jpeg, .png, .gif, .webp, .heif, .jpeg2000: true
        case .tiff, .raw, .movie: false
        }
    }

    /// What the file says of itself, without decoding its pixels. `sideCar`: an XMP file that lies beside it; what is
    /// none is passed over, like any other metadata that cannot be read.
    package func readMetadata(sideCar: [UInt8]? = nil) throws(LibraryError) -> MediaMetadata {
        let sideCar = sideCar.flatMap { XMPPacket($0) }.map { MetadataBlock($0, .sideCar) }
        return switch format {
        case .jpeg, .png, .gif, .webp, .tiff, .heif, .jpeg2000: try readPictureMetadata(sideCar)
        case .raw: try readRawMetadata(sideCar)
        case .movie(_, let demuxer): try readMovieMetadata(demuxer: demuxer, sideCar)
        }
    }

    /// What a still picture's header says: stored pixels, and the EXIF orientation in which they are shown.
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

    /// The picture (of a video the first one) as it is to be shown: upright, in sRGB, made smaller to fit into `size`,
    /// never larger.
    ///
    /// What a damaged file still shows is shown; a file of which nothing can be decoded is an error.
    package func decodePixels(fitting size: PixelSize) throws(LibraryError) -> PixelImage {
        try decode(fitting: size).image
    }

    /// The same, and whether some of it is not as it was.
    package func decode(fitting size: PixelSize) throws(LibraryError) -> DecodedPicture {
        let sides = 1...PixelImage.maximumSide
        guard sides.contains(size.width), sides.contains(size.height) else {
            throw LibraryError(.invalidRequest, "a picture's sides are 1 to \(PixelImage.maximumSide) pixels")
        }
        switch format {
        case .jpeg, .png, .gif, .webp, .tiff, .heif, .jpeg2000: return try decodePicture(fitting: size)
        case .raw: return try decodeRaw(fitting: size)
        case .movie(_, let demuxer):
            return DecodedPicture(image: try decodePoster(demuxer: demuxer, fitting: size), isDamaged: false)
        }
    }

    /// The picture in its own size as a JPEG file. `quality` is 1 to 100.
    ///
    /// It keeps the file's metadata, colour profile and orientation. Raw files, movies, and what a damaged file still
    /// shows have neither: their JPEG is upright and in sRGB.
    package func makeJPEG(quality: Int) throws(LibraryError) -> EncodedPicture {
        guard (1...100).contains(quality) else { throw LibraryError(.invalidRequest, "JPEG's quality is 1 to 100") }
        switch format {
        case .jpeg, .png, .gif, .webp, .tiff, .heif, .jpeg2000:
            if let picture = try encodePicture(quality: quality) { return picture }
        case .raw, .movie: break
        }
        let largest = PixelSize(width: PixelImage.maximumSide, height: PixelImage.maximumSide)
        let image = try decodePixels(fitting: largest)
        return EncodedPicture(size: image.size, bytes: try image.encodedJPEG(quality: quality))
    }

    /// The same as a JPEG file.
    package func makeThumbnail(
        fitting size: PixelSize,
        quality: Int = MediaLimits.thumbnailQuality
    ) throws(LibraryError) -> [UInt8] {
        try decodePixels(fitting: size).encodedJPEG(quality: quality)
    }
}

/// A picture as far as it could be decoded.
package struct DecodedPicture: Hashable, Sendable {
    package var image: PixelImage
    /// The file breaks off, or some of its bytes are not what they should be.
    package var isDamaged: Bool
}

/// A JPEG file, and the size of the picture in it.
package struct EncodedPicture: Hashable, Sendable {
    package var size: PixelSize
    package var bytes: [UInt8]
}

/// The C libraries of this process.
package enum MediaLibraries {
    private static let startStatus = cmedia_start()
    private static let isReady = startStatus == CMEDIA_OK && XMPPacket.isReady

    /// Starts them, once.
    package static func start() throws(LibraryError) {
        guard isReady else { throw LibraryError(.internal, "the image libraries do not start") }
    }

    /// Binds this whole process to what one file may cost. For the worker's own process only.
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
    /// `reason` is one of a few fixed sentences: never a word out of the file.
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
