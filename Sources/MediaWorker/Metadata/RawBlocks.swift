/// XMP and IPTC in the first directory of a TIFF file.
struct TIFFBlocks {
    private(set) var xmp: [UInt8]?
    private(set) var iptc: [UInt8]?

    init(_ tiff: TIFFStructure?) {
        guard let tiff, let first = tiff.directory(at: tiff.firstDirectory) else { return }
        xmp = first.block(.xmp, limit: XMPPacket.maximumSize)
        iptc = first.block(.iptc, limit: XMPPacket.maximumSize) ?? first.block(.photoshop, limit: XMPPacket.maximumSize)
    }
}

/// The metadata of camera RAW files. Most are TIFF files; Canon's newest are ISO base media files, and Fujifilm's have
/// it in their preview.
struct RawBlocks {
    private(set) var exif = ExifFacts()
    private(set) var xmp: [UInt8]?
    private(set) var iptc: [UInt8]?
    /// EXIF's, of the RAW image.
    private(set) var orientation: Int32 = 1

    init(_ source: ByteSource) {
        let start = source.prefix(16)
        if start.hasText("FUJIFILMCCD-RAW", at: 0) {
            guard let preview = source.bigEndian32(at: 84) else { return }
            readPreview(source, at: preview)
        } else if start.hasText("ftyp", at: 4) {
            let boxes = ISOBoxes(source)
            let first = boxes.canonStructure("CMT1").flatMap { $0.directory(at: $0.firstDirectory) }
            guard let first else { return }
            readOrientation(first)
            exif = ExifFacts(
                first,
                exif: boxes.canonStructure("CMT2").flatMap { $0.directory(at: $0.firstDirectory) },
                gps: boxes.canonStructure("CMT4").flatMap { $0.directory(at: $0.firstDirectory) }
            )
            xmp = boxes.movieXMP
        } else {
            let tiff = TIFFStructure(source)
            exif = ExifFacts(tiff)
            readOrientation(tiff.flatMap { $0.directory(at: $0.firstDirectory) })
            let blocks = TIFFBlocks(tiff)
            (xmp, iptc) = (blocks.xmp, blocks.iptc)
        }
    }

    private mutating func readOrientation(_ first: TIFFDirectory?) {
        guard let number = first?.integer(.orientation), (1...8).contains(number) else { return }
        orientation = Int32(number)
    }

    /// The metadata of a JPEG image inside the file.
    private mutating func readPreview(_ source: ByteSource, at start: Int) {
        guard source.bytes(at: start, 2) == [0xFF, 0xD8] else { return }
        let segments = JPEGSegments(source, at: start)
        for segment in segments where segment.marker == 0xE1 {
            guard let body = segments.bytes(segment) else { return }
            if body.hasText("Exif\0\0", at: 0) {
                exif = ExifFacts(block: body)
                let tiff = TIFFStructure(ByteSource(body), base: 6)
                readOrientation(tiff.flatMap { $0.directory(at: $0.firstDirectory) })
            } else if body.hasText("http://ns.adobe.com/xap/1.0/\0", at: 0) {
                xmp = Array(body[29...])
            }
        }
    }
}
