internal import CloudBuckets
package import CloudSync
internal import Digests
internal import LibraryTestSupport
package import LinuxSystem
internal import Synchronization

/// The files of a library, in a scratch folder.
package final class ScratchBlobs: BlobFiles {
    private let folder: ScratchFolder
    /// The names of files by their digest.
    private let names = Mutex<[ContentDigest: String]>([:])
    private let evicted = Mutex<Set<ContentDigest>>([])
    private let count = Mutex(0)

    package init() throws { folder = try ScratchFolder() }

    /// Adds a file and returns its name in a bucket.
    @discardableResult
    package func add(_ bytes: [UInt8]) throws -> BlobID {
        guard let digest = ContentDigest(bytes: SHA256.digest(of: bytes)) else {
            preconditionFailure("a digest has 32 bytes")
        }
        let name = nextName()
        try folder.write(bytes, to: name)
        names.withLock { $0[digest] = name }
        return BlobID(content: digest)
    }

    /// Writes other bytes where a file's are.
    package func damage(_ blob: BlobID, _ bytes: [UInt8]) throws {
        guard let name = names.withLock({ $0[blob.content] }) else { preconditionFailure("there is such a file") }
        try folder.write(bytes, to: name)
    }

    /// Keeps a file in the bucket alone.
    package func evict(_ blob: BlobID) {
        names.withLock { $0[blob.content] = nil }
        evicted.withLock { _ = $0.insert(blob.content) }
    }

    package func bytes(_ blob: BlobID) throws -> [UInt8]? {
        guard let file = try open(blob) else { return nil }
        return try file.readToEnd(limit: 1 << 30)
    }

    package var digests: Set<ContentDigest> { names.withLock { Set($0.keys) } }

    // MARK: BlobFiles

    package func open(_ blob: BlobID) throws -> OwnedDescriptor? {
        guard let name = names.withLock({ $0[blob.content] }) else { return nil }
        return try OwnedDescriptor(opening: folder.file(name))
    }

    package func isInBucketAlone(_ blob: BlobID) throws -> Bool { evicted.withLock { $0.contains(blob.content) } }

    package func receive(_ blob: BlobID, size: UInt64) throws -> OwnedDescriptor {
        try OwnedDescriptor(opening: folder.file(nextName()), [.readWrite, .create, .exclusive])
    }

    package func commit(_ blob: BlobID, _ file: consuming OwnedDescriptor) throws {
        try file.seek(to: 0)
        let name = nextName()
        try folder.write(try file.readToEnd(limit: 1 << 30), to: name)
        names.withLock { $0[blob.content] = name }
    }

    private func nextName() -> String {
        count.withLock { count in
            count += 1
            return "file\(count)"
        }
    }
}
