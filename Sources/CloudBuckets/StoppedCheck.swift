internal import LinuxSystem

/// Throws once the work has to stop.
func checkStopped(_ cancellation: Cancellation) throws(BucketFailure) {
    if let cause = cancellation.cause { throw .stopped(cause) }
}
