internal import CivilDates
internal import Glibc
package import LinuxSystem

extension OwnedDescriptor {
    /// futimens: when the content was last changed, in microseconds since 1970.
    package borrowing func setModificationTime(_ instant: Int64) throws(SystemCallError) {
        let (seconds, micros) = instant.floored(by: 1_000_000)
        let time = timespec(tv_sec: Int(seconds), tv_nsec: Int(micros) * 1000)
        let times = [timespec(tv_sec: 0, tv_nsec: omitted), time]
        if unsafe futimens(rawValue, times) != 0 { throw SystemCallError(errno, "futimens") }
    }
}

/// `UTIME_OMIT`, which is not imported: the time stays as it is.
private let omitted = (1 << 30) - 2
