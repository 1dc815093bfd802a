package import LibraryModel

/// The SHA-256 of a file.
package struct ContentDigest: Hashable, Sendable, Comparable {
    package var first: ObjectID
    package var second: ObjectID

    package init(first: ObjectID, second: ObjectID) {
        self.first = first
        self.second = second
    }

    package init?(bytes: [UInt8]) { self.init(bytes: bytes[...]) }

    package init?(bytes: ArraySlice<UInt8>) {
        guard bytes.count == ContentDigest.byteCount, let first = ObjectID(bytes: bytes.prefix(ObjectID.byteCount)),
            let second = ObjectID(bytes: bytes.dropFirst(ObjectID.byteCount))
        else { return nil }
        self.init(first: first, second: second)
    }

    package static let byteCount = 32

    package var bytes: [UInt8] { first.bytes + second.bytes }

    package static func < (left: ContentDigest, right: ContentDigest) -> Bool {
        (left.first, left.second) < (right.first, right.second)
    }
}

/// A file in the bucket.
///
/// A condemned name is never used again: a device that needs the content later uploads it under the next generation. So
/// a late deletion never hits a needed file.
package struct BlobID: Hashable, Sendable, Comparable {
    package var content: ContentDigest
    package var generation: UInt32

    package init(content: ContentDigest, generation: UInt32 = 0) {
        self.content = content
        self.generation = generation
    }

    package static let byteCount = ContentDigest.byteCount + 4

    package var bytes: [UInt8] {
        content.bytes + stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: generation >> $0) }
    }

    package init?(bytes: [UInt8]) {
        guard bytes.count == BlobID.byteCount, let content = ContentDigest(bytes: bytes.prefix(ContentDigest.byteCount))
        else { return nil }
        self.init(content: content, generation: bytes.suffix(4).reduce(0) { $0 << 8 | UInt32($1) })
    }

    package static func < (left: BlobID, right: BlobID) -> Bool {
        (left.content, left.generation) < (right.content, right.generation)
    }
}
