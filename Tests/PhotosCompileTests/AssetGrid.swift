import Foundation
import Photos
import PhotosUI

// A grid with a prefetching cache, diffable sections and a limited library, as chat apps have it. It only has to
// compile.

private protocol AssetGridDelegate: AnyObject {
    func assetGrid(_ grid: AssetGrid, didSelect assets: [PHAsset])
    func assetGridDidReload(_ grid: AssetGrid)
}

private final class AssetGrid: NSObject {
    struct Section: Hashable {
        let collection: PHAssetCollection?
        let title: String
    }

    weak var delegate: AssetGridDelegate?
    private(set) var sections: [Section] = []
    private var results: [Section: PHFetchResult<PHAsset>] = [:]
    private var lists: [PHFetchResult<PHCollection>] = []
    private var selected = [PHAsset]()
    private let manager = PHCachingImageManager()
    private lazy var options: PHImageRequestOptions = {
        let options = PHImageRequestOptions()
        options.deliveryMode = .opportunistic
        options.resizeMode = .fast
        options.isSynchronous = false
        options.isNetworkAccessAllowed = true
        return options
    }()
    var itemSize = CGSize(width: 80, height: 80)
    var scale: CGFloat = 2
    private var pixelSize: CGSize { CGSize(width: itemSize.width * scale, height: itemSize.height * scale) }

    override init() {
        super.init()
        PHPhotoLibrary.shared().register(self as PHPhotoLibraryChangeObserver)
        PHPhotoLibrary.shared().register(self as PHPhotoLibraryAvailabilityObserver)
    }

    deinit {
        manager.stopCachingImagesForAllAssets()
        PHPhotoLibrary.shared().unregisterChangeObserver(self)
        PHPhotoLibrary.shared().unregisterAvailabilityObserver(self)
    }

    func reload() {
        let recent = PHAssetCollection.fetchAssetCollections(
            with: .smartAlbum,
            subtype: .smartAlbumUserLibrary,
            options: nil
        )
        let favorites = PHAssetCollection.fetchAssetCollections(
            with: .smartAlbum,
            subtype: .smartAlbumFavorites,
            options: nil
        )
        let albumOptions = PHFetchOptions()
        albumOptions.predicate = NSPredicate(format: "estimatedAssetCount > 0")
        albumOptions.sortDescriptors = [
            NSSortDescriptor(key: "localizedTitle", ascending: true)
        ]
        let albums = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: albumOptions)
        lists = [PHCollectionList.fetchTopLevelUserCollections(with: nil)]

        var found: [Section] = []
        for list in [recent, favorites, albums] {
            list.enumerateObjects { collection, _, stop in
                found.append(Section(collection: collection, title: collection.localizedTitle ?? "Untitled"))
                if found.count >= 100 { stop.pointee = true }
            }
        }
        sections = found
        results = Dictionary(uniqueKeysWithValues: found.map { ($0, self.assets(in: $0)) })
        delegate?.assetGridDidReload(self)
    }

    private func assets(in section: Section) -> PHFetchResult<PHAsset> {
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(keyPath: \PHAsset.creationDate, ascending: false)]
        options.predicate = NSPredicate(
            format: "mediaType = %d || (mediaType = %d && duration <= %f)",
            PHAssetMediaType.image.rawValue,
            PHAssetMediaType.video.rawValue,
            300.0
        )
        options.includeAssetSourceTypes = [.typeUserLibrary, .typeiTunesSynced, .typeCloudShared]
        options.fetchLimit = 5000
        guard let collection = section.collection else { return PHAsset.fetchAssets(with: options) }
        return PHAsset.fetchAssets(in: collection, options: options)
    }

    func numberOfItems(in section: Int) -> Int { results[sections[section]]?.count ?? 0 }

    func asset(at indexPath: IndexPath) -> PHAsset? {
        guard let result = results[sections[indexPath.section]], indexPath.item < result.count else { return nil }
        return result[indexPath.item]
    }

    // UICollectionViewDataSourcePrefetching
    func prefetchItems(at indexPaths: [IndexPath]) {
        manager.startCachingImages(
            for: indexPaths.compactMap(asset(at:)),
            targetSize: pixelSize,
            contentMode: .aspectFill,
            options: options
        )
    }

    func cancelPrefetchingForItems(at indexPaths: [IndexPath]) {
        let assets = indexPaths.compactMap { self.asset(at: $0) }
        manager.stopCachingImages(for: assets, targetSize: pixelSize, contentMode: .aspectFill, options: options)
    }

    @discardableResult
    func image(at indexPath: IndexPath, completion: @escaping (UIImage?, Bool) -> Void) -> PHImageRequestID {
        guard let asset = asset(at: indexPath) else { return PHInvalidImageRequestID }
        let identifier = asset.localIdentifier
        return manager.requestImage(
            for: asset,
            targetSize: pixelSize,
            contentMode: PHImageContentMode.aspectFill,
            options: options
        ) { [weak self] image, info in
            let degraded = info?[PHImageResultIsDegradedKey] as? Bool ?? false
            let inCloud = (info?[PHImageResultIsInCloudKey] as? NSNumber)?.boolValue ?? false
            guard self != nil, !identifier.isEmpty, !(inCloud && image == nil) else { return completion(nil, true) }
            completion(image, !degraded)
        }
    }

    func toggle(_ asset: PHAsset) {
        if let index = selected.firstIndex(of: asset) { selected.remove(at: index) } else { selected.append(asset) }
        delegate?.assetGrid(self, didSelect: selected)
    }

    func showLimitedPickerIfNeeded(from controller: AnyObject) {
        guard PHPhotoLibrary.authorizationStatus(for: .readWrite) == .limited else { return }
        PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: controller) { identifiers in
            let added = PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: nil)
            let assets = added.objects(at: IndexSet(integersIn: 0..<added.count))
            DispatchQueue.main.async { assets.forEach(self.toggle) }
        }
    }
}

extension AssetGrid: PHPhotoLibraryChangeObserver, PHPhotoLibraryAvailabilityObserver {
    func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary) {
        print(photoLibrary.unavailabilityReason?.localizedDescription ?? "available")
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        let lists = self.lists.compactMap { changeInstance.changeDetails(for: $0) }
        DispatchQueue.main.sync {
            if !lists.isEmpty { return reload() }
            for (number, section) in sections.enumerated() {
                if let collection = section.collection,
                    let details = changeInstance.changeDetails(for: collection), details.objectWasDeleted
                {
                    results[section] = nil
                    continue
                }
                guard let result = results[section], let details = changeInstance.changeDetails(for: result) else {
                    continue
                }
                results[section] = details.fetchResultAfterChanges
                guard details.hasIncrementalChanges else {
                    delegate?.assetGridDidReload(self)
                    continue
                }
                var batch = Batch()
                if let removed = details.removedIndexes, !removed.isEmpty {
                    batch.deleted = removed.map { IndexPath(item: $0, section: number) }
                }
                if let inserted = details.insertedIndexes, inserted.count > 0 {
                    batch.inserted = inserted.map { IndexPath(item: $0, section: number) }
                }
                details.enumerateMoves { from, to in
                    batch.moved.append((IndexPath(item: from, section: number), IndexPath(item: to, section: number)))
                }
                let changed = details.changedIndexes ?? IndexSet()
                batch.reloaded = changed.subtracting(details.removedIndexes ?? []).map {
                    IndexPath(item: $0, section: number)
                }
                selected.removeAll { details.removedObjects.contains($0) }
                for object in details.changedObjects where selected.contains(object) {
                    selected = selected.map { $0.localIdentifier == object.localIdentifier ? object : $0 }
                }
                print(batch)
            }
        }
    }

    private struct Batch {
        var deleted: [IndexPath] = []
        var inserted: [IndexPath] = []
        var reloaded: [IndexPath] = []
        var moved: [(IndexPath, IndexPath)] = []
    }
}

/// Compares two results that no change connects.
private func difference(_ old: PHFetchResult<PHAsset>, _ new: PHFetchResult<PHAsset>) -> (Int, Int) {
    let details = PHFetchResultChangeDetails(from: old, to: new, changedObjects: [])
    return (details.removedObjects.count, details.insertedObjects.count)
}
