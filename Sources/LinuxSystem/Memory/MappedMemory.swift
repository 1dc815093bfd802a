import Glibc

/// Sealed memory or a file, mapped read-only and unmapped on deinit. Every access is bounds-checked.
@safe package final class MappedMemory: Sendable {
    package let count: Int
    // Guarded by being immutable: the mapping is made once, never written, and unmapped by deinit.
    private nonisolated(unsafe) let start: UnsafeRawPointer?

    /// Maps a peer's memory. Throws EPERM when it is not sealed, EFBIG beyond `maximumCount` bytes.
    package convenience init(
        sealed memory: borrowing OwnedDescriptor,
        maximumCount: Int = .max
    ) throws(SystemCallError) {
        if !SealedMemory.isSealed(memory) { throw SystemCallError(EPERM, "mmap") }
        try self.init(memory, maximumCount)
    }

    /// Maps a file that only this program changes: truncating a mapped file raises SIGBUS.
    package convenience init(
        ownFile file: borrowing OwnedDescriptor,
        maximumCount: Int = .max
    ) throws(SystemCallError) {
        try self.init(file, maximumCount)
    }

    private init(_ descriptor: borrowing OwnedDescriptor, _ maximumCount: Int) throws(SystemCallError) {
        let size = try descriptor.status().size
        guard let count = Int(exactly: size), count >= 0, count <= maximumCount else {
            throw SystemCallError(EFBIG, "mmap")
        }
        self.count = count
        if count == 0 {
            unsafe start = nil
            return
        }
        // Kernels before 6.7 refuse a shared mapping of memory that is sealed against writing.
        let mapped = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor.rawValue, 0)
        guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else { throw SystemCallError(errno, "mmap") }
        unsafe start = UnsafeRawPointer(mapped)
    }

    deinit {
        if let start = unsafe start { unsafe munmap(UnsafeMutableRawPointer(mutating: start), count) }
    }

    /// Calls `body` with all of the bytes.
    package func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let bytes = unsafe UnsafeBufferPointer(start: start?.assumingMemoryBound(to: UInt8.self), count: count)
        return try unsafe body(bytes.span)
    }

    /// A copy of all of the bytes.
    package var bytes: [UInt8] {
        guard let start = unsafe start else { return [] }
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Eight bytes, most significant first; nil beyond the end.
    package func loadUInt64BigEndian(at offset: Int) -> UInt64? {
        load(UInt64.self, at: offset).map { UInt64(bigEndian: $0) }
    }

    /// Four bytes, least significant first; nil beyond the end.
    package func loadUInt32LittleEndian(at offset: Int) -> UInt32? {
        load(UInt32.self, at: offset).map { UInt32(littleEndian: $0) }
    }

    @inline(__always)
    private func load<Integer: FixedWidthInteger>(_ type: Integer.Type, at offset: Int) -> Integer? {
        guard let start = unsafe start, offset >= 0, offset <= count - MemoryLayout<Integer>.size else { return nil }
        return unsafe start.loadUnaligned(fromByteOffset: offset, as: Integer.self)
    }
}
