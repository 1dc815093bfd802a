package import CloudSync
package import LinuxSystem

/// The library's files, for uploads and downloads.
package protocol BlobFiles: Sendable {
    /// A file of the library by its content; nil when it has none.
    func open(_ blob: BlobID) throws -> OwnedDescriptor?

    /// A new, empty file for a download of `size` bytes. It goes away when it is closed without `commit`.
    func receive(_ blob: BlobID, size: UInt64) throws -> OwnedDescriptor

    /// Takes a file over that was received: its bytes have the blob's digest.
    func commit(_ blob: BlobID, _ file: consuming OwnedDescriptor) throws
}
