import Photos

// The grid and the list of albums of "Browsing and modifying photo albums", Apple's sample code, without views. It only
// has to compile.

private typealias UIImage = PhotoImage

/// What a collection view has of batch updates.
private protocol BatchUpdating: AnyObject {
    func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)?)
    func deleteItems(at indexPaths: [IndexPath])
    func insertItems(at indexPaths: [IndexPath])
    func reloadItems(at indexPaths: [IndexPath])
    func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath)
    func reloadData()
}

private final class AssetGridController: NSObject {
    var fetchResult: PHFetchResult<PHAsset>!
    var assetCollection: PHAssetCollection!
    var availableWidth: CGFloat = 0
    weak var collectionView: BatchUpdating!

    private let imageManager = PHCachingImageManager()
    private var thumbnailSize = CGSize(width: 100, height: 100)
    private var previousPreheatRect = CGRect.zero
    private var requestIDs = [String: PHImageRequestID]()

    override init() {
        super.init()
        resetCachedAssets()
        PHPhotoLibrary.shared().register(self)
        if fetchResult == nil {
            let allPhotosOptions = PHFetchOptions()
            allPhotosOptions.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
            fetchResult = PHAsset.fetchAssets(with: allPhotosOptions)
        }
    }

    deinit {
        PHPhotoLibrary.shared().unregisterChangeObserver(self)
    }

    func cell(at indexPath: IndexPath, show: @escaping (UIImage?) -> Void) {
        let asset = fetchResult.object(at: indexPath.count > 1 ? indexPath[1] : 0)
        let id = imageManager.requestImage(
            for: asset,
            targetSize: thumbnailSize,
            contentMode: .aspectFill,
            options: nil,
            resultHandler: { image, _ in
                show(image)
            }
        )
        if let old = requestIDs[asset.localIdentifier], old != PHInvalidImageRequestID {
            imageManager.cancelImageRequest(old)
        }
        requestIDs[asset.localIdentifier] = id
    }

    private func resetCachedAssets() {
        imageManager.stopCachingImagesForAllAssets()
        previousPreheatRect = .zero
    }

    private func updateCachedAssets(visibleRect: CGRect, height: CGFloat) {
        let preheatRect = visibleRect.insetBy(dx: 0, dy: -0.5 * visibleRect.height)
        let delta = abs(preheatRect.midY - previousPreheatRect.midY)
        guard delta > height / 3 else { return }

        let (addedRects, removedRects) = differencesBetweenRects(previousPreheatRect, preheatRect)
        let addedAssets =
            addedRects
            .flatMap { rect in indexPathsForElements(in: rect) }
            .map { indexPath in fetchResult.object(at: indexPath) }
        let removedAssets =
            removedRects
            .flatMap { rect in indexPathsForElements(in: rect) }
            .map { indexPath in fetchResult[indexPath] }

        imageManager.startCachingImages(
            for: addedAssets,
            targetSize: thumbnailSize,
            contentMode: .aspectFill,
            options: nil
        )
        imageManager.stopCachingImages(
            for: removedAssets,
            targetSize: thumbnailSize,
            contentMode: .aspectFill,
            options: nil
        )
        previousPreheatRect = preheatRect
    }

    private func indexPathsForElements(in rect: CGRect) -> [Int] { Array(Int(rect.minY / 10)..<Int(rect.maxY / 10)) }

    private func differencesBetweenRects(_ old: CGRect, _ new: CGRect) -> (added: [CGRect], removed: [CGRect]) {
        guard old.intersects(new) else {
            return ([new], [old])
        }
        var added = [CGRect]()
        if new.maxY > old.maxY {
            added += [CGRect(x: new.origin.x, y: old.maxY, width: new.width, height: new.maxY - old.maxY)]
        }
        if old.minY > new.minY {
            added += [CGRect(x: new.origin.x, y: new.minY, width: new.width, height: old.minY - new.minY)]
        }
        var removed = [CGRect]()
        if new.maxY < old.maxY {
            removed += [CGRect(x: new.origin.x, y: new.maxY, width: new.width, height: old.maxY - new.maxY)]
        }
        return (added, removed)
    }

    func addAsset(_ image: UIImage) {
        PHPhotoLibrary.shared().performChanges(
            {
                let creationRequest = PHAssetChangeRequest.creationRequestForAsset(from: image)
                if let assetCollection = self.assetCollection {
                    let addAssetRequest = PHAssetCollectionChangeRequest(for: assetCollection)
                    addAssetRequest?.addAssets([creationRequest.placeholderForCreatedAsset as Any] as NSArray)
                }
            },
            completionHandler: { success, error in
                if !success { print("Error creating the asset: \(String(describing: error))") }
            }
        )
    }
}

extension AssetGridController: PHPhotoLibraryChangeObserver {
    func photoLibraryDidChange(_ changeInstance: PHChange) {
        guard let changes = changeInstance.changeDetails(for: fetchResult)
        else { return }
        DispatchQueue.main.sync {
            fetchResult = changes.fetchResultAfterChanges
            if changes.hasIncrementalChanges {
                guard let collectionView = self.collectionView else { return }
                collectionView.performBatchUpdates(
                    {
                        if let removed = changes.removedIndexes, removed.count > 0 {
                            collectionView.deleteItems(at: removed.map { IndexPath(indexes: [0, $0]) })
                        }
                        if let inserted = changes.insertedIndexes, !inserted.isEmpty {
                            collectionView.insertItems(at: inserted.map({ IndexPath(indexes: [0, $0]) }))
                        }
                        changes.enumerateMoves { fromIndex, toIndex in
                            collectionView.moveItem(
                                at: IndexPath(indexes: [0, fromIndex]),
                                to: IndexPath(indexes: [0, toIndex])
                            )
                        }
                    },
                    completion: nil
                )
                if let changed = changes.changedIndexes, changed.count > 0 {
                    collectionView.reloadItems(at: changed.map({ IndexPath(indexes: [0, $0]) }))
                }
            } else {
                collectionView?.reloadData()
            }
            resetCachedAssets()
        }
    }
}

/// The list of albums.
private final class MasterController: NSObject, PHPhotoLibraryChangeObserver {
    enum Section: Int, CaseIterable { case allPhotos = 0, smartAlbums, userCollections }
    var allPhotos: PHFetchResult<PHAsset>!
    var smartAlbums: PHFetchResult<PHAssetCollection>!
    var userCollections: PHFetchResult<PHCollection>!
    var nonEmptySmartAlbums: [PHAssetCollection] = []
    let sectionLocalizedTitles = [
        "", NSLocalizedString("Smart Albums", comment: ""), NSLocalizedString("Albums", comment: ""),
    ]

    func load() {
        let allPhotosOptions = PHFetchOptions()
        allPhotosOptions.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
        allPhotos = PHAsset.fetchAssets(with: allPhotosOptions)
        smartAlbums = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .albumRegular, options: nil)
        userCollections = PHCollectionList.fetchTopLevelUserCollections(with: nil)
        PHPhotoLibrary.shared().register(self)
        for index in 0..<smartAlbums.count {
            let collection = smartAlbums[index]
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "mediaType == %d", PHAssetMediaType.image.rawValue)
            if PHAsset.fetchAssets(in: collection, options: options).count > 0 {
                nonEmptySmartAlbums.append(collection)
            }
        }
        let counted = allPhotos.countOfAssets(with: .image) + allPhotos.countOfAssets(with: .video)
        print(counted, userCollections.firstObject?.localizedTitle ?? "-", allPhotos.lastObject as Any)
        nonEmptySmartAlbums.sort {
            ($0.localizedTitle ?? "").localizedCaseInsensitiveCompare($1.localizedTitle ?? "") == .orderedAscending
        }
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        DispatchQueue.main.async {
            if let changeDetails = changeInstance.changeDetails(for: self.allPhotos) {
                self.allPhotos = changeDetails.fetchResultAfterChanges
            }
            if let changeDetails = changeInstance.changeDetails(for: self.smartAlbums) {
                self.smartAlbums = changeDetails.fetchResultAfterChanges
            }
            if let changeDetails = changeInstance.changeDetails(for: self.userCollections) {
                self.userCollections = changeDetails.fetchResultAfterChanges
            }
            if let album = self.nonEmptySmartAlbums.first, let details = changeInstance.changeDetails(for: album) {
                if details.objectWasDeleted {
                    self.nonEmptySmartAlbums.removeFirst()
                } else if let after = details.objectAfterChanges {
                    self.nonEmptySmartAlbums[0] = after
                }
            }
        }
    }
}
