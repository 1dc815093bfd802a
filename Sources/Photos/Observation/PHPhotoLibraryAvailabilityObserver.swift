/// An observer of the library's availability.
///
/// Unlike Apple's, the library becomes available again when its server restarts. Change observers are then notified of
/// the changes that they missed.
public protocol PHPhotoLibraryAvailabilityObserver: NSObjectProtocol {
    /// The library's server became unreachable; see `unavailabilityReason`. Called on an arbitrary serial queue.
    func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary)
}
