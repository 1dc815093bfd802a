internal import LibraryModel

// The time of a Live Photo's still in its movie: when the only sample is shown, in a track of timed metadata, that has
// Apple's key for it. The value of the key means nothing.

extension ISOBoxes {
    /// The most tracks examined. A phone's movie has five.
    private static let maximumTracks = 32

    /// The time in seconds from the movie's start; nil without a track for it.
    var stillImageTime: Double? {
        guard let movie = body(of: "moov", in: 0..<source.count),
            let scale = body(of: "mvhd", in: movie).flatMap({ timescale($0) })
        else { return nil }
        for box in boxes(in: movie).filter({ $0.type.hasText("trak", at: 0) }).prefix(ISOBoxes.maximumTracks) {
            if let time = StillImageTrack(self, box.body)?.time(movieScale: scale) { return time }
        }
        return nil
    }

    /// Units per second, from a movie or track header: after two dates, whose size depends on the version.
    fileprivate func timescale(_ header: Range<Int>) -> Double? {
        guard let version = source.bytes(at: header.lowerBound, 1)?.first else { return nil }
        let scale = source.bigEndian32(at: header.lowerBound + (version == 1 ? 20 : 12))
        return scale.flatMap { $0 > 0 ? Double($0) : nil }
    }
}

/// A track of timed metadata that has Apple's key for the still.
private struct StillImageTrack {
    private static let key = Array("mdtacom.apple.quicktime.still-image-time".utf8)
    /// The most keys, edit list entries, and table entries and samples examined. Apple's tracks have one sample, or one
    /// per frame for three seconds.
    private static let maximumKeys = 64
    private static let maximumEdits = 64
    private static let maximumEntries = 1_024

    private let boxes: ISOBoxes
    private let track: Range<Int>
    private let table: Range<Int>
    private let scale: Double
    /// The key's local identifier in the samples.
    private let name: [UInt8]

    private var source: ByteSource { boxes.source }

    init?(_ boxes: ISOBoxes, _ track: Range<Int>) {
        guard let media = boxes.body(of: "mdia", in: track),
            let scale = boxes.body(of: "mdhd", in: media).flatMap({ boxes.timescale($0) }),
            let table = boxes.body(of: "minf", in: media).flatMap({ boxes.body(of: "stbl", in: $0) }),
            let descriptions = boxes.body(of: "stsd", in: table), descriptions.count > 8,
            let description = boxes.body(of: "mebx", in: descriptions.lowerBound + 8..<descriptions.upperBound),
            description.count > 8,
            let keys = boxes.body(of: "keys", in: description.lowerBound + 8..<description.upperBound)
        else { return nil }
        let known = boxes.boxes(in: keys, limit: StillImageTrack.maximumKeys).first { entry in
            guard let text = boxes.body(of: "keyd", in: entry.body), text.count == StillImageTrack.key.count else {
                return false
            }
            return boxes.source.bytes(at: text.lowerBound, text.count) == StillImageTrack.key
        }
        guard let known else { return nil }
        (self.boxes, self.track, self.table, self.scale, name) = (boxes, track, table, scale, known.type)
    }

    func time(movieScale: Double) -> Double? {
        guard let sample = samples().first(where: { isStill($0.place) }) else { return nil }
        let shift = edit(movieScale)
        let time = shift.empty + (Double(sample.time) - shift.start) / scale
        return time.isFinite && time >= 0 ? time : nil
    }

    private func isStill(_ place: Range<Int>) -> Bool {
        boxes.boxes(in: place, limit: StillImageTrack.maximumKeys).contains { $0.type == name }
    }

    /// The empty edit before the track's media in seconds, and the start of the media in the track's units.
    private func edit(_ movieScale: Double) -> (empty: Double, start: Double) {
        guard let list = boxes.body(of: "edts", in: track).flatMap({ boxes.body(of: "elst", in: $0) }),
            let version = source.bytes(at: list.lowerBound, 1)?.first,
            let count = source.bigEndian32(at: list.lowerBound + 4)
        else { return (0, 0) }
        var empty = 0.0
        for index in 0..<min(count, StillImageTrack.maximumEdits) {
            let entry = list.lowerBound + 8 + index * (version == 1 ? 20 : 12)
            guard entry < list.upperBound,
                let duration = version == 1 ? bigEndian64(entry) : source.bigEndian32(at: entry).map({ Int64($0) }),
                let start = version == 1
                    ? bigEndian64(entry + 8)
                    : source.bigEndian32(at: entry + 4).map({ Int64(Int32(truncatingIfNeeded: $0)) })
            else { break }
            if start >= 0 { return (empty, Double(start)) }
            empty += Double(max(0, duration)) / movieScale
        }
        return (empty, 0)
    }

    private func bigEndian64(_ offset: Int) -> Int64? {
        source.bytes(at: offset, 8).map { $0.reduce(0) { $0 << 8 | Int64($1) } }
    }

    /// The samples with their times in the track's units.
    private func samples() -> [(place: Range<Int>, time: Int)] {
        let sizes = sampleSizes()
        let times = entries("stts", numbers: 2).lazy
            .flatMap { Array(repeating: $0[1], count: min($0[0], StillImageTrack.maximumEntries)) }
            .prefix(sizes.count)
        let perChunk = entries("stsc", numbers: 3)
        var chunks = entries("stco", numbers: 1).map { $0[0] }
        if chunks.isEmpty {
            chunks = entries("co64", numbers: 2).filter { $0[0] <= Int(Int32.max) }.map { $0[0] << 32 | $0[1] }
        }
        var samples: [(place: Range<Int>, time: Int)] = []
        var time = 0
        var deltas = times.makeIterator()
        for (index, chunk) in chunks.enumerated() {
            let count = perChunk.last { $0[0] <= index + 1 }?[1] ?? 0
            var offset = chunk
            for _ in 0..<min(count, sizes.count - samples.count) {
                let size = sizes[samples.count]
                guard offset <= source.count, size <= source.count - offset else { return samples }
                samples.append((offset..<offset + size, time))
                offset += size
                time += deltas.next() ?? 0
            }
            if samples.count >= sizes.count { break }
        }
        return samples
    }

    private func sampleSizes() -> [Int] {
        guard let body = boxes.body(of: "stsz", in: table), let same = source.bigEndian32(at: body.lowerBound + 4),
            let count = source.bigEndian32(at: body.lowerBound + 8)
        else { return [] }
        let limit = min(count, StillImageTrack.maximumEntries)
        if same > 0 { return Array(repeating: same, count: limit) }
        let listed = min(limit, max(0, body.count - 12) / 4)
        return (0..<listed).compactMap { source.bigEndian32(at: body.lowerBound + 12 + $0 * 4) }
    }

    /// The rows of 32-bit numbers of a table that starts with their count.
    private func entries(_ name: StaticString, numbers: Int) -> [[Int]] {
        guard let body = boxes.body(of: name, in: table), let count = source.bigEndian32(at: body.lowerBound + 4) else {
            return []
        }
        let rows = min(count, StillImageTrack.maximumEntries, max(0, body.count - 8) / (4 * numbers))
        return (0..<rows).compactMap { row in
            let start = body.lowerBound + 8 + row * 4 * numbers
            let values = (0..<numbers).compactMap { source.bigEndian32(at: start + $0 * 4) }
            return values.count == numbers ? values : nil
        }
    }
}
