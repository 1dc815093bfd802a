import Glibc

/// inotify: wakes up whoever waits for changes in folders.
///
/// A notice says only that something may have changed: what it was is seen in the folders. So nothing depends on the
/// number of notices or their order, and a queue that overflowed is one notice like any other. Changes that another
/// machine or a program makes below its own mount point give none (`FileSystemKind.isMadeByAProgramOrElsewhere`).
package struct FolderNotices: ~Copyable, Sendable {
    /// Readable when there is a notice.
    package let descriptor: OwnedDescriptor

    /// Names that come, files that were written to their end, and the end of the folder itself.
    private static let events = IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR

    package init() throws(SystemCallError) {
        let flags = CInt(IN_CLOEXEC | IN_NONBLOCK)
        descriptor = OwnedDescriptor(owning: try retryingInterruptions("inotify_init1") { inotify_init1(flags) })
    }

    /// Watches a folder, not those in it. Returns the watch's number: that of a folder that is watched already stays.
    /// Fails with `noSpace` when the user watches as many as the system allows.
    package borrowing func watch(_ folder: FilePath) throws(SystemCallError) -> CInt {
        let rawValue = descriptor.rawValue
        return try unsafe folder.withCString("inotify_add_watch") { folder throws(SystemCallError) in
            try retryingInterruptions("inotify_add_watch") {
                unsafe inotify_add_watch(rawValue, folder, UInt32(FolderNotices.events))
            }
        }
    }

    /// Ends a watch; one that ended with its folder is none any more.
    package borrowing func endWatch(_ number: CInt) {
        _ = inotify_rm_watch(descriptor.rawValue, number)
    }

    /// Takes all notices that have come.
    package borrowing func clear() throws(SystemCallError) {
        // Larger than any single notice, which has a file's name in it.
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        do throws(SystemCallError) {
            while try descriptor.read(into: &buffer) > 0 {}
        } catch {
            if error.errorNumber != EAGAIN { throw error }
        }
    }
}
