package import LinuxSystem

/// Named objects that several machines reach: a folder, or a bucket of an S3-compatible store.
///
/// Calls wait, on the thread that calls; several threads may call at once. A write that failed may have been done, or
/// be done later.
package protocol Bucket: Sendable {
    /// Every object of a folder, page after page. Returns the bucket's own time in milliseconds since 1970, where it
    /// tells it.
    func list(
        _ folder: BucketKey.Folder,
        _ cancellation: Cancellation,
        page: ([ListedObject]) throws -> Void
    ) throws(BucketFailure) -> UInt64?

    /// Reads an object in pieces, each with the object's size. False when it is not there.
    func get(
        _ key: BucketKey,
        _ cancellation: Cancellation,
        receive: (_ size: UInt64, _ bytes: Span<UInt8>) throws -> Void
    ) throws(BucketFailure) -> Bool

    /// Writes an object, as a whole or not at all. Returns its tag, where the bucket tells it. `progress` is called
    /// with the bytes sent so far; it may go back after a failure.
    func put(
        _ key: BucketKey,
        _ content: ObjectContent,
        _ cancellation: Cancellation,
        progress: (UInt64) -> Void
    ) throws(BucketFailure) -> String?

    /// Deletes objects; what is not there counts as deleted.
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

/// What is written: its length is known before, and it can be read more than once, from anywhere.
package struct ObjectContent: Sendable {
    package let length: UInt64
    /// The key says the content, so that an object of this length that is there already needs no writing.
    package let isNamedByContent: Bool
    /// Returns as many bytes from an offset as were asked for, fewer only at the end.
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

    package static func bytes(_ bytes: [UInt8]) -> ObjectContent {
        ObjectContent(length: UInt64(bytes.count), isNamedByContent: false) { offset, count in
            Array(bytes.dropFirst(Int(clamping: offset)).prefix(count))
        }
    }
}
