internal import CMedia

/// Bytes that are read at offsets: those of an open file, or of a block in memory.
struct ByteSource {
    private enum Storage {
        /// Borrowed: whoever made the source keeps the file open.
        case file(CInt)
        case memory([UInt8])
    }

    private let storage: Storage
    let count: Int

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

    /// Exactly `length` bytes from `offset` on; nil when they are not all there.
    func bytes(at offset: Int, _ length: Int) -> [UInt8]? {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return nil }
        switch storage {
        case .memory(let bytes):
            return Array(bytes[offset..<offset + length])
        case .file(let descriptor):
            var bytes = [UInt8](repeating: 0, count: length)
            let read = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe cmedia_read_at(descriptor, buffer.baseAddress, length, Int64(offset))
            }
            return read == Int64(length) ? bytes : nil
        }
    }

    /// What there is from `offset` on, at most `length` bytes.
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
