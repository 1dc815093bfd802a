/// An observer of the library's changes.
public protocol PHPhotoLibraryChangeObserver: NSObjectProtocol {
    /// Something changed that this app may see, by whomever. Called on an arbitrary serial queue.
    func photoLibraryDidChange(_ changeInstance: PHChange)
}
