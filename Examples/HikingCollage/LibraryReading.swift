import Photos

/// Reads the photo library.
struct LibraryReading {
    private let library = PHPhotoLibrary.shared()

    /// The assets that were added, changed and deleted, and the token that covers this.
    struct Changes {
        /// Inserted and updated ones: their current state says what to do.
        var touched: Set<String> = []
        var deleted: Set<String> = []
        /// The number of changes.
        var count = 0
        var token: PHPersistentChangeToken
    }

    /// The most hikes in one fetch, because each makes its predicate longer.
    private static let hikesPerFetch = 200

    var token: PHPersistentChangeToken { library.currentChangeToken }

    /// Returns the changes of assets since the token, only the last one of each.
    func changes(since token: PHPersistentChangeToken) throws -> Changes {
        var changes = Changes(token: token)
        for change in try library.fetchPersistentChanges(since: token) {
            let details: PHPersistentObjectChangeDetails = try change.changeDetails(for: .asset)
            // An asset may be deleted and come back: from recently deleted, or into a limited selection.
            changes.touched.subtract(details.deletedLocalIdentifiers)
            changes.deleted.formUnion(details.deletedLocalIdentifiers)
            for identifiers in [details.insertedLocalIdentifiers, details.updatedLocalIdentifiers] {
                changes.touched.formUnion(identifiers)
                changes.deleted.subtract(identifiers)
            }
            changes.count += 1
            changes.token = change.changeToken
        }
        return changes
    }

    /// Fetches the photos that were taken on the hikes.
    func photos(of hikes: [Hike]) throws -> [CollagePhoto] {
        var photos: [CollagePhoto] = []
        for start in stride(from: 0, to: hikes.count, by: LibraryReading.hikesPerFetch) {
            let times = hikes[start..<min(start + LibraryReading.hikesPerFetch, hikes.count)].map { hike in
                NSPredicate(
                    format: "creationDate >= %@ AND creationDate <= %@",
                    hike.start as any CVarArg,
                    hike.end as any CVarArg
                )
            }
            let options = PHFetchOptions()
            options.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
                NSPredicate(format: "mediaType == %d", PHAssetMediaType.image.rawValue),
                NSCompoundPredicate(orPredicateWithSubpredicates: times),
            ])
            photos += try confirmed { PHAsset.fetchAssets(with: options) }.compactMap { CollagePhoto($0) }
        }
        return photos
    }

    /// The capture dates of all photos of the library.
    func dates() throws -> [Date] {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "mediaType == %d", PHAssetMediaType.image.rawValue)
        return try confirmed { PHAsset.fetchAssets(with: options) }.compactMap(\.creationDate)
    }

    /// The current state of the assets, in one fetch; deleted ones are missing.
    func assets(identifiers: some Collection<String>) throws -> [String: PHAsset] {
        guard !identifiers.isEmpty else { return [:] }
        let assets = try confirmed(count: identifiers.count) {
            PHAsset.fetchAssets(withLocalIdentifiers: Array(identifiers), options: nil)
        }
        return Dictionary(assets.map { ($0.localIdentifier, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the assets of a fetch.
    ///
    /// A fetch is empty when the library is unreachable, and also when the person deleted everything. So if something
    /// is missing, reads the history, which throws in the first case, and fetches once more.
    private func confirmed(count: Int = 1, _ fetch: () -> PHFetchResult<PHAsset>) throws -> [PHAsset] {
        let assets = existing(fetch())
        guard !assets.isComplete || assets.found.count < count else { return assets.found }
        _ = try library.fetchPersistentChanges(since: library.currentChangeToken)
        return existing(fetch()).found
    }

    private func existing(_ result: PHFetchResult<PHAsset>) -> (found: [PHAsset], isComplete: Bool) {
        var found: [PHAsset] = []
        result.enumerateObjects { asset, _, _ in
            // Every asset has a modification date; without one, it was deleted before its properties were loaded.
            if asset.modificationDate != nil { found.append(asset) }
        }
        return (found, found.count == result.count)
    }
}
