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
    /// Samples of one channel, `soundRate` a second.
    package var sound: [Int16] = []
    package static let soundRate = 44_100
    /// A key of what a second track tells of each moment.
    package var timedMetadata: String?
    /// When the still of a Live Photo was taken, in frames: a track of timed metadata says it.
    package var stillTime: StillTime?

    /// How a track says when its one sample is.
    package enum StillTime {
        /// By an edit list that begins with nothing, as AVFoundation writes it.
        case behindNothing(frames: UInt32)
        /// By samples without the key before it, of a frame each.
        case behindSamples(frames: UInt32)
    }
    /// How frames are encoded: the sample entry's type, and the boxes in it.
    package var codec = "jpeg"
    package var configuration: [UInt8] = []
    /// `vide`, or `pict` for a sequence of pictures.
    package var handler = "vide"

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
        let pictures = frames.flatMap { $0 }
        let sounds = sound.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        let media = box("mdat", pictures + sounds + stillSamples.flatMap { $0 })
        let firstSound = start + UInt32(pictures.count)
        let firstStill = firstSound + UInt32(sounds.count)
        return fileType + media + movie(firstFrame: start, firstSound: firstSound, firstStill: firstStill)
    }

    private func movie(firstFrame: UInt32, firstSound: UInt32, firstStill: UInt32) -> [UInt8] {
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
        let handler = box("hdlr", zeros(4) + text("mhlr" + handler) + zeros(13))
        let description =
            zeros(6) + big(UInt16(1)) + zeros(16) + big(width) + big(height) + big(UInt32(72 << 16))
            + big(UInt32(72 << 16)) + zeros(4) + big(UInt16(1)) + zeros(32) + big(UInt16(24)) + big(UInt16(0xFFFF))
        let samples = box(
            "stbl",
            box("stsd", zeros(4) + big(UInt32(1)) + box(codec, description + configuration))
                + box("stts", zeros(4) + big(UInt32(1)) + big(duration) + big(UInt32(1)))
                + box("stsc", zeros(4) + big(UInt32(1)) + big(UInt32(1)) + big(duration) + big(UInt32(1)))
                + box("stsz", zeros(8) + big(duration) + frames.flatMap { big(UInt32($0.count)) })
                + box("stco", zeros(4) + big(UInt32(1)) + big(firstFrame))
        )
        let reference = box("dinf", box("dref", zeros(4) + big(UInt32(1)) + box("url ", big(UInt32(1)))))
        let information = box("minf", box("vmhd", big(UInt32(1)) + zeros(8)) + reference + samples)
        let track = box("trak", trackHeader + box("mdia", mediaHeader + handler + information))
        let userData = boxes.isEmpty ? [] : box("udta", boxes)
        let others = soundTrack(at: firstSound) + metadataTrack + stillTrack(firstStill) + tracks
        return box("moov", header + track + others + appleMetadata + userData)
    }

    private func soundTrack(at start: UInt32) -> [UInt8] {
        guard !sound.isEmpty else { return [] }
        let (rate, count) = (UInt32(MovieFixture.soundRate), UInt32(sound.count))
        let identity: [Int32] = [1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30]
        let duration = UInt32(frames.count)
        let header = box(
            "tkhd",
            big(UInt32(7)) + zeros(8) + big(UInt32(3)) + zeros(4) + big(duration) + zeros(12) + big(UInt16(0x100))
                + zeros(2) + identity.flatMap { big($0) } + zeros(8)
        )
        let mediaHeader = box("mdhd", zeros(12) + big(rate) + big(count) + zeros(4))
        let handler = box("hdlr", zeros(4) + text("mhlrsoun") + zeros(13))
        // 16 bits, the lower half first.
        let entry = box(
            "sowt",
            zeros(6) + big(UInt16(1)) + zeros(8) + big(UInt16(1)) + big(UInt16(16)) + zeros(4) + big(rate << 16)
        )
        // A tenth of a second lies together.
        let together = rate / 10
        let chunks = (0..<(count + together - 1) / together).map { start + $0 * together * 2 }
        let rest = count % together
        let lastChunk = rest == 0 ? [] : big(UInt32(chunks.count)) + big(rest) + big(UInt32(1))
        let samples = box(
            "stbl",
            box("stsd", zeros(4) + big(UInt32(1)) + entry)
                + box("stts", zeros(4) + big(UInt32(1)) + big(count) + big(UInt32(1)))
                + box(
                    "stsc",
                    zeros(4) + big(UInt32(rest == 0 ? 1 : 2)) + big(UInt32(1)) + big(together) + big(UInt32(1))
                        + lastChunk
                )
                + box("stsz", zeros(4) + big(UInt32(2)) + big(count))
                + box("stco", zeros(4) + big(UInt32(chunks.count)) + chunks.flatMap { big($0) })
        )
        let reference = box("dinf", box("dref", zeros(4) + big(UInt32(1)) + box("url ", big(UInt32(1)))))
        let information = box("minf", box("smhd", zeros(8)) + reference + samples)
        return box("trak", header + box("mdia", mediaHeader + handler + information))
    }

    /// A track without samples that says what they would tell.
    private var metadataTrack: [UInt8] {
        guard let timedMetadata else { return [] }
        let header = box("tkhd", big(UInt32(7)) + zeros(8) + big(UInt32(2)) + zeros(68))
        let mediaHeader = box("mdhd", zeros(12) + big(framesPerSecond) + zeros(8))
        let key = box("keyd", text("mdta" + timedMetadata))
        let entry = box(
            "mebx",
            zeros(6) + big(UInt16(1)) + box("keys", big(UInt32(key.count + 8)) + big(UInt32(1)) + key)
        )
        let samples = box(
            "stbl",
            box("stsd", zeros(4) + big(UInt32(1)) + entry) + box("stts", zeros(8)) + box("stsc", zeros(8))
                + box("stsz", zeros(12)) + box("stco", zeros(8))
        )
        let handler = box("hdlr", zeros(4) + text("mhlrmeta") + zeros(13))
        return box("trak", header + box("mdia", mediaHeader + handler + box("minf", samples)))
    }

    /// Samples of timed metadata: a value under the local name 7 where it is the still's, under 8 else.
    private var stillSamples: [[UInt8]] {
        let still = big(UInt32(9)) + big(UInt32(7)) + [0xFF]
        switch stillTime {
        case nil: return []
        case .behindNothing: return [still]
        case .behindSamples(let frames):
            return (0..<frames).map { _ in big(UInt32(10)) + big(UInt32(8)) + [1, 2] } + [still]
        }
    }

    private func stillTrack(_ firstSample: UInt32) -> [UInt8] {
        let samples = stillSamples
        guard let stillTime, !samples.isEmpty else { return [] }
        func key(_ name: UInt32, _ text: String) -> [UInt8] {
            let content = box("keyd", self.text("mdta" + text)) + box("dtyp", zeros(4) + big(UInt32(65)))
            return big(UInt32(content.count + 8)) + big(name) + content
        }
        let keys = box(
            "keys",
            key(8, "com.apple.quicktime.live-photo-info") + key(7, "com.apple.quicktime.still-image-time")
        )
        var edits: [UInt8] = []
        if case .behindNothing(let frames) = stillTime {
            edits = box(
                "edts",
                box(
                    "elst",
                    zeros(4) + big(UInt32(2)) + big(frames) + big(Int32(-1)) + big(UInt32(1 << 16)) + big(UInt32(1))
                        + big(UInt32(0)) + big(UInt32(1 << 16))
                )
            )
        }
        let count = UInt32(samples.count)
        // Sixty units are a frame.
        let table = box(
            "stbl",
            box("stsd", zeros(4) + big(UInt32(1)) + box("mebx", zeros(6) + big(UInt16(1)) + keys))
                + box("stts", zeros(4) + big(UInt32(1)) + big(count) + big(UInt32(60)))
                + box("stsc", zeros(4) + big(UInt32(1)) + big(UInt32(1)) + big(count) + big(UInt32(1)))
                + box("stsz", zeros(8) + big(count) + samples.flatMap { big(UInt32($0.count)) })
                + box("stco", zeros(4) + big(UInt32(1)) + big(firstSample))
        )
        let reference = box("dinf", box("dref", zeros(4) + big(UInt32(1)) + box("url ", big(UInt32(1)))))
        let header = box("tkhd", big(UInt32(7)) + zeros(8) + big(UInt32(2)) + zeros(68))
        let media = box(
            "mdia",
            box("mdhd", zeros(12) + big(framesPerSecond * 60) + big(count * 60) + zeros(4))
                + box("hdlr", zeros(4) + text("mhlrmeta") + zeros(13))
                + box("minf", box("nmhd", zeros(4)) + reference + table)
        )
        return box("trak", header + edits + media)
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
