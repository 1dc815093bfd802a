/// An observer of the library's changes.
public protocol PHPhotoLibraryChangeObserver: NSObjectProtocol {
    /// Objects visible to this app changed, by this app or another. Called on an arbitrary serial queue, once per
    /// change or for several together, in order.
    func photoLibraryDidChange(_ changeInstance: PHChange)
}
