import Photos

// A grid that animates what changed, over a stand-in for UIKit's collection view. It only has to compile.

private class UIView {}
private class UICollectionViewCell: UIView {
    var representedAssetIdentifier: String!
    var thumbnailImage: UIImage?
}

private class UICollectionView: UIView {
    weak var dataSource: AnyObject?
    var indexPathsForSelectedItems: [IndexPath]?
    func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        updates?()
        completion?(true)
    }
    func insertItems(at indexPaths: [IndexPath]) {}
    func deleteItems(at indexPaths: [IndexPath]) {}
    func reloadItems(at indexPaths: [IndexPath]) {}
    func reloadSections(_ sections: IndexSet) {}
    func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {}
    func reloadData() {}
    func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? { return nil }
}

extension IndexSet {
    fileprivate func indexPaths(in section: Int = 0) -> [IndexPath] {
        return map { IndexPath(item: $0, section: section) }
    }
}

private class GridViewController: NSObject {
    var collectionView: UICollectionView!
    var fetchResult: PHFetchResult<PHAsset>
    var selection: [IndexPath: PHAsset] = [:]
    fileprivate let imageManager = PHCachingImageManager()

    init(fetchResult: PHFetchResult<PHAsset>) {
        self.fetchResult = fetchResult
        super.init()
        PHPhotoLibrary.shared().register(self)
    }

    deinit { PHPhotoLibrary.shared().unregisterChangeObserver(self) }

    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        return section == 0 ? fetchResult.count : 0
    }

    func collectionView(
        _ collectionView: UICollectionView,
        cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        let asset = fetchResult.object(at: indexPath.item)
        let cell = UICollectionViewCell()
        cell.representedAssetIdentifier = asset.localIdentifier
        imageManager.requestImage(
            for: asset,
            targetSize: PHImageManagerMaximumSize,
            contentMode: .default,
            options: nil
        ) { image, _ in
            if cell.representedAssetIdentifier == asset.localIdentifier && image != nil {
                cell.thumbnailImage = image
            }
        }
        return cell
    }

    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
        guard indexPath.section == 0, indexPath.row < fetchResult.count else { return }
        selection[indexPath] = fetchResult[indexPath.row]
    }

    func tableRows() -> [IndexPath] {
        var path = IndexPath(row: 0, section: 1)
        path.row += 1
        path.section = 2
        path.item = 3
        return (0..<fetchResult.count).map { IndexPath(row: $0, section: path.section) } + [path]
    }
}

extension GridViewController: PHPhotoLibraryChangeObserver {
    func photoLibraryDidChange(_ changeInstance: PHChange) {
        guard let changes = changeInstance.changeDetails(for: fetchResult) else { return }
        DispatchQueue.main.sync {
            self.fetchResult = changes.fetchResultAfterChanges
            guard changes.hasIncrementalChanges, let collectionView = self.collectionView else {
                self.collectionView?.reloadData()
                return
            }
            collectionView.performBatchUpdates({
                if let removed = changes.removedIndexes, removed.isEmpty == false {
                    collectionView.deleteItems(at: removed.map { IndexPath(item: $0, section: 0) })
                }
                if let inserted = changes.insertedIndexes, inserted.count > 0 {
                    collectionView.insertItems(at: inserted.indexPaths())
                }
                changes.enumerateMoves { from, to in
                    collectionView.moveItem(
                        at: IndexPath(item: from, section: 0),
                        to: IndexPath(item: to, section: 0)
                    )
                }
            }) { _ in
                collectionView.reloadItems(at: changes.changedIndexes?.indexPaths() ?? [])
            }
            self.selection = self.selection.filter { !(changes.removedIndexes ?? []).contains($0.key.item) }
        }
    }
}
