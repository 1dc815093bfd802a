internal import CLinux
import Glibc

/// What the file system says about a file.
package struct FileStatus: Hashable, Sendable {
    /// What kind of file it is.
    package enum Kind: Hashable, Sendable {
        case regularFile, folder, symbolicLink, socket, other
    }

    package var kind: Kind
    /// In bytes.
    package var size: Int64
    /// When the content last changed (mtime), in microseconds since 1970. Clamped to the type's range, like the others.
    package var modificationTime: Int64
    /// `modificationTime` in nanoseconds.
    package var modificationNanoseconds: Int64
    /// When content, name or permissions last changed (ctime), in nanoseconds since 1970. No system call can set it.
    package var statusChangeNanoseconds: Int64
    package var device: UInt64
    package var inode: UInt64
    /// Permission bits.
    package var mode: UInt32
    package var owner: UInt32
    /// The number of hard links.
    package var linkCount: UInt64

    package var isRegularFile: Bool { kind == .regularFile }

    init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regularFile
            case S_IFDIR: .folder
            case S_IFLNK: .symbolicLink
            case S_IFSOCK: .socket
            default: .other
            }
        size = Int64(status.st_size)
        modificationTime = status.st_mtim.microseconds
        modificationNanoseconds = status.st_mtim.nanoseconds
        statusChangeNanoseconds = status.st_ctim.nanoseconds
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        mode = status.st_mode & 0o7777
        owner = status.st_uid
        linkCount = UInt64(status.st_nlink)
    }
}

extension OwnedDescriptor {
    /// fstat.
    package borrowing func status() throws(SystemCallError) -> FileStatus {
        let rawValue = self.rawValue
        var status = stat()
        _ = try retryingInterruptions("fstat") { unsafe clinux_status(rawValue, &status) }
        return FileStatus(status)
    }
}

extension FileStatus {
    /// stat, or lstat when a symbolic link is not to be followed.
    package init(of path: FilePath, followingLinks: Bool = true) throws(SystemCallError) {
        var status = stat()
        try unsafe path.withCString("stat") { path throws(SystemCallError) in
            _ = try retryingInterruptions("stat") {
                unsafe fstatat(AT_FDCWD, path, &status, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW)
            }
        }
        self.init(status)
    }
    /// Returns nil for a path without a file.
    package static func ifPresent(_ path: FilePath) throws(SystemCallError) -> FileStatus? {
        do throws(SystemCallError) { return try FileStatus(of: path) } catch {
            guard error.isAbsence else { throw error }
            return nil
        }
    }
}
