package import LinuxSystem

/// Named objects that several machines share: in a folder, or in a bucket of an S3-compatible store.
///
/// Calls block the calling thread; several threads may call at once. A write that failed may have happened, or may
/// happen later.
package protocol Bucket: Sendable {
    /// Lists every object of a folder, page by page. Returns the bucket's own time in milliseconds since 1970, if it
    /// has one.
    func list(
        _ folder: BucketKey.Folder,
        _ cancellation: Cancellation,
        page: ([ListedObject]) throws -> Void
    ) throws(BucketFailure) -> UInt64?

    /// Reads an object in pieces, each with the object's size. Returns false when there is no such object.
    func get(
        _ key: BucketKey,
        _ cancellation: Cancellation,
        receive: (_ size: UInt64, _ bytes: Span<UInt8>) throws -> Void
    ) throws(BucketFailure) -> Bool

    /// Writes an object atomically. Returns its tag, if the bucket reports it. `progress` is called with the bytes sent
    /// so far, which may decrease after a failure.
    func put(
        _ key: BucketKey,
        _ content: ObjectContent,
        _ cancellation: Cancellation,
        progress: (UInt64) -> Void
    ) throws(BucketFailure) -> String?

    /// Deletes objects; missing ones count as deleted.
    func delete(_ keys: [BucketKey], _ cancellation: Cancellation) throws(BucketFailure)
}

package struct ListedObject: Hashable, Sendable {
    package var key: BucketKey
    /// Differs whenever the object's bytes do.
    package var tag: String
    package var size: UInt64

    package init(key: BucketKey, tag: String, size: UInt64) {
        self.key = key
        self.tag = tag
        self.size = size
    }
}

/// The content of an object to write. Its length is known in advance, and it can be read repeatedly, from any offset.
package struct ObjectContent: Sendable {
    package let length: UInt64
    /// The key determines the content, so an existing object of this length need not be written again.
    package let isNamedByContent: Bool
    /// Returns `count` bytes from an offset, fewer only at the end.
    package let read: @Sendable (_ offset: UInt64, _ count: Int) throws -> [UInt8]

    package init(
        length: UInt64,
        isNamedByContent: Bool,
        read: @escaping @Sendable (_ offset: UInt64, _ count: Int) throws -> [UInt8]
    ) {
        self.length = length
        self.isNamedByContent = isNamedByContent
        self.read = read
    }

    /// Bytes that are read or written at once.
    static let pieceLength = 1024 * 1024

    /// Reads a range piece by piece. Throws when the content ends before the range does: a file became shorter.
    func forEachPiece(
        in range: Range<UInt64>,
        _ cancellation: Cancellation,
        _ body: ([UInt8]) throws -> Void
    ) throws {
        var offset = range.lowerBound
        while offset < range.upperBound {
            try checkStopped(cancellation)
            let count = Int(min(UInt64(ObjectContent.pieceLength), range.upperBound - offset))
            let piece = try read(offset, count)
            guard piece.count == count else { throw SystemCallError(SystemCallError.invalidArgument, "read") }
            try body(piece)
            offset += UInt64(count)
        }
    }

    package static func bytes(_ bytes: [UInt8]) -> ObjectContent {
        ObjectContent(length: UInt64(bytes.count), isNamedByContent: false) { offset, count in
            Array(bytes.dropFirst(Int(clamping: offset)).prefix(count))
        }
    }
}
