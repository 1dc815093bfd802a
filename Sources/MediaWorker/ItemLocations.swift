internal import LibraryModel
internal import MediaWorkerProtocol

/// The positions of a HEIF file's items.
struct ItemLocations {
    /// The most items of a file; a large image has some hundreds.
    private static let maximumCount = 100_000

    private(set) var extents: [Int: [Range<Int>]] = [:]

    /// `data`: the body of the `idat` box. `fileSize`: of a truncated file, the size before that.
    init(_ source: ByteSource, _ box: ISOBox, data: Range<Int>?, fileSize: Int? = nil) throws(LibraryError) {
        guard box.body.count <= 16 << 20, let bytes = source.bytes(at: box.body.lowerBound, box.body.count) else {
            throw .notRemovable
        }
        var offset = 4
        func number(_ width: Int) throws(LibraryError) -> Int {
            guard width <= 8, offset + width <= bytes.count else { throw .notRemovable }
            defer { offset += width }
            // 64 bits may exceed an `Int`, which is no position in a file.
            return bytes[offset..<offset + width].reduce(0) { $0 > Int.max >> 8 ? Int.max : $0 << 8 | Int($1) }
        }
        guard let version = bytes.first, version <= 2 else { throw .notRemovable }
        let widths = try number(2)
        let (offsetWidth, lengthWidth) = (widths >> 12, widths >> 8 & 15)
        let (baseWidth, indexWidth) = (widths >> 4 & 15, version == 0 ? 0 : widths & 15)
        let count = try number(version == 2 ? 4 : 2)
        var total = 0
        for _ in 0..<count {
            let item = try number(version == 2 ? 4 : 2)
            let method = version == 0 ? 0 : try number(2) & 15
            guard try number(2) == 0 || method > 1 else { throw .notRemovable }
            let base = try number(baseWidth)
            let extentCount = try number(2)
            total += extentCount + 1
            guard total <= ItemLocations.maximumCount else { throw .notRemovable }
            var ranges: [Range<Int>] = []
            for _ in 0..<extentCount {
                _ = try number(indexWidth)
                let (place, length) = (try number(offsetWidth), try number(lengthWidth))
                // 0 is the file, 1 the `idat` box. Items constructed from other items are images.
                guard method <= 1, let area = method == 0 ? 0..<(fileSize ?? source.count) : data else { continue }
                let (first, overflow) = base.addingReportingOverflow(place)
                guard !overflow, first <= area.count else { throw .notRemovable }
                // Without a length it extends to the end.
                let size = lengthWidth == 0 || length == 0 ? area.count - first : length
                guard size <= area.count - first else { throw .notRemovable }
                let start = area.lowerBound + first
                ranges.append(start..<start + size)
            }
            extents[item] = ranges
        }
    }
}
