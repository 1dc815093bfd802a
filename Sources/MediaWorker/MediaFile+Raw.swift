internal import CMedia
internal import LibraryModel

// Camera RAW files: pixels by libraw, metadata from their TIFF directories.

extension MediaFile {
    func readRawMetadata(_ sideCar: MetadataBlock?) throws(LibraryError) -> MediaMetadata {
        let blocks = RawBlocks(source)
        let header = try rawHeader(blocks)
        var metadata = try imageMetadata(header.width, header.height, orientation: header.orientation)
        metadata.isDamaged = header.isDamaged
        var sources = MetadataSources()
        sources.exif = blocks.exif.block
        sources.xmp = blocks.xmp.flatMap { XMPPacket($0) }.map { MetadataBlock($0, .xmp) }
        sources.iptc = blocks.iptc.map { MetadataBlock(IPTCRecord($0)) }
        sources.sideCar = sideCar
        metadata.adopt(sources)
        metadata.subtypes.formUnion(blocks.exif.subtypes)
        metadata.contentIdentifier = blocks.exif.contentIdentifier
        if metadata.cameraMake == nil { metadata.cameraMake = header.make }
        if metadata.cameraModel == nil { metadata.cameraModel = header.model }
        if metadata.captureDate == nil, header.timestamp > 0 {
            let (instant, overflow) = header.timestamp.multipliedReportingOverflow(by: 1_000_000)
            if !overflow { metadata.captureDate = CaptureDate(instant: instant, utcOffset: nil, source: .exif) }
        }
        return metadata
    }

    /// Of the RAW image; of the embedded JPEG where libraw does not know the file.
    private func rawHeader(_ blocks: RawBlocks) throws(LibraryError) -> RawHeader {
        do throws(LibraryError) {
            return try OpenRaw(descriptor).header
        } catch {
            guard let preview = EmbeddedJPEG(largestIn: source) else { throw error }
            return RawHeader(
                width: Int32(preview.size.width),
                height: Int32(preview.size.height),
                orientation: preview.orientation(blocks.orientation),
                isDamaged: error != .unsupportedMedia
            )
        }
    }

    /// libraw's picture: a preview that is large enough, the developed image, or any preview. Otherwise the largest
    /// JPEG that the file has.
    func decodeRaw(fitting size: PixelSize) throws(LibraryError) -> DecodedPicture {
        do throws(LibraryError) {
            return try OpenRaw(descriptor).picture(fitting: size)
        } catch {
            guard error != .oversizedMedia, let preview = EmbeddedJPEG(largestIn: source) else { throw error }
            guard var picture = try preview.decode(RawBlocks(source).orientation, fitting: size) else { throw error }
            picture.isDamaged = picture.isDamaged || error != .unsupportedMedia
            return picture
        }
    }
}

private struct RawHeader {
    /// As stored.
    var width: Int32
    var height: Int32
    var orientation: Int32
    var timestamp: Int64 = 0
    var make: String?
    var model: String?
    var isDamaged = false
}

/// A RAW file whose directories were read.
@safe
private struct OpenRaw: ~Copyable {
    private let raw: OpaquePointer

    init(_ descriptor: CInt) throws(LibraryError) {
        var opened: OpaquePointer?
        let status = unsafe cmedia_raw_open(descriptor, &opened)
        guard status == CMEDIA_OK, let opened = unsafe opened else { throw LibraryError(status) }
        unsafe raw = opened
    }

    deinit { unsafe cmedia_raw_close(raw) }

    var header: RawHeader {
        let header = unsafe cmedia_raw_get_header(raw)
        return RawHeader(
            width: header.width,
            height: header.height,
            orientation: header.orientation,
            timestamp: header.timestamp,
            make: unsafe withUnsafeBytes(of: header.make) { unsafe String(cleaning: $0) },
            model: unsafe withUnsafeBytes(of: header.model) { unsafe String(cleaning: $0) }
        )
    }

    func picture(fitting size: PixelSize) throws(LibraryError) -> DecodedPicture {
        let header = header
        _ = try MediaLimits.check(header.width, header.height)
        var buffer = unsafe cmedia_buffer()
        var isDamaged: CInt = 0
        let status = unsafe cmedia_raw_picture(raw, Int32(size.width), Int32(size.height), &buffer, &isDamaged)
        guard status == CMEDIA_OK else { throw LibraryError(status) }
        let image = try unsafe PixelImage(taking: &buffer)
        guard let picture = DecodedPicture(shown: image, isDamaged: isDamaged != 0) else { throw .damagedMedia }
        return picture
    }
}
