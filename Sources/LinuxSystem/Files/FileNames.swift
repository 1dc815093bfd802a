internal import CLinux
import Glibc

/// Calls that change names in the file system.
package enum FileNames {
    /// rename: `new` is replaced when it exists.
    package static func rename(_ old: FilePath, to new: FilePath) throws(SystemCallError) {
        try unsafe old.withCString("rename") { old throws(SystemCallError) in
            try unsafe new.withCString("rename") { new throws(SystemCallError) in
                _ = try retryingInterruptions("rename") { unsafe Glibc.rename(old, new) }
            }
        }
    }

    /// renameat2 with `RENAME_NOREPLACE`: `EEXIST` when `new` exists.
    package static func renameWithoutReplacing(_ old: FilePath, to new: FilePath) throws(SystemCallError) {
        try unsafe old.withCString("renameat2") { old throws(SystemCallError) in
            try unsafe new.withCString("renameat2") { new throws(SystemCallError) in
                _ = try retryingInterruptions("renameat2") {
                    unsafe clinux_rename_without_replacing(AT_FDCWD, old, AT_FDCWD, new)
                }
            }
        }
    }

    /// unlink.
    package static func remove(_ path: FilePath) throws(SystemCallError) {
        try unsafe path.withCString("unlink") { path throws(SystemCallError) in
            _ = try retryingInterruptions("unlink") { unsafe unlink(path) }
        }
    }

    /// rmdir.
    package static func removeFolder(_ path: FilePath) throws(SystemCallError) {
        try unsafe path.withCString("rmdir") { path throws(SystemCallError) in
            _ = try retryingInterruptions("rmdir") { unsafe rmdir(path) }
        }
    }

    /// mkdir.
    package static func makeFolder(_ path: FilePath, mode: UInt32 = 0o700) throws(SystemCallError) {
        try unsafe path.withCString("mkdir") { path throws(SystemCallError) in
            _ = try retryingInterruptions("mkdir") { unsafe mkdir(path, mode) }
        }
    }

    /// mkdir for the folder and every folder above it that is missing.
    package static func makeFolders(_ path: FilePath, mode: UInt32 = 0o700) throws(SystemCallError) {
        do throws(SystemCallError) {
            try makeFolder(path, mode: mode)
        } catch {
            switch error.errorNumber {
            case EEXIST:
                if try FileStatus(of: path).kind != .folder { throw error }
            case ENOENT:
                let parent = path.folder
                if parent == path || parent == "." { throw error }
                try makeFolders(parent, mode: mode)
                do throws(SystemCallError) {
                    try makeFolder(path, mode: mode)
                } catch {
                    // Another process may have made it meanwhile.
                    if error.errorNumber != EEXIST { throw error }
                }
            default: throw error
            }
        }
    }

    /// unlink for every file in a folder. Returns their number.
    @discardableResult
    package static func removeFiles(in folder: FilePath) throws(SystemCallError) -> Int {
        var names: [FilePath] = []
        var reader = try FolderReader(folder)
        while let entry = try reader.next() { names.append(entry.name) }
        for name in names { try remove(folder.appending(name)) }
        return names.count
    }

    /// fsync of a folder: renames and new names in it are durable afterwards.
    package static func synchronizeFolder(_ path: FilePath) throws(SystemCallError) {
        let folder = try OwnedDescriptor(opening: path, [.readOnly, .folder])
        try folder.synchronize()
    }

    /// chmod.
    package static func setMode(_ mode: UInt32, of path: FilePath) throws(SystemCallError) {
        try unsafe path.withCString("chmod") { path throws(SystemCallError) in
            _ = try retryingInterruptions("chmod") { unsafe chmod(path, mode) }
        }
    }

    /// Where a symbolic link points to, for example `/proc/self/exe`.
    package static func target(ofLink path: FilePath) throws(SystemCallError) -> FilePath {
        try unsafe path.withCString("readlink") { path throws(SystemCallError) in
            var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
            let count = try unsafe buffer.withUnsafeMutableBufferPointer { bytes throws(SystemCallError) in
                try retryingInterruptions("readlink") { unsafe clinux_read_link(path, bytes.baseAddress, bytes.count) }
            }
            // A full buffer may have been cut short.
            if count == buffer.count { throw SystemCallError(ENAMETOOLONG, "readlink") }
            return FilePath(bytes: Array(buffer[..<count]))
        }
    }
}
