internal import CLinux
import Glibc

extension OwnedDescriptor {
    /// FICLONE: makes this empty file share all blocks of `source` until either changes. The offsets of the descriptors
    /// do not matter. Returns false when the file system cannot, or not between these files.
    package borrowing func clone(_ source: borrowing OwnedDescriptor) throws(SystemCallError) -> Bool {
        let from = source.rawValue
        let to = rawValue
        do throws(SystemCallError) {
            _ = try retryingInterruptions("ioctl(FICLONE)") { clinux_clone_file(to, from) }
            return true
        } catch {
            if [ENOSPC, EDQUOT, EIO, EROFS].contains(error.errorNumber) { throw error }
            return false
        }
    }
}
