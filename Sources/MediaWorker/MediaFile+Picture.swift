internal import CMedia
internal import LibraryModel

// JPEG, PNG, GIF, WebP, TIFF, HEIF and JPEG 2000, through libvips.

extension MediaFile {
    func readPictureMetadata(_ sideCar: MetadataBlock?) throws(LibraryError) -> MediaMetadata {
        if hasSequenceAlone { return try readSequenceMetadata(sideCar) }
        let (picture, isTruncated) = try openPicture()
        let header = picture.header
        var metadata = try imageMetadata(header.width, header.height, orientation: header.orientation)
        metadata.isDamaged = isTruncated
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
        case .heif:
            metadata.isAnimated = ISOBoxes(source).frameCount > 1
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
        let packet = XMPPacket(xmp)
        sources.xmp = packet.map { MetadataBlock($0, .xmp) }
        sources.iptc = iptc.map { MetadataBlock(IPTCRecord($0)) }
        sources.sideCar = sideCar
        metadata.adopt(sources)
        metadata.contentIdentifier = exif.contentIdentifier
        if let motion = packet.flatMap({ MotionPhoto($0) }), motion.isThere(in: source) {
            metadata.embeddedMovieSize = Int64(motion.movieSize)
        }
        metadata.subtypes.formUnion(exif.subtypes)
        // The metadata of photo spheres and panoramas has their projection; a gain map means HDR.
        if xmp.containsText("GPano:ProjectionType") { metadata.subtypes.insert(.photoPanorama) }
        if xmp.containsText("hdrgm:Version") || xmp.containsText("HDRGainMap:HDRGainMapVersion") {
            metadata.subtypes.insert(.photoHDR)
        }
        return metadata
    }

    /// Decodes strictly first, and then whatever a damaged file still yields.
    func decodePicture(fitting size: PixelSize) throws(LibraryError) -> DecodedPicture {
        if hasSequenceAlone {
            return DecodedPicture(undamaged: try decodePoster(demuxer: "mov", fitting: size))
        }
        let whole = try PictureInput(descriptor)
        var mended: PictureInput?
        if let truncated = TruncatedFile(source, format) {
            mended = try PictureInput(descriptor, pieces: truncated.pieces)
        }
        var failure = LibraryError.damagedMedia
        for input in [whole, mended].compactMap({ $0 }) {
            do throws(LibraryError) {
                return try decode(input, fitting: size, isTruncated: mended != nil)
            } catch {
                if error == .oversizedMedia { throw error }
                failure = error
            }
        }
        // The decoder failed: the rows before that are the image.
        for input in [whole, mended].compactMap({ $0 }) {
            if let picture = try salvage(input, fitting: size) { return picture }
        }
        throw failure
    }

    /// Pixels of the longest side. For smaller pictures libvips chooses the scale itself: it decodes twice as many
    /// pixels per side as are wanted.
    private static let leastShrunkSide = 1_024

    /// The factor by which a JPEG file is scaled down while decoding, without falling below the wanted size: 1, 2, 4 or
    /// 8. For files that libjpeg alone does not suffice for.
    private func shrinkOnLoad(_ stored: PixelSize, to wanted: PixelSize) -> Int32 {
        guard format == .jpeg else { return 1 }
        guard max(wanted.width, wanted.height) >= MediaFile.leastShrunkSide else { return 1 }
        let factors: [Int32] = [8, 4, 2]
        return factors.first { wanted.width * Int($0) <= stored.width && wanted.height * Int($0) <= stored.height } ?? 1
    }

    private func decode(
        _ input: PictureInput,
        fitting size: PixelSize,
        isTruncated: Bool
    ) throws(LibraryError) -> DecodedPicture {
        let picture = try OpenPicture(input, pictureLoader)
        let header = picture.header
        _ = try MediaLimits.check(header.width, header.height)
        let stored = PixelSize(width: Int(header.width), height: Int(header.height))
        let wanted = (header.isOnItsSide ? stored.turned : stored).scaledDown(toFit: size)
        let shrink = shrinkOnLoad(stored, to: header.isOnItsSide ? wanted.turned : wanted)
        // An invalid profile does not mean that the image is damaged.
        let profiles: [CInt] = picture.block("icc-profile-data") == nil ? [0] : [CInt(CMEDIA_HAS_PROFILE), 0]
        for strictness in [CInt(CMEDIA_STRICT), 0] {
            for profile in profiles {
                var buffer = unsafe cmedia_buffer()
                var hasComplaint: CInt = 0
                let status = unsafe cmedia_picture_pixels(
                    input.handle,
                    Int32(wanted.width),
                    Int32(wanted.height),
                    shrink,
                    strictness | profile | inks,
                    &buffer,
                    &hasComplaint
                )
                guard status == CMEDIA_OK else { continue }
                let image = try unsafe PixelImage(taking: &buffer)
                let isDamaged = isTruncated || strictness == 0 || hasComplaint != 0
                // A decoder that finds only a header returns its initial fill.
                guard let picture = DecodedPicture(shown: image, isDamaged: isDamaged) else { throw .damagedMedia }
                return picture
            }
        }
        throw .damagedMedia
    }

    /// Returns the rows before the decoder failed; nil without any.
    private func salvage(_ input: PictureInput, fitting size: PixelSize) throws(LibraryError) -> DecodedPicture? {
        var buffer = unsafe cmedia_buffer()
        let status = unsafe cmedia_picture_salvage(
            input.handle,
            pictureLoader,
            Int32(size.width),
            Int32(size.height),
            &buffer
        )
        guard status == CMEDIA_OK else { return nil }
        return DecodedPicture(shown: try unsafe PixelImage(taking: &buffer), isDamaged: true)
    }

    /// Returns a JPEG file of the image with its metadata and colour profile; nil when the decoder complains.
    func encodePicture(quality: Int) throws(LibraryError) -> EncodedPicture? {
        if hasSequenceAlone { return nil }
        let (picture, isTruncated) = try openPicture()
        _ = try MediaLimits.check(picture.header.width, picture.header.height)
        if isTruncated { return nil }
        var buffer = unsafe cmedia_buffer()
        let status = unsafe cmedia_picture_jpeg(picture.input.handle, pictureLoader, Int32(quality), inks, &buffer)
        guard status == CMEDIA_OK else { return nil }
        defer { unsafe cmedia_buffer_free(&buffer) }
        return unsafe EncodedPicture(
            size: PixelSize(width: Int(buffer.width), height: Int(buffer.height)),
            bytes: Array(UnsafeRawBufferPointer(start: buffer.bytes, count: buffer.length))
        )
    }

    /// Reads the header, also of a truncated file.
    private func openPicture() throws(LibraryError) -> (picture: OpenPicture, isTruncated: Bool) {
        do throws(LibraryError) {
            return (try openWholePicture(), false)
        } catch {
            guard let truncated = TruncatedFile(source, format) else { throw error }
            return (try OpenPicture(PictureInput(descriptor, pieces: truncated.pieces), pictureLoader), true)
        }
    }

    /// Reads the header of the file as it is, once.
    func openWholePicture() throws(LibraryError) -> OpenPicture {
        if let picture = header.picture { return picture }
        let picture = try OpenPicture(PictureInput(descriptor), pictureLoader)
        header.picture = picture
        return picture
    }

    private var inks: CInt { format == .jpeg && JPEGInks.arePlain(in: source) ? CInt(CMEDIA_PLAIN_INKS) : 0 }

    private var pictureLoader: cmedia_loader {
        switch format {
        case .jpeg: CMEDIA_LOADER_JPEG
        case .png: CMEDIA_LOADER_PNG
        case .gif: CMEDIA_LOADER_GIF
        case .webp: CMEDIA_LOADER_WEBP
        case .tiff: CMEDIA_LOADER_TIFF
        case .heif: CMEDIA_LOADER_HEIF
        case .jpeg2000: CMEDIA_LOADER_JPEG2000
        case .raw, .movie: preconditionFailure("raw files and movies are not opened as pictures")
        }
    }
}
