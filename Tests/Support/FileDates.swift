internal import Glibc
package import LinuxSystem

extension OwnedDescriptor {
    /// futimens: says that the content was last changed so many seconds from 1970 on.
    package borrowing func setModificationTime(seconds: Int) throws(SystemCallError) {
        let times = [timespec(tv_sec: 0, tv_nsec: omitted), timespec(tv_sec: seconds, tv_nsec: 999_999_999)]
        if unsafe futimens(rawValue, times) != 0 { throw SystemCallError(errno, "futimens") }
    }
}

/// `UTIME_OMIT`, which is not imported: the time stays as it is.
private let omitted = (1 << 30) - 2
