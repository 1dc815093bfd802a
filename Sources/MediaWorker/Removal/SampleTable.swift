internal import LibraryModel
internal import MediaWorkerProtocol

/// The positions of a track's samples.
struct SampleTable {
    /// The most samples, and chunks. A metadata track has some thousands per hour.
    private static let maximumCount = 4_000_000

    /// One range per chunk, as long as its samples.
    private(set) var ranges: [Range<Int>] = []

    init(_ source: ByteSource, _ table: ISOBox) throws(LibraryError) {
        let boxes = try ISOBox.all(source, table.body).boxes
        func box(_ types: String...) -> ISOBox? { boxes.first { types.contains($0.type) } }
        guard let offsetBox = box("stco", "co64"), let sizeBox = box("stsz"), let chunkBox = box("stsc") else {
            throw .notRemovable
        }
        let offsets = try SampleTable.numbers(source, offsetBox, width: offsetBox.type == "co64" ? 8 : 4)
        let steps = try SampleTable.numbers(source, chunkBox, width: 4, perEntry: 3)
        guard let common = source.bigEndian32(at: sizeBox.body.lowerBound + 4),
            let count = source.bigEndian32(at: sizeBox.body.lowerBound + 8), count <= SampleTable.maximumCount
        else { throw .notRemovable }
        let sizes = common == 0 ? try SampleTable.numbers(source, sizeBox, width: 4, headerSize: 8) : []
        var sample = 0
        var step = 0
        for (index, offset) in offsets.enumerated() {
            while step + 3 < steps.count, steps[step + 3] <= index + 1 { step += 3 }
            guard step + 1 < steps.count else { throw .notRemovable }
            let end = min(count, sample + steps[step + 1])
            var size = 0
            if common == 0 {
                guard end <= sizes.count else { throw .notRemovable }
                size = sizes[sample..<end].reduce(0, +)
            } else {
                size = common * (end - sample)
            }
            sample = end
            guard offset >= 0, offset <= source.count, size <= source.count - offset else { throw .notRemovable }
            if size > 0 { ranges.append(offset..<offset + size) }
        }
        guard sample == count else { throw .notRemovable }
    }

    /// The list of a box: version and flags (4 bytes), `headerSize - 4` other bytes, a count, and the numbers.
    private static func numbers(
        _ source: ByteSource,
        _ box: ISOBox,
        width: Int,
        perEntry: Int = 1,
        headerSize: Int = 4
    ) throws(LibraryError) -> [Int] {
        let start = box.body.lowerBound + headerSize
        guard let count = source.bigEndian32(at: start), count <= maximumCount,
            count * width * perEntry <= box.body.upperBound - start - 4,
            let bytes = source.bytes(at: start + 4, count * width * perEntry)
        else { throw .notRemovable }
        return stride(from: 0, to: bytes.count, by: width).map { place in
            // 64 bits may exceed an `Int`, which is no position in a file.
            bytes[place..<place + width].reduce(0) { $0 > Int.max >> 8 ? -1 : $0 << 8 | Int($1) }
        }
    }
}
