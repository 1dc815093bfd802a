/// An observer of the library's availability.
///
/// Apple's library never comes back to a program that lost it; this one does, when its server does: the program may go
/// on, and observers of changes are told what they missed.
public protocol PHPhotoLibraryAvailabilityObserver: NSObjectProtocol {
    /// The library's server went away. `unavailabilityReason` says more. Called on an arbitrary serial queue.
    func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary)
}
