/// One who is told that the library's history has grown, and then asks for what is new with
/// `PHPhotoLibrary.fetchPersistentChanges(since:)`.
public protocol PHPhotoLibraryPersistentChangesObserver: NSObjectProtocol {
    /// There is more in the history that this app may see. Called on an arbitrary serial queue, once for changes that
    /// came together.
    func photoLibraryPersistentChangesDidUpdate(_ photoLibrary: PHPhotoLibrary)
}
