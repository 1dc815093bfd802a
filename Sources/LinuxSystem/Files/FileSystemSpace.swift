import Glibc

/// How much room a file system has.
package struct FileSystemSpace: Hashable, Sendable {
    /// Bytes that an unprivileged process may still use.
    package var freeBytes: UInt64
    package var totalBytes: UInt64

    package init(freeBytes: UInt64, totalBytes: UInt64) {
        self.freeBytes = freeBytes
        self.totalBytes = totalBytes
    }

    /// statvfs of the file system that holds `path`.
    package init(at path: FilePath) throws(SystemCallError) {
        var found = Glibc.statvfs()
        try unsafe path.withCString("statvfs") { path throws(SystemCallError) in
            _ = try retryingInterruptions("statvfs") { unsafe statvfs(path, &found) }
        }
        freeBytes = UInt64(found.f_bavail).saturatingMultiplied(by: UInt64(found.f_frsize))
        totalBytes = UInt64(found.f_blocks).saturatingMultiplied(by: UInt64(found.f_frsize))
    }
}
