internal import CLinux

extension OwnedDescriptor {
    /// F_SETLEASE: whether other descriptors are open on the file, of any process. Fails with `EINVAL` where the file
    /// system cannot tell. Whoever opens the file at the same moment fails with `EAGAIN` if it does not wait.
    package borrowing func isOpenElsewhere() throws(SystemCallError) -> Bool {
        let rawValue = rawValue
        return try retryingInterruptions("fcntl") { clinux_is_open_elsewhere(rawValue) } == 1
    }
}
