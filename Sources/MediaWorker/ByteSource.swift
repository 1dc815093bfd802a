internal import CMedia
internal import MediaWorkerProtocol

/// Bytes that are read at offsets, from an open file, with or without patches, or from a block in memory.
struct ByteSource {
    private enum Storage {
        /// Borrowed: the creator of the source keeps the file open.
        case file(CInt)
        case memory([UInt8])
        /// Sorted patches without overlap.
        indirect case patched(Storage, [FilePatch])

        func bytes(_ range: Range<Int>) -> [UInt8]? {
            switch self {
            case .memory(let bytes):
                return Array(bytes[range])
            case .file(let descriptor):
                var bytes = [UInt8](repeating: 0, count: range.count)
                let read = unsafe bytes.withUnsafeMutableBytes { buffer in
                    unsafe cmedia_read_at(descriptor, buffer.baseAddress, range.count, Int64(range.lowerBound))
                }
                return read == Int64(range.count) ? bytes : nil
            case .patched(let storage, let patches):
                guard var bytes = storage.bytes(range) else { return nil }
                for patch in patches[patches.firstIndex(endingBehind: range.lowerBound)...] {
                    guard patch.offset < range.upperBound else { break }
                    patch.apply(to: &bytes, from: range.lowerBound)
                }
                return bytes
            }
        }
    }

    private let storage: Storage
    let count: Int

    private init(_ storage: Storage, count: Int) {
        self.storage = storage
        self.count = count
    }

    init(_ bytes: [UInt8]) {
        storage = .memory(bytes)
        count = bytes.count
    }

    /// Nil for anything but a regular file.
    init?(file descriptor: CInt) {
        let size = cmedia_file_size(descriptor)
        guard size >= 0 else { return nil }
        storage = .file(descriptor)
        count = Int(size)
    }

    /// Returns `length` bytes from `offset` on; nil when they are not all there.
    func bytes(at offset: Int, _ length: Int) -> [UInt8]? {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return nil }
        return storage.bytes(offset..<offset + length)
    }

    /// Returns the source with these patches, which are sorted and do not overlap.
    func patched(_ patches: [FilePatch]) -> ByteSource { ByteSource(.patched(storage, patches), count: count) }

    /// Returns at most `length` bytes from `offset` on.
    func prefix(at offset: Int = 0, _ length: Int) -> [UInt8] {
        guard (0...count).contains(offset) else { return [] }
        return bytes(at: offset, max(0, min(length, count - offset))) ?? []
    }

    func littleEndian32(at offset: Int) -> Int? {
        bytes(at: offset, 4).map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } }
    }

    func bigEndian32(at offset: Int) -> Int? {
        bytes(at: offset, 4).map { $0.reduce(0) { $0 << 8 | Int($1) } }
    }
}

extension [FilePatch] {
    /// The first of sorted patches that changes a byte at or after `offset`.
    fileprivate func firstIndex(endingBehind offset: Int) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].end > offset { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension FilePatch {
    /// Applies the patch to `bytes`, which start at `start` in the file.
    fileprivate func apply(to bytes: inout [UInt8], from start: Int) {
        let place = Int(offset) - start
        let inside = Swift.max(0, place)..<Swift.min(bytes.count, Int(end) - start)
        switch change {
        case .fill(let byte, _): bytes.replaceSubrange(inside, with: repeatElement(byte, count: inside.count))
        case .bytes(let new):
            bytes.replaceSubrange(inside, with: new[inside.lowerBound - place..<inside.upperBound - place])
        }
    }
}
