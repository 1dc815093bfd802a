internal import LibraryModel

/// What the engine wants of the bucket. Each is one request; a reply names the request that it belongs to.
package enum BucketRequest: Hashable, Sendable {
    case listHeads
    /// A head by the name that the listing gave.
    case getHead(name: String)
    case getSegment(DeviceID, UInt64)
    case getSnapshotPart(DeviceID, number: UInt64, part: UInt32)
    case put(ObjectName, [UInt8])
    /// A file of the library, named by its content.
    case upload(BlobID)
    /// Into the library, verified by its content.
    case download(BlobID)
    /// At most `SyncPolicy.deletionsPerRequest`. What is not there counts as deleted.
    case delete([ObjectName])
}

/// What devices name by themselves. A device writes and deletes only names with its own identifier, and blobs.
package enum ObjectName: Hashable, Sendable {
    case head(DeviceID)
    case segment(DeviceID, UInt64)
    case snapshotPart(DeviceID, number: UInt64, part: UInt32)
    case blob(BlobID)
}

extension ObjectName {
    /// What names the object, for all devices alike: names in the bucket are hashes of it.
    package var canonicalBytes: [UInt8] {
        var writer = ByteWriter()
        switch self {
        case .head(let device):
            writer.put(ObjectHeader.head.rawValue)
            writer.put(raw: device.bytes)
        case .segment(let device, let number):
            writer.put(ObjectHeader.segment.rawValue)
            writer.put(raw: device.bytes)
            writer.put(integer: number)
        case .snapshotPart(let device, let number, let part):
            writer.put(ObjectHeader.snapshotPart.rawValue)
            writer.put(raw: device.bytes)
            writer.put(integer: number)
            writer.put(integer: UInt64(part))
        case .blob(let blob):
            writer.put(UInt8(ascii: "b"))
            writer.put(raw: blob.bytes)
        }
        return writer.bytes
    }
}

/// An answer of the bucket.
package enum BucketReply: Hashable, Sendable {
    /// With the bucket's own time, in milliseconds since 1970, where it tells it.
    case heads([ListedHead], time: UInt64?)
    /// Nil for an object that is not there.
    case object([UInt8]?)
    /// What came is not what was sealed under that name.
    case unreadable
    /// The stored object's tag, where the bucket tells it.
    case stored(tag: String?)
    /// An upload or a download. False: the file is not there.
    case transferred(Bool)
    case deleted
    /// It is not known whether it was done.
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
    /// How an object that cannot be opened is taken: as a damaged one, or as a file that is not there.
    var answerWithoutContent: BucketReply {
        if case .download = self { .transferred(false) } else { .object([]) }
    }
}
