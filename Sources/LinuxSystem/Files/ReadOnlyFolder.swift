internal import CLinux

/// A folder, opened through a detached read-only mount.
///
/// The owner of a file can reopen a read-only descriptor for writing through `/proc/self/fd`, and change the file's
/// mode and times. Through this mount all of that fails with EROFS, in every process that gets the descriptor. The
/// mount is in no namespace: only these descriptors lead into it, and it ends with the last of them.
///
/// Needs CAP_SYS_ADMIN or, for an ordinary user, a user namespace; a machine may allow neither.
package struct ReadOnlyFolder: ~Copyable, Sendable {
    private let root: OwnedDescriptor

    /// Forks a short-lived child in a user namespace when this process may not mount.
    package init(_ path: FilePath) throws(SystemCallError) {
        let rawValue = try unsafe path.withCString("open_tree") { path throws(SystemCallError) in
            try retryingInterruptions("open_tree") { unsafe clinux_read_only_folder(path) }
        }
        root = OwnedDescriptor(owning: rawValue)
    }

    /// Opens a file below the folder for reading, without following links. Throws EAGAIN while another process holds a
    /// lease on the file; the kernel breaks it soon.
    package borrowing func open(_ path: FilePath) throws(SystemCallError) -> OwnedDescriptor {
        // Non-blocking, because the file's owner may hold a lease on it.
        try root.openBeneath(path, [.readOnly, .notFollowingLinks, .nonBlocking])
    }
}
