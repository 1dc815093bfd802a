import Photos

// Observers as apps have them. It only has to compile.

private final class Grid: NSObject, PHPhotoLibraryChangeObserver {
    private var fetchResult = PHAsset.fetchAssets(with: PHFetchOptions())
    private var album: PHAssetCollection?
    private var cells: [String] = []

    override init() {
        super.init()
        PHPhotoLibrary.shared().register(self)
    }

    deinit { PHPhotoLibrary.shared().unregisterChangeObserver(self) }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        if let album, let details = changeInstance.changeDetails(for: album) {
            self.album = details.objectAfterChanges
            if details.objectWasDeleted { cells = [] }
        }
        guard let changes = changeInstance.changeDetails(for: fetchResult) else { return }
        fetchResult = changes.fetchResultAfterChanges
        guard changes.hasIncrementalChanges else { return reload() }
        if let removed = changes.removedIndexes, !removed.isEmpty { delete(removed.map { IndexPath(item: $0) }) }
        if let inserted = changes.insertedIndexes, !inserted.isEmpty { insert(inserted.map { IndexPath(item: $0) }) }
        if let changed = changes.changedIndexes, !changed.isEmpty { update(changed.map { IndexPath(item: $0) }) }
        changes.enumerateMoves { fromIndex, toIndex in self.cells.swapAt(fromIndex, toIndex) }
        _ = changes.insertedObjects + changes.removedObjects + changes.changedObjects
    }

    private func reload() {}
    private func delete(_ paths: [IndexPath]) {}
    private func insert(_ paths: [IndexPath]) {}
    private func update(_ paths: [IndexPath]) {}
}

extension IndexPath {
    fileprivate init(item: Int) { self.init(indexes: [0, item]) }
}

/// An observer as an asynchronous sequence.
private final class Changes: NSObject, PHPhotoLibraryChangeObserver {
    let stream: AsyncStream<PHChange>
    private let continuation: AsyncStream<PHChange>.Continuation

    override init() {
        (stream, continuation) = AsyncStream.makeStream()
        super.init()
        PHPhotoLibrary.shared().register(self)
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) { continuation.yield(changeInstance) }
}

private func watch() async {
    let changes = Changes()
    for await change in changes.stream {
        let videos = PHAsset.fetchAssets(with: .video, options: nil)
        if change.changeDetails(for: videos) == nil { continue }
    }
}
