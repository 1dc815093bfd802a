package import CloudSync
package import LinuxSystem

/// The library's files, for uploads and downloads.
package protocol BlobFiles: Sendable {
    /// Opens a file of the library by its content; nil when it has none.
    func open(_ blob: BlobID) throws -> OwnedDescriptor?

    /// Whether the library has the file, but only in the bucket. Then a blob that is there needs no upload.
    func isInBucketAlone(_ blob: BlobID) throws -> Bool

    /// A new, empty file for a download of `size` bytes. Closing it without `commit` deletes it.
    func receive(_ blob: BlobID, size: UInt64) throws -> OwnedDescriptor

    /// Adds a received file, whose bytes have the blob's digest, to the library.
    func commit(_ blob: BlobID, _ file: consuming OwnedDescriptor) throws
}

extension BlobFiles {
    package func isInBucketAlone(_ blob: BlobID) throws -> Bool { false }
}
