internal import Glibc
internal import LinuxSystem

/// Reads a file line by line, in bounded memory.
struct LineReader {
    private var buffer: [UInt8] = []
    /// Of the buffer's bytes, those that were handed out.
    private var start = 0
    /// Where the buffer is in the file.
    private var offset: Int64 = 0
    private let maximumLength: Int

    /// Bytes of one read; most files are read from one line to the next.
    private static let chunk = 64 << 10

    /// `offset`: where to begin.
    init(maximumLength: Int, at offset: Int64 = 0) {
        self.maximumLength = maximumLength
        self.offset = max(0, offset)
    }

    /// The next line, and where it is in the file; nil at the end. `EFBIG` for one that is too long.
    mutating func next(
        in file: borrowing OwnedDescriptor
    ) throws(SystemCallError) -> (line: [UInt8], offset: Int64)? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return (Array(buffer[start..<end]), offset + Int64(start))
            }
            buffer.removeFirst(start)
            offset += Int64(start)
            start = 0
            searched = buffer.count
            if searched > maximumLength { throw SystemCallError(EFBIG, "read") }
            let more = try file.read(at: UInt64(offset) + UInt64(searched), count: LineReader.chunk)
            if more.isEmpty {
                defer { start = searched }
                return buffer.isEmpty ? nil : (buffer, offset)
            }
            buffer += more
        }
    }
}
