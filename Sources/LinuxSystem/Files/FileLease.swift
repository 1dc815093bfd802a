internal import CLinux

extension OwnedDescriptor {
    /// F_SETLEASE: whether other descriptors are open on the file, of any process. Fails with `EINVAL` where the file
    /// system cannot tell. Whoever opens the file at the same moment fails with `EAGAIN` if it does not wait.
    package borrowing func isOpenElsewhere() throws(SystemCallError) -> Bool {
        let rawValue = rawValue
        return try retryingInterruptions("fcntl") { clinux_is_open_elsewhere(rawValue) } == 1
    }

    /// F_SETLEASE: whether a program has the file open for writing. Fails with `EINVAL` where the file system cannot
    /// tell, and with `EACCES` for another user's file. Whoever opens it for writing at the same moment waits an
    /// instant, or fails with `EAGAIN` if it does not wait.
    package borrowing func isBeingWritten() throws(SystemCallError) -> Bool {
        let rawValue = rawValue
        return try retryingInterruptions("fcntl") { clinux_is_being_written(rawValue) } == 1
    }
}
