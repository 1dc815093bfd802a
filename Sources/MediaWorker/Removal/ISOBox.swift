internal import LibraryModel

/// One box of an ISO base media file.
struct ISOBox {
    /// Boxes in one place. A film in fragments has one for each second.
    private static let maximumBoxes = 200_000

    /// Four characters of Latin 1.
    var type: String
    var start: Int
    var body: Range<Int>

    var range: Range<Int> { start..<body.upperBound }

    /// The boxes that lie one behind the other in a range, and where they end: at its end, or where there is none.
    static func all(_ source: ByteSource, _ range: Range<Int>) throws(LibraryError) -> (boxes: [ISOBox], end: Int) {
        var boxes: [ISOBox] = []
        var offset = range.lowerBound
        while let box = ISOBox(source, at: offset, in: range) {
            boxes.append(box)
            guard boxes.count <= maximumBoxes else { throw .notRemovable }
            offset = box.body.upperBound
        }
        return (boxes, offset)
    }

    private init?(_ source: ByteSource, at offset: Int, in range: Range<Int>) {
        guard range.upperBound - offset >= 8, let short = source.bigEndian32(at: offset),
            let name = source.bytes(at: offset + 4, 4), name != [0, 0, 0, 0]
        else { return nil }
        var bodyStart = offset + 8
        var size = short
        if short == 1 {
            guard let high = source.bigEndian32(at: offset + 8), let low = source.bigEndian32(at: offset + 12),
                high <= Int(Int32.max)
            else { return nil }
            size = high << 32 | low
            bodyStart += 8
        } else if short == 0 {
            size = range.upperBound - offset
        }
        guard size >= bodyStart - offset, size <= range.upperBound - offset else { return nil }
        type = String(String.UnicodeScalarView(name.map { Unicode.Scalar($0) }))
        start = offset
        body = bodyStart..<offset + size
    }
}

extension PatchList {
    /// Makes a box one that holds nothing.
    mutating func free(_ box: ISOBox, of source: ByteSource) {
        if let old = source.bytes(at: box.start + 4, 4) {
            replace(at: box.start + 4, old, by: Array("free".utf8))
        }
        erase(box.body, of: source)
    }

    /// Blanks a packet of XMP, or all of it, when it is too long for one.
    mutating func blankPacket(_ range: Range<Int>, of source: ByteSource, _ removal: MetadataRemoval) {
        guard range.count <= XMPPacket.maximumSize, let old = source.bytes(at: range.lowerBound, range.count) else {
            erase(range, of: source, by: UInt8(ascii: " "))
            return
        }
        replace(at: range.lowerBound, old, by: XMPRemoval.blanked(old, removal))
    }
}
