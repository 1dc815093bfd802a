internal import LibraryModel
internal import MediaWorkerProtocol

extension ISOBox {
    /// The most boxes in one container. A fragmented movie has one per second.
    private static let maximumBoxes = 200_000

    /// The boxes in a range, and where they end: at its end, or at the first invalid box.
    static func all(_ source: ByteSource, _ range: Range<Int>) throws(LibraryError) -> (boxes: [ISOBox], end: Int) {
        var boxes: [ISOBox] = []
        var offset = range.lowerBound
        while let box = ISOBox(source, at: offset, in: range), box.name != [0, 0, 0, 0] {
            boxes.append(box)
            guard boxes.count <= maximumBoxes else { throw .notRemovable }
            offset = box.body.upperBound
        }
        return (boxes, offset)
    }
}

extension PatchList {
    /// Turns a box into free space.
    mutating func free(_ box: ISOBox, of source: ByteSource) {
        if let old = source.bytes(at: box.start + 4, 4) {
            replace(at: box.start + 4, old, by: Array("free".utf8))
        }
        erase(box.body, of: source)
    }

    /// Blanks parts of an XMP packet, or all of it when it is too long.
    mutating func blankPacket(_ range: Range<Int>, of source: ByteSource, _ removal: MetadataRemoval) {
        guard range.count <= XMPPacket.maximumSize, let old = source.bytes(at: range.lowerBound, range.count) else {
            erase(range, of: source, by: UInt8(ascii: " "))
            return
        }
        replace(at: range.lowerBound, old, by: XMPRemoval.blanked(old, removal))
    }
}
