internal import CLinux

/// A folder seen through a mount of its own that takes no changes.
///
/// A descriptor that is opened for reading only can be opened once more for writing through `/proc/self/fd`, and its
/// file be given other rights and dates, by whoever owns the file. One that is opened here cannot: all of that is
/// refused with `EROFS`, because the mount goes with the descriptor wherever it is handed. The mount is in no
/// namespace, so nothing but these descriptors leads into it, and it ends with the last of them.
///
/// It takes the right to mount or, for an ordinary user, a user namespace; both may be switched off on a machine.
package struct ReadOnlyFolder: ~Copyable, Sendable {
    private let root: OwnedDescriptor

    /// Starts a short-lived child where this process may not mount.
    package init(_ path: FilePath) throws(SystemCallError) {
        let rawValue = try unsafe path.withCString("open_tree") { path throws(SystemCallError) in
            try retryingInterruptions("open_tree") { unsafe clinux_read_only_folder(path) }
        }
        root = OwnedDescriptor(owning: rawValue)
    }

    /// Opens a file below the folder for reading. No link is followed on the way. `EAGAIN` when somebody has a lease on
    /// the file, which they lose soon.
    package borrowing func open(_ path: FilePath) throws(SystemCallError) -> OwnedDescriptor {
        // Not waiting: the owner of a file may have put a lease on it.
        try root.openBeneath(path, [.readOnly, .notFollowingLinks, .nonBlocking])
    }
}
