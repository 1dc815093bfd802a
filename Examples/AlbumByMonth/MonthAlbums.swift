import Photos

/// The albums of this app, found by title and created on demand.
struct MonthAlbums {
    private let library = PHPhotoLibrary.shared()

    /// The most assets in one change.
    private static let batchSize = 1_000

    /// Adds assets to the month's album. Members stay where they are.
    func add(_ assets: [PHAsset], to month: Month) async throws {
        let folder = try await folder(of: month)
        for start in stride(from: 0, to: assets.count, by: MonthAlbums.batchSize) {
            let batch = Array(assets[start..<min(start + MonthAlbums.batchSize, assets.count)])
            let album = album(of: month, in: folder)
            try await change {
                guard let album else { return create(month, in: folder, with: batch) }
                guard let request = PHAssetCollectionChangeRequest(for: album) else { return false }
                request.addAssets(batch as NSArray)
                return true
            }
        }
    }

    /// Removes assets from albums of other months. Without `assets`, checks all albums.
    func remove(strangersOf months: [String: Month], among assets: [PHAsset]?) async throws {
        for album in all() {
            let options = PHFetchOptions()
            options.predicate = assets.map { assets in
                NSPredicate(format: "localIdentifier IN %@", assets.map(\.localIdentifier) as any CVarArg)
            }
            let members = PHAsset.fetchAssets(in: album, options: options)
            let strangers = members.objects(at: IndexSet(integersIn: 0..<members.count)).filter { asset in
                months[asset.localIdentifier].map { $0.albumTitle != album.localizedTitle } ?? false
            }
            guard !strangers.isEmpty else { continue }
            try await change {
                guard let request = PHAssetCollectionChangeRequest(for: album) else { return false }
                request.removeAssets(strangers as NSArray)
                return true
            }
        }
    }

    /// Call it in a change block. Returns false when the folder accepts no albums.
    private func create(_ month: Month, in folder: PHCollectionList, with assets: [PHAsset]) -> Bool {
        let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: month.albumTitle)
        album.addAssets(assets as NSArray)
        guard let request = PHCollectionListChangeRequest(for: folder) else { return false }
        request.addChildCollections([album.placeholderForCreatedAssetCollection] as NSArray)
        return true
    }

    /// Performs a change; throws when an album or folder does not accept it.
    private func change(_ block: @escaping () -> Bool) async throws {
        var isAllowed = true
        try await library.performChanges { isAllowed = block() }
        guard isAllowed else { throw PHPhotosError(.changeNotSupported) }
    }

    private func all() -> [PHAssetCollection] {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "title ENDSWITH %@", " by month")
        let folders = PHCollectionList.fetchCollectionLists(with: .folder, subtype: .regularFolder, options: options)
        return (0..<folders.count).flatMap { albums(in: folders[$0], nil) }
    }

    private func album(of month: Month, in folder: PHCollectionList) -> PHAssetCollection? {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "title == %@", month.albumTitle)
        return albums(in: folder, options).first
    }

    private func albums(in folder: PHCollectionList, _ options: PHFetchOptions?) -> [PHAssetCollection] {
        let collections = PHCollection.fetchCollections(in: folder, options: options)
        return (0..<collections.count).compactMap { collections[$0] as? PHAssetCollection }
    }

    private func folder(of month: Month) async throws -> PHCollectionList {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "title == %@", month.folderTitle)
        let known = PHCollectionList.fetchCollectionLists(with: .folder, subtype: .regularFolder, options: options)
        if let folder = known.firstObject { return folder }
        var identifier = ""
        try await library.performChanges {
            let request = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: month.folderTitle)
            identifier = request.placeholderForCreatedCollectionList.localIdentifier
        }
        let made = PHCollectionList.fetchCollectionLists(withLocalIdentifiers: [identifier], options: nil)
        guard let folder = made.firstObject else { throw PHPhotosError(.identifierNotFound) }
        return folder
    }
}
