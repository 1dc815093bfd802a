import Photos
import Testing

// What the talks show and what apps write, as a user of the module would. Most of it only has to compile: nothing here
// may reach a person's own library.

private final class Observer: NSObject, PHPhotoLibraryChangeObserver {
    func photoLibraryDidChange(_ changeInstance: PHChange) {
        let before = PHAsset.fetchAssets(with: .image, options: nil)
        if let details = changeInstance.changeDetails(for: before) {
            let after = details.fetchResultAfterChanges
            if details.hasIncrementalChanges, let removed = details.removedIndexes { _ = (after, removed) }
            details.enumerateMoves { from, to in _ = (from, to) }
        }
        if let asset = before.firstObject, let details = changeInstance.changeDetails(for: asset) {
            _ = details.assetContentChanged
        }
    }
}

private final class TrackedPhotos {
    var lastStoredToken: PHPersistentChangeToken
    var trackedIdentifiers: Set<String> = []

    init(_ token: PHPersistentChangeToken) { lastStoredToken = token }

    func catchUp(_ library: PHPhotoLibrary, _ options: PHFetchOptions?) throws -> Int {
        do {
            let persistentChanges = try library.fetchPersistentChanges(since: lastStoredToken)
            var insertedIdentifiers: Set<String> = []
            for persistentChange in persistentChanges {
                if let changeDetails = persistentChange.changeDetails(for: PHObjectType.asset) {
                    insertedIdentifiers.formUnion(changeDetails.insertedLocalIdentifiers)
                    trackedIdentifiers.subtract(changeDetails.deletedLocalIdentifiers)
                }
                let albums = try persistentChange.changeDetails(for: .assetCollection)
                _ = albums.updatedLocalIdentifiers
                lastStoredToken = persistentChange.changeToken
            }
            return PHAsset.fetchAssets(with: insertedIdentifiers, options: nil).count
        } catch PHPhotosError.persistentChangeTokenExpired, PHPhotosError.persistentChangeDetailsUnavailable {
            return PHAsset.fetchAssets(with: trackedIdentifiers, options: options).count
        }
    }
}

@Suite struct AppStyleTests {
    private func insertedSince(_ lastLaunchDate: Date) -> PHFetchResult<PHAsset> {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "creationDate > %@", lastLaunchDate as any CVarArg)
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        options.fetchLimit = 10
        return PHAsset.fetchAssets(with: options)
    }

    private func change(_ asset: PHAsset, _ album: PHAssetCollection, _ url: URL) async throws -> String? {
        var placeholder: PHObjectPlaceholder?
        try PHPhotoLibrary.shared().performChangesAndWait {
            let request = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: url)
            request?.creationDate = Date()
            placeholder = request?.placeholderForCreatedAsset
            guard let placeholder else { return }
            let addition = PHAssetCollectionChangeRequest(for: album)
            addition?.addAssets([placeholder] as NSArray)
            addition?.addAssets([placeholder] as any NSFastEnumeration)
            PHAssetChangeRequest.deleteAssets([asset] as NSArray)
        }
        var made: String?
        try await PHPhotoLibrary.shared().performChanges {
            let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Hike")
            made = request.placeholderForCreatedAssetCollection.localIdentifier
        }
        return made ?? placeholder?.localIdentifier
    }

    private func changeLater(_ asset: PHAsset, _ url: URL) {
        PHPhotoLibrary.shared().performChanges {
            PHAssetCreationRequest.forAsset().addResource(with: .photo, fileURL: url, options: nil)
        }
        PHPhotoLibrary.shared().performChanges({
            PHAssetChangeRequest(for: asset).isFavorite = true
        }) { success, error in
            if !success, (error as? PHPhotosError)?.code == .accessUserDenied { _ = error as NSError? }
        }
    }

    private func thumbnail(_ asset: PHAsset) -> PHImageRequestID {
        let options = PHImageRequestOptions()
        options.deliveryMode = .highQualityFormat
        options.isSynchronous = true
        let size = CGSize(width: 200, height: 200)
        return PHImageManager.default()
            .requestImage(for: asset, targetSize: size, contentMode: .aspectFill, options: options) { image, info in
                _ = (image?.size, info?[PHImageErrorKey], info?[PHImageResultIsDegradedKey] as? Bool)
            }
    }

    private func albums() -> [String] {
        var titles: [String] = []
        PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil)
            .enumerateObjects { album, index, stop in titles.append(album.localizedTitle ?? "") }
        let hasPart = PHAsset.fetchAssets(with: ["x"], options: nil).count > 0
        return hasPart ? [] : titles
    }

    @Test func `what needs no library answers without one`() throws {
        #expect(thumbnail(PHAsset()) == PHInvalidImageRequestID)
        let altered = try JSONDecoder().decode(
            [PHPersistentChangeToken].self,
            from: JSONEncoder().encode([Data(count: 52)])
        )
        let tracked = TrackedPhotos(altered[0])
        let nothing = PHFetchOptions()
        nothing.includeAssetSourceTypes = .typeCloudShared
        #expect(try tracked.catchUp(.shared(), nothing) == 0)
        #expect(tracked.lastStoredToken === altered[0])
    }
}
