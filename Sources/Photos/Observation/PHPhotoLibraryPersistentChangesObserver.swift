/// An observer of the library's history, which fetches new changes with
/// `PHPhotoLibrary.fetchPersistentChanges(since:)`.
public protocol PHPhotoLibraryPersistentChangesObserver: NSObjectProtocol {
    /// The history visible to this app has grown. Called on an arbitrary serial queue, once for changes that arrive
    /// together.
    func photoLibraryPersistentChangesDidUpdate(_ photoLibrary: PHPhotoLibrary)
}
