internal import CMedia
internal import LibraryModel

// Camera RAW files: pixels by libraw, metadata from their TIFF directories.

extension MediaFile {
    func readRawMetadata(_ sideCar: MetadataBlock?) throws(LibraryError) -> MediaMetadata {
        let raw = try OpenRaw(descriptor)
        let header = raw.header
        var metadata = try imageMetadata(header.width, header.height, orientation: header.orientation)
        let blocks = RawBlocks(source)
        var sources = MetadataSources()
        sources.exif = blocks.exif.block
        sources.xmp = blocks.xmp.flatMap { XMPPacket($0) }.map { MetadataBlock($0, .xmp) }
        sources.iptc = blocks.iptc.map { MetadataBlock(IPTCRecord($0)) }
        sources.sideCar = sideCar
        metadata.adopt(sources)
        metadata.subtypes.formUnion(blocks.exif.subtypes)
        metadata.contentIdentifier = blocks.exif.contentIdentifier
        if metadata.cameraMake == nil { metadata.cameraMake = raw.make }
        if metadata.cameraModel == nil { metadata.cameraModel = raw.model }
        if metadata.captureDate == nil, header.timestamp > 0 {
            let (instant, overflow) = header.timestamp.multipliedReportingOverflow(by: 1_000_000)
            if !overflow { metadata.captureDate = CaptureDate(instant: instant, utcOffset: nil, source: .exif) }
        }
        return metadata
    }

    func decodeRaw(fitting size: PixelSize) throws(LibraryError) -> DecodedPicture {
        let raw = try OpenRaw(descriptor)
        _ = try MediaLimits.check(raw.header.width, raw.header.height)
        let picture = try raw.picture(fitting: size)
        guard !picture.isDamaged || !picture.image.isBlank else { throw .damagedMedia }
        return picture
    }
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

    var header: cmedia_raw_header { unsafe cmedia_raw_get_header(raw) }
    var make: String? { unsafe withUnsafeBytes(of: header.make) { unsafe String(cleaning: $0) } }
    var model: String? { unsafe withUnsafeBytes(of: header.model) { unsafe String(cleaning: $0) } }

    func picture(fitting size: PixelSize) throws(LibraryError) -> DecodedPicture {
        var buffer = unsafe cmedia_buffer()
        var isDamaged: CInt = 0
        let status = unsafe cmedia_raw_picture(raw, Int32(size.width), Int32(size.height), &buffer, &isDamaged)
        guard status == CMEDIA_OK else { throw LibraryError(status) }
        return DecodedPicture(image: try unsafe PixelImage(taking: &buffer), isDamaged: isDamaged != 0)
    }
}
