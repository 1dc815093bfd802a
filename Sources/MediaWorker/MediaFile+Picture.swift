internal import CMedia
internal import LibraryModel

// JPEG, PNG, GIF, WebP, TIFF and HEIF, through libvips.

extension MediaFile {
    func readPictureMetadata(_ sideCar: MetadataBlock?) throws(LibraryError) -> MediaMetadata {
        let picture = try OpenPicture(self)
        let header = picture.header
        var metadata = try imageMetadata(header.width, header.height, orientation: header.orientation)
        var exif = picture.block("exif-data").map { ExifFacts(block: $0) } ?? ExifFacts()
        var xmp = picture.block("xmp-data") ?? []
        var iptc = picture.block("iptc-data")
        var sources = MetadataSources()
        switch format {
        case .gif:
            metadata.isAnimated = header.pages > 1
            xmp = GIFExtensions(source).xmp ?? xmp
        case .webp:
            metadata.isAnimated = header.pages > 1
        case .png:
            let chunks = PNGChunks(source)
            metadata.isAnimated = chunks.isAnimated
            if let block = chunks.exif { exif = ExifFacts(block: block) }
            if let block = chunks.xmp { xmp = block }
            sources.container = chunks.texts
        case .tiff:
            let tiff = TIFFStructure(source)
            exif = ExifFacts(tiff)
            let blocks = TIFFBlocks(tiff)
            xmp = blocks.xmp ?? []
            iptc = blocks.iptc
        default:
            break
        }
        sources.exif = exif.block
        sources.xmp = XMPPacket(xmp).map { MetadataBlock($0, .xmp) }
        sources.iptc = iptc.map { MetadataBlock(IPTCRecord($0)) }
        sources.sideCar = sideCar
        metadata.adopt(sources)
        metadata.contentIdentifier = exif.contentIdentifier
        metadata.subtypes.formUnion(exif.subtypes)
        // A photo sphere or a panorama says how it is projected; a gain map says that it is for more than one range.
        if xmp.containsText("GPano:ProjectionType") { metadata.subtypes.insert(.photoPanorama) }
        if xmp.containsText("hdrgm:Version") || xmp.containsText("HDRGainMap:HDRGainMapVersion") {
            metadata.subtypes.insert(.photoHDR)
        }
        return metadata
    }

    /// First strictly, then with whatever a damaged file still gives.
    func decodePicture(fitting size: PixelSize) throws(LibraryError) -> PixelImage {
        let picture = try OpenPicture(self)
        _ = try MediaLimits.check(picture.header.width, picture.header.height)
        let hasProfile = picture.block("icc-profile-data") != nil
        for (isStrict, usesProfile) in [(true, hasProfile), (false, hasProfile), (false, false)] {
            var buffer = unsafe cmedia_buffer()
            let status = unsafe cmedia_picture_pixels(
                descriptor,
                Int32(size.width),
                Int32(size.height),
                isStrict ? 1 : 0,
                usesProfile ? 1 : 0,
                &buffer
            )
            guard status == CMEDIA_OK else { continue }
            let image = try unsafe PixelImage(taking: &buffer)
            // A decoder that finds nothing but a header fills the picture with what it starts from.
            guard (isStrict && hasEnd) || !image.isBlank else { throw .damagedMedia }
            return image
        }
        // The decoder gave up on the way: the rows before that are the picture.
        var buffer = unsafe cmedia_buffer()
        let status = unsafe cmedia_picture_salvage(
            descriptor,
            pictureLoader,
            Int32(size.width),
            Int32(size.height),
            &buffer
        )
        guard status == CMEDIA_OK else { throw LibraryError(status) }
        let image = try unsafe PixelImage(taking: &buffer)
        guard !image.isBlank else { throw .damagedMedia }
        return image
    }

    /// A JPEG file of the picture with its metadata and colours; nil for what the decoder complains of.
    func encodePicture(quality: Int) throws(LibraryError) -> EncodedPicture? {
        let header = try OpenPicture(self).header
        _ = try MediaLimits.check(header.width, header.height)
        var buffer = unsafe cmedia_buffer()
        let status = unsafe cmedia_picture_jpeg(descriptor, pictureLoader, Int32(quality), &buffer)
        guard status == CMEDIA_OK else { return nil }
        defer { unsafe cmedia_buffer_free(&buffer) }
        return unsafe EncodedPicture(
            size: PixelSize(width: Int(buffer.width), height: Int(buffer.height)),
            bytes: Array(UnsafeRawBufferPointer(start: buffer.bytes, count: buffer.length))
        )
    }

    /// False for a JPEG file that breaks off: libvips does not always complain.
    private var hasEnd: Bool {
        guard format == .jpeg else { return true }
        let tail = source.prefix(at: max(0, source.count - 64 * 1024), 64 * 1024)
        return tail.indices.dropLast().contains { tail[$0] == 0xFF && tail[$0 + 1] == 0xD9 }
    }

    fileprivate var pictureLoader: cmedia_loader {
        switch format {
        case .jpeg: CMEDIA_LOADER_JPEG
        case .png: CMEDIA_LOADER_PNG
        case .gif: CMEDIA_LOADER_GIF
        case .webp: CMEDIA_LOADER_WEBP
        case .tiff: CMEDIA_LOADER_TIFF
        case .heif: CMEDIA_LOADER_HEIF
        case .raw, .movie: preconditionFailure("raw files and movies are not opened as pictures")
        }
    }
}

/// A picture whose header was read.
@safe
private struct OpenPicture: ~Copyable {
    private let picture: OpaquePointer

    init(_ file: MediaFile) throws(LibraryError) {
        var opened: OpaquePointer?
        let status = unsafe cmedia_picture_open(file.descriptor, file.pictureLoader, &opened)
        guard status == CMEDIA_OK, let opened = unsafe opened else { throw LibraryError(status) }
        unsafe picture = opened
    }

    deinit { unsafe cmedia_picture_close(picture) }

    var header: cmedia_picture_header { unsafe cmedia_picture_get_header(picture) }

    func block(_ name: String) -> [UInt8]? {
        var length = 0
        guard let start = unsafe cmedia_picture_get_block(picture, name, &length), length > 0 else { return nil }
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: length))
    }
}
