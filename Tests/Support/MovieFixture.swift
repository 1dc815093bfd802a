/// A QuickTime movie of JPEG pictures, with whatever its header is to say.
package struct MovieFixture {
    package var frames: [[UInt8]]
    package var width: UInt16
    package var height: UInt16
    package var framesPerSecond: UInt32 = 10
    /// a, b, c, d of the track's matrix.
    package var matrix: (Int32, Int32, Int32, Int32) = (1, 0, 0, 1)
    /// Seconds since 1904, UTC.
    package var creationTime: UInt32 = 0
    /// Apple's metadata by key.
    package var metadata: [(String, String)] = []
    package var brand = "qt  "
    /// Boxes of QuickTime's user data.
    package var boxes: [UInt8] = []
    /// Behind the track of pictures.
    package var tracks: [UInt8] = []

    package init(
        frames: [[UInt8]],
        width: UInt16,
        height: UInt16,
        framesPerSecond: UInt32 = 10,
        matrix: (Int32, Int32, Int32, Int32) = (1, 0, 0, 1),
        creationTime: UInt32 = 0,
        metadata: [(String, String)] = [],
        brand: String = "qt  "
    ) {
        self.frames = frames
        self.width = width
        self.height = height
        self.framesPerSecond = framesPerSecond
        self.matrix = matrix
        self.creationTime = creationTime
        self.metadata = metadata
        self.brand = brand
    }

    package var bytes: [UInt8] {
        let fileType = box("ftyp", text(brand) + big(UInt32(0)) + text(brand))
        let start = UInt32(fileType.count + 8)
        let media = box("mdat", frames.flatMap { $0 })
        return fileType + media + movie(firstFrame: start)
    }

    private func movie(firstFrame: UInt32) -> [UInt8] {
        let duration = UInt32(frames.count)
        let identity: [Int32] = [1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30]
        let header = box(
            "mvhd",
            big(UInt32(0)) + big(creationTime) + big(creationTime) + big(framesPerSecond) + big(duration)
                + big(UInt32(1 << 16)) + big(UInt16(0x100)) + zeros(10) + identity.flatMap { big($0) } + zeros(24)
                + big(UInt32(2))
        )
        let turned = [matrix.0 << 16, matrix.1 << 16, 0, matrix.2 << 16, matrix.3 << 16, 0, 0, 0, 1 << 30] as [Int32]
        let trackHeader = box(
            "tkhd",
            big(UInt32(7)) + zeros(8) + big(UInt32(1)) + zeros(4) + big(duration) + zeros(16)
                + turned.flatMap { big($0) } + big(UInt32(width) << 16) + big(UInt32(height) << 16)
        )
        let mediaHeader = box("mdhd", zeros(12) + big(framesPerSecond) + big(duration) + zeros(4))
        let handler = box("hdlr", zeros(4) + text("mhlrvide") + zeros(13))
        let description =
            zeros(6) + big(UInt16(1)) + zeros(16) + big(width) + big(height) + big(UInt32(72 << 16))
            + big(UInt32(72 << 16)) + zeros(4) + big(UInt16(1)) + zeros(32) + big(UInt16(24)) + big(UInt16(0xFFFF))
        let samples = box(
            "stbl",
            box("stsd", zeros(4) + big(UInt32(1)) + box("jpeg", description))
                + box("stts", zeros(4) + big(UInt32(1)) + big(duration) + big(UInt32(1)))
                + box("stsc", zeros(4) + big(UInt32(1)) + big(UInt32(1)) + big(duration) + big(UInt32(1)))
                + box("stsz", zeros(8) + big(duration) + frames.flatMap { big(UInt32($0.count)) })
                + box("stco", zeros(4) + big(UInt32(1)) + big(firstFrame))
        )
        let reference = box("dinf", box("dref", zeros(4) + big(UInt32(1)) + box("url ", big(UInt32(1)))))
        let information = box("minf", box("vmhd", big(UInt32(1)) + zeros(8)) + reference + samples)
        let track = box("trak", trackHeader + box("mdia", mediaHeader + handler + information))
        let userData = boxes.isEmpty ? [] : box("udta", boxes)
        return box("moov", header + track + tracks + appleMetadata + userData)
    }

    private var appleMetadata: [UInt8] {
        guard !metadata.isEmpty else { return [] }
        let handler = box("hdlr", zeros(8) + text("mdta") + zeros(14))
        let keys = metadata.flatMap { box("mdta", text($0.0)) }
        let values = metadata.enumerated().flatMap { index, entry in
            let value = box("data", big(UInt32(1)) + zeros(4) + text(entry.1))
            return big(UInt32(value.count + 8)) + big(UInt32(index + 1)) + value
        }
        return box("meta", handler + box("keys", zeros(4) + big(UInt32(metadata.count)) + keys) + box("ilst", values))
    }

    private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        big(UInt32(content.count + 8)) + text(type) + content
    }

    private func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}

/// Most significant byte first.
package func big(_ number: some FixedWidthInteger) -> [UInt8] {
    stride(from: number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
}
