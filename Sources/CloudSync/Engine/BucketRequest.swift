internal import LibraryModel

/// A request of the engine to the bucket. A reply names its request.
package enum BucketRequest: Hashable, Sendable {
    case listHeads
    /// A head by its name in the listing.
    case getHead(name: String)
    /// This device's own head, by its identity: listings may be stale.
    case getOwnHead(DeviceID)
    case getSegment(DeviceID, UInt64)
    case getSnapshotPart(DeviceID, number: UInt64, part: UInt32)
    case put(ObjectName, [UInt8])
    /// A file of the library, named by its content.
    case upload(BlobID)
    /// Into the library, verified against its digest.
    case download(BlobID)
    /// At most `SyncPolicy.deletionsPerRequest`. Missing objects count as deleted.
    case delete([ObjectName])
}

/// The identity of an object. A device writes and deletes only objects with its own identifier, and blobs.
package enum ObjectName: Hashable, Sendable {
    case head(DeviceID)
    case segment(DeviceID, UInt64)
    case snapshotPart(DeviceID, number: UInt64, part: UInt32)
    case blob(BlobID)
}

extension ObjectName {
    /// The object's canonical name: its name in the bucket is a hash of this.
    package var canonicalBytes: [UInt8] {
        var writer = ByteWriter()
        switch self {
        case .head(let device):
            writer.put(ObjectHeader.head.rawValue)
            writer.put(device)
        case .segment(let device, let number):
            writer.put(ObjectHeader.segment.rawValue)
            writer.put(device)
            writer.put(integer: number)
        case .snapshotPart(let device, let number, let part):
            writer.put(ObjectHeader.snapshotPart.rawValue)
            writer.put(device)
            writer.put(integer: number)
            writer.put(integer: UInt64(part))
        case .blob(let blob):
            writer.put(UInt8(ascii: "b"))
            writer.put(raw: blob.bytes)
        }
        return writer.bytes
    }
}

/// A reply of the bucket.
package enum BucketReply: Hashable, Sendable {
    /// With the bucket's clock in milliseconds since 1970, if it has one.
    case heads([ListedHead], time: UInt64?)
    /// Nil for a missing object.
    case object([UInt8]?)
    /// The object does not decrypt under that name.
    case unreadable
    /// The stored object's tag, if the bucket returns it.
    case stored(tag: String?)
    /// An upload or a download. False: the file is missing.
    case transferred(Bool)
    case deleted
    /// Whether it was performed is unknown.
    case failed
}

package struct ListedHead: Hashable, Sendable {
    package var name: String
    /// Differs whenever the object's bytes do (S3's ETag).
    package var tag: String

    package init(name: String, tag: String) {
        self.name = name
        self.tag = tag
    }
}

extension BucketRequest {
    /// How to treat an object that does not decrypt: as damaged, or as a missing file.
    var answerWithoutContent: BucketReply {
        if case .download = self { .transferred(false) } else { .object([]) }
    }
}
