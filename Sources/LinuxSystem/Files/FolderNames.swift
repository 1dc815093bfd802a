import Glibc

/// Changes names in the folder that this descriptor has open, wherever that folder is moved. A name is a single
/// component; symbolic links are not followed.
extension OwnedDescriptor {
    /// renameat: `new` in another open folder is replaced when it exists.
    package borrowing func rename(
        _ old: FilePath,
        to folder: borrowing OwnedDescriptor,
        as new: FilePath
    ) throws(SystemCallError) {
        let (from, to) = (rawValue, folder.rawValue)
        try unsafe old.withCString("renameat") { old throws(SystemCallError) in
            try unsafe new.withCString("renameat") { new throws(SystemCallError) in
                _ = try retryingInterruptions("renameat") { unsafe renameat(from, old, to, new) }
            }
        }
    }

    /// unlinkat. False when there is no such file.
    @discardableResult
    package borrowing func removeIfPresent(_ name: FilePath) throws(SystemCallError) -> Bool {
        let folder = rawValue
        do throws(SystemCallError) {
            try unsafe name.withCString("unlinkat") { name throws(SystemCallError) in
                _ = try retryingInterruptions("unlinkat") { unsafe unlinkat(folder, name, 0) }
            }
            return true
        } catch {
            guard error.isAbsence else { throw error }
            return false
        }
    }

    /// mkdirat. False when the name is taken.
    @discardableResult
    package borrowing func makeFolderIfAbsent(_ name: FilePath, mode: UInt32 = 0o700) throws(SystemCallError) -> Bool {
        let folder = rawValue
        do throws(SystemCallError) {
            try unsafe name.withCString("mkdirat") { name throws(SystemCallError) in
                _ = try retryingInterruptions("mkdirat") { unsafe mkdirat(folder, name, mode) }
            }
            return true
        } catch {
            guard error.errorNumber == EEXIST else { throw error }
            return false
        }
    }

    /// Makes the names in this folder durable, where the file system can: some network file systems refuse to.
    package borrowing func synchronizeNames() throws(SystemCallError) {
        do throws(SystemCallError) { try synchronize() } catch {
            guard [EINVAL, ENOTSUP, EBADF].contains(error.errorNumber) else { throw error }
        }
    }
}
