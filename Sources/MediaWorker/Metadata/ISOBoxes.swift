/// The nested boxes of an ISO base media file (MP4, QuickTime, Canon's CR3).
struct ISOBoxes {
    /// The most boxes examined in one container. Fragmented files have more, without metadata.
    static let maximumBoxes = 1_024
    /// The most bytes of a track's sample description.
    private static let maximumDescription = 64 << 10
    private static let adobeXMP: [UInt8] = [
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
    ]
    private static let canon: [UInt8] = [
        0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
    ]

    let source: ByteSource

    init(_ source: ByteSource) { self.source = source }

    /// XMP in a box of its own (MP4), or in the user data (QuickTime).
    var movieXMP: [UInt8]? {
        let file = 0..<source.count
        let box =
            body(ofUser: ISOBoxes.adobeXMP, in: file)
            ?? body(of: "moov", in: file).flatMap { body(of: "udta", in: $0) }.flatMap { body(of: "XMP_", in: $0) }
        return box.flatMap { bytes($0) }
    }

    /// Whether a track of a movie has timed metadata with this key of Apple's.
    func hasTimedMetadata(_ key: StaticString) -> Bool {
        guard let movie = body(of: "moov", in: 0..<source.count) else { return false }
        let track = first(in: movie) { type, track in
            guard type.hasText("trak", at: 0) else { return false }
            var box: Range<Int>? = track
            for name: StaticString in ["mdia", "minf", "stbl", "stsd"] { box = box.flatMap { body(of: name, in: $0) } }
            return box.map { source.prefix(at: $0.lowerBound, min($0.count, ISOBoxes.maximumDescription)) }?
                .containsText(key) ?? false
        }
        return track != nil
    }

    /// Whether items of the file are images, as in HEIF and AVIF.
    var hasStillPicture: Bool { body(of: "meta", in: 0..<source.count) != nil }

    /// The number of samples of the first track; 0 without one.
    var frameCount: Int {
        var range = 0..<source.count
        for name in ["moov", "trak", "mdia", "minf", "stbl", "stsz"] as [StaticString] {
            guard let inner = body(of: name, in: range) else { return 0 }
            range = inner
        }
        // Version and flags, the common sample size, and the count.
        return range.count >= 12 ? source.bigEndian32(at: range.lowerBound + 8) ?? 0 : 0
    }

    /// Canon's TIFF structures: `CMT1` is the first directory, `CMT2` EXIF, `CMT4` GPS.
    func canonStructure(_ name: StaticString) -> TIFFStructure? {
        body(of: "moov", in: 0..<source.count)
            .flatMap { body(ofUser: ISOBoxes.canon, in: $0) }
            .flatMap { body(of: name, in: $0) }
            .flatMap { TIFFStructure(source, base: $0.lowerBound) }
    }

    private func bytes(_ body: Range<Int>) -> [UInt8]? {
        body.count <= XMPPacket.maximumSize ? source.bytes(at: body.lowerBound, body.count) : nil
    }

    func body(of name: StaticString, in range: Range<Int>) -> Range<Int>? {
        first(in: range) { type, _ in type.hasText(name, at: 0) }
    }

    private func body(ofUser identifier: [UInt8], in range: Range<Int>) -> Range<Int>? {
        first(in: range) { type, body in
            type.hasText("uuid", at: 0) && body.count >= 16
                && source.bytes(at: body.lowerBound, 16) == identifier
        }
        .map { $0.lowerBound + 16..<$0.upperBound }
    }

    /// The boxes of one container, at most `limit`.
    func boxes(in range: Range<Int>, limit: Int = maximumBoxes) -> [(type: [UInt8], body: Range<Int>)] {
        var found: [(type: [UInt8], body: Range<Int>)] = []
        _ = first(in: range) { type, body in
            found.append((type, body))
            return found.count >= limit
        }
        return found
    }

    /// The body of the first box for which `wanted` returns true, given its type and body.
    private func first(in range: Range<Int>, _ wanted: ([UInt8], Range<Int>) -> Bool) -> Range<Int>? {
        var offset = range.lowerBound
        for _ in 0..<ISOBoxes.maximumBoxes {
            guard let box = ISOBox(source, at: offset, in: range) else { return nil }
            if wanted(box.name, box.body) { return box.body }
            offset = box.body.upperBound
        }
        return nil
    }
}
