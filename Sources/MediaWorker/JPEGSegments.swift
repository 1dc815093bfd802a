internal import LibraryModel

/// The segments of a JPEG file before its first scan.
struct JPEGSegments: Sequence, IteratorProtocol {
    /// The most segments. Files with many colour profile and XMP segments have some hundreds.
    private static let maximumCount = 1_024

    struct Segment {
        var marker: UInt8
        var body: Range<Int>
    }

    /// What a frame header says.
    struct Frame {
        /// Bits of a sample.
        var precision: Int
        /// As stored. May have sides of 0.
        var size: PixelSize
        var componentCount: Int
    }

    private let source: ByteSource
    private var offset: Int
    private var count = 0

    /// `start`: where the file begins in the source.
    init(_ source: ByteSource, at start: Int = 0) {
        self.source = source
        offset = start + 2
    }

    mutating func next() -> Segment? {
        while count < JPEGSegments.maximumCount, let head = source.bytes(at: offset, 4), head[0] == 0xFF {
            count += 1
            // A fill byte.
            if head[1] == 0xFF {
                offset += 1
                continue
            }
            let length = Int(head[2]) << 8 | Int(head[3])
            // The end of the image, and the start of a scan.
            if head[1] == 0xD9 || head[1] == 0xDA || length < 2 { return nil }
            defer { offset += 2 + length }
            return Segment(marker: head[1], body: offset + 4..<offset + 2 + length)
        }
        return nil
    }

    func bytes(_ segment: Segment) -> [UInt8]? { source.bytes(at: segment.body.lowerBound, segment.body.count) }

    /// Nil for another segment than a frame header.
    func frame(_ segment: Segment) -> Frame? {
        switch segment.marker {
        case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: break
        default: return nil
        }
        guard let head = source.bytes(at: segment.body.lowerBound, 6) else { return nil }
        return Frame(
            precision: Int(head[0]),
            size: PixelSize(width: Int(head[3]) << 8 | Int(head[4]), height: Int(head[1]) << 8 | Int(head[2])),
            componentCount: Int(head[5])
        )
    }
}
