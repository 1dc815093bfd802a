internal import CloudBuckets
internal import CloudSync
internal import LinuxSystem

/// Files that are read and kept by nobody.
struct ReceivedFiles: BlobFiles {
    let folder: FilePath

    func open(_ blob: BlobID) throws -> OwnedDescriptor? { nil }

    func receive(_ blob: BlobID, size: UInt64) throws -> OwnedDescriptor {
        try OwnedDescriptor(opening: folder, [.readWrite, .unnamed], mode: 0o600)
    }

    func commit(_ blob: BlobID, _ file: consuming OwnedDescriptor) throws {}
}
