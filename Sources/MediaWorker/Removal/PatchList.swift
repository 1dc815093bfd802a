internal import LibraryModel
internal import MediaWorkerProtocol

/// The changes that turn a file into its stripped copy. All keep its length, so that offsets in it stay valid.
struct PatchList {
    /// The most patches of a file. A movie with ten positions per second has 100,000 in three hours.
    private static let maximumCount = 400_000
    /// The most bytes of patches other than fills.
    private static let maximumBytes = 8 << 20

    private var patches: [FilePatch] = []
    private var byteCount = 0
    /// Too many, or contradictory.
    private(set) var isUnusable = false

    /// Replaces `old` at `offset` by as many other bytes.
    mutating func replace(at offset: Int, _ old: [UInt8], by new: [UInt8]) {
        guard old.count == new.count, offset >= 0 else {
            isUnusable = true
            return
        }
        guard let first = old.indices.first(where: { old[$0] != new[$0] }),
            let last = old.indices.last(where: { old[$0] != new[$0] })
        else { return }
        let changed = Array(new[first...last])
        if changed.count > 8, let byte = changed.first, changed.allSatisfy({ $0 == byte }) {
            add(FilePatch(offset: Int64(offset + first), .fill(byte, count: Int64(changed.count))))
        } else {
            byteCount += changed.count
            add(FilePatch(offset: Int64(offset + first), .bytes(changed)))
        }
    }

    /// Fills a range of the file with zeros, unless it is zero already.
    mutating func erase(_ range: Range<Int>, of source: ByteSource, by byte: UInt8 = 0) {
        guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= source.count else { return }
        var offset = range.lowerBound
        while offset < range.upperBound {
            let chunk = source.prefix(at: offset, min(1 << 16, range.upperBound - offset))
            guard !chunk.isEmpty else {
                isUnusable = true
                return
            }
            if chunk.contains(where: { $0 != byte }) {
                add(FilePatch(offset: Int64(range.lowerBound), .fill(byte, count: Int64(range.count))))
                return
            }
            offset += chunk.count
        }
    }

    private mutating func add(_ patch: FilePatch) {
        patches.append(patch)
        if patches.count > PatchList.maximumCount || byteCount > PatchList.maximumBytes { isUnusable = true }
    }

    /// Sorted. Throws for patches that overlap differently: structures of the file that contain each other.
    func sorted() throws(LibraryError) -> [FilePatch] {
        guard !isUnusable else { throw .notRemovable }
        var result: [FilePatch] = []
        for patch in patches.sorted(by: { ($0.offset, $0.count) < ($1.offset, $1.count) }) {
            guard let last = result.last, patch.offset < last.end else {
                result.append(patch)
                continue
            }
            // Directories that share a value make the same change.
            if patch == last { continue }
            guard case .fill(let byte, _) = patch.change, case .fill(byte, _) = last.change else {
                throw .notRemovable
            }
            let end = max(last.end, patch.end)
            result[result.count - 1] = FilePatch(offset: last.offset, .fill(byte, count: end - last.offset))
        }
        return result
    }

    /// Applies all changes to the bytes of a block.
    func applied(to block: [UInt8]) throws(LibraryError) -> [UInt8] {
        var block = block
        for patch in try sorted() {
            guard patch.offset >= 0, patch.end <= block.count else { throw .notRemovable }
            let place = Int(patch.offset)..<Int(patch.end)
            switch patch.change {
            case .bytes(let bytes): block.replaceSubrange(place, with: bytes)
            case .fill(let byte, _):
                block.replaceSubrange(place, with: repeatElement(byte, count: place.count))
            }
        }
        return block
    }
}
