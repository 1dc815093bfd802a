import Glibc

/// Reading and writing the bytes of a file.
extension OwnedDescriptor {
    /// One read into `buffer`. Returns the number of bytes, 0 at the end of the file.
    package borrowing func read(into buffer: inout [UInt8]) throws(SystemCallError) -> Int {
        let rawValue = self.rawValue
        return try unsafe buffer.withUnsafeMutableBufferPointer { bytes throws(SystemCallError) in
            try retryingInterruptions("read") { unsafe Glibc.read(rawValue, bytes.baseAddress, bytes.count) }
        }
    }

    /// pread, until `buffer` is full or the file ends. Returns the number of bytes.
    package borrowing func read(into buffer: inout [UInt8], at offset: Int64) throws(SystemCallError) -> Int {
        let rawValue = self.rawValue
        return try unsafe buffer.withUnsafeMutableBufferPointer { bytes throws(SystemCallError) in
            var done = 0
            while done < bytes.count {
                let rest = unsafe UnsafeMutableBufferPointer(rebasing: bytes[done...])
                let count = try retryingInterruptions("pread") {
                    unsafe pread(rawValue, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
                }
                if count == 0 { break }
                done += count
            }
            return done
        }
    }

    /// pread of `count` bytes, fewer at the end of the file.
    package borrowing func read(at offset: UInt64, count: Int) throws(SystemCallError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let read = try read(into: &buffer, at: Int64(clamping: offset))
        buffer.removeLast(count - read)
        return buffer
    }

    /// Reads from the current offset to the end of the file: `EFBIG` for more than `limit` bytes.
    package borrowing func readToEnd(limit: Int) throws(SystemCallError) -> [UInt8] {
        var result: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(64 * 1024, limit + 1))
        while true {
            let count = try read(into: &chunk)
            if count == 0 { return result }
            if result.count + count > limit { throw SystemCallError(EFBIG, "read") }
            result.append(contentsOf: chunk[..<count])
        }
    }

    /// Writes all of the bytes, or throws.
    package borrowing func write(_ bytes: Span<UInt8>) throws(SystemCallError) {
        let rawValue = self.rawValue
        try unsafe bytes.withUnsafeBufferPointer { bytes throws(SystemCallError) in
            var done = 0
            while done < bytes.count {
                let rest = unsafe UnsafeBufferPointer(rebasing: bytes[done...])
                done += try retryingInterruptions("write") {
                    unsafe Glibc.write(rawValue, rest.baseAddress, rest.count)
                }
            }
        }
    }

    /// Writes all of the bytes, or throws.
    package borrowing func write(_ bytes: [UInt8]) throws(SystemCallError) { try write(bytes.span) }

    /// lseek, from the start of the file.
    package borrowing func seek(to offset: Int64) throws(SystemCallError) {
        let rawValue = self.rawValue
        _ = try retryingInterruptions("lseek") { lseek(rawValue, off_t(offset), SEEK_SET) }
    }

    /// fsync: makes content and metadata durable; for a folder, the names in it.
    package borrowing func synchronize() throws(SystemCallError) {
        let rawValue = self.rawValue
        _ = try retryingInterruptions("fsync") { fsync(rawValue) }
    }

    /// ftruncate.
    package borrowing func setSize(_ size: Int64) throws(SystemCallError) {
        let rawValue = self.rawValue
        _ = try retryingInterruptions("ftruncate") { ftruncate(rawValue, off_t(size)) }
    }
}
