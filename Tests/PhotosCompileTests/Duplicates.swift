import CoreLocation
import Foundation
import Photos

// A cleaner: duplicates, bursts, large movies, screenshots. It only has to compile.

extension PHAsset {
    fileprivate struct Fingerprint: Hashable {
        let size: CGSize
        let created: Date?
        let kind: PHAssetMediaType
        let duration: TimeInterval

        static func == (lhs: Fingerprint, rhs: Fingerprint) -> Bool {
            return lhs.size == rhs.size && lhs.created == rhs.created && lhs.kind == rhs.kind
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(size.width)
            hasher.combine(created)
            hasher.combine(kind)
        }
    }

    fileprivate var fingerprint: Fingerprint {
        return Fingerprint(
            size: CGSize(width: pixelWidth, height: pixelHeight),
            created: creationDate,
            kind: mediaType,
            duration: duration
        )
    }

    fileprivate var primaryResource: PHAssetResource? {
        let types: Set<PHAssetResourceType> = [
            .video, .photo, .fullSizePhoto, .fullSizeVideo, .fullSizePairedVideo, .adjustmentBasePhoto,
        ]
        let resources = PHAssetResource.assetResources(for: self)
        return resources.first { types.contains($0.type) && $0.value(forKey: "isCurrent") as? Bool == true }
            ?? resources.first { types.contains($0.type) }
    }

    fileprivate var fileSize: Int64 {
        return PHAssetResource.assetResources(for: self).reduce(0) { total, resource in
            total + (resource.value(forKey: "fileSize") as? Int64 ?? 0)
        }
    }

    fileprivate var originalFilename: String? { return primaryResource?.originalFilename }
    fileprivate var isScreenshot: Bool { return mediaSubtypes.contains(.photoScreenshot) }
    fileprivate var isLivePhoto: Bool { return mediaSubtypes.rawValue & PHAssetMediaSubtype.photoLive.rawValue > 0 }
}

private final class Cleaner {
    struct Group { var keep: PHAsset; var remove: [PHAsset] }

    private let queue = DispatchQueue(label: "cleaner", qos: .utility, attributes: .concurrent)

    func duplicates(progress: @escaping (Double) -> Void, completion: @escaping ([Group]) -> Void) {
        queue.async {
            let options = PHFetchOptions()
            options.includeAllBurstAssets = true
            options.includeAssetSourceTypes = [.typeUserLibrary]
            options.sortDescriptors = [
                NSSortDescriptor(keyPath: \PHAsset.creationDate, ascending: true),
                NSSortDescriptor(keyPath: \PHAsset.pixelWidth, ascending: false),
            ]
            let result = PHAsset.fetchAssets(with: options)
            var groups: [PHAsset.Fingerprint: [PHAsset]] = [:]
            result.enumerateObjects { asset, index, stop in
                autoreleasepool {
                    groups[asset.fingerprint, default: []].append(asset)
                    progress(Double(index) / Double(max(1, result.count)))
                }
            }
            let found = groups.values.filter { $0.count > 1 }.map { assets -> Group in
                let sorted = assets.sorted {
                    ($0.isFavorite ? 1 : 0, $0.fileSize, $0.localIdentifier)
                        > ($1.isFavorite ? 1 : 0, $1.fileSize, $1.localIdentifier)
                }
                return Group(keep: sorted[0], remove: Array(sorted.dropFirst()))
            }
            DispatchQueue.main.async { completion(found) }
        }
    }

    func bursts() -> [String: PHFetchResult<PHAsset>] {
        var bursts = [String: PHFetchResult<PHAsset>]()
        PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .smartAlbumBursts, options: nil)
            .enumerateObjects { album, _, _ in
                PHAsset.fetchAssets(in: album, options: nil).enumerateObjects { asset, _, _ in
                    guard let identifier = asset.burstIdentifier, asset.representsBurst else { return }
                    let options = PHFetchOptions()
                    options.includeAllBurstAssets = true
                    bursts[identifier] = PHAsset.fetchAssets(withBurstIdentifier: identifier, options: options)
                }
            }
        return bursts
    }

    func near(_ place: CLLocation, within meters: CLLocationDistance) -> [PHAsset] {
        let result = PHAsset.fetchAssets(with: .image, options: nil)
        return (0..<result.count).lazy.map { result[$0] }.filter {
            guard let location = $0.location else { return false }
            return location.distance(from: place) <= meters && location.horizontalAccuracy >= 0
        }
    }

    func delete(_ groups: [Group], completion: @escaping (Result<Int, Error>) -> Void) {
        let assets = groups.flatMap { $0.remove }.filter { $0.canPerform(.delete) }
        guard !assets.isEmpty else { return completion(.success(0)) }
        PHPhotoLibrary.shared().performChanges({ PHAssetChangeRequest.deleteAssets(assets as NSFastEnumeration) }) {
            (done: Bool, error: Error?) in
            if let error = error as NSError?, error.domain == PHPhotosErrorDomain,
                error.code == PHPhotosError.userCancelled.rawValue
            {
                return completion(.success(0))
            }
            if let error = error as? PHPhotosError, error.code == .userCancelled { return completion(.success(0)) }
            completion(error.map { .failure($0) } ?? .success(done ? assets.count : 0))
        }
    }

    func merge(_ group: Group) throws {
        let albums = PHAssetCollection.fetchAssetCollectionsContaining(group.keep, with: .album, options: nil)
        try PHPhotoLibrary.shared().performChangesAndWait {
            let change = PHAssetChangeRequest(for: group.keep)
            change.isFavorite = group.remove.contains(where: \.isFavorite) || group.keep.isFavorite
            change.creationDate = ([group.keep] + group.remove).compactMap(\.creationDate).min()
            change.location = change.location ?? group.remove.lazy.compactMap(\.location).first
            albums.enumerateObjects { album, _, _ in
                PHAssetCollectionChangeRequest(for: album)?.removeAssets(group.remove as NSArray)
            }
            PHAssetChangeRequest.deleteAssets(NSArray(array: group.remove))
        }
    }
}
