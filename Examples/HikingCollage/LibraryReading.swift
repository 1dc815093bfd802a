import Photos

/// What the example asks of the photo library.
struct LibraryReading {
    private let library = PHPhotoLibrary.shared()

    /// Which assets came, changed and went, and up to when.
    struct Changes {
        /// Inserted and updated ones together: what an asset is now tells what that means.
        var touched: Set<String> = []
        var deleted: Set<String> = []
        /// How many changes these were.
        var count = 0
        var token: PHPersistentChangeToken
    }

    /// The most hikes in one fetch: each of them makes its predicate longer.
    private static let hikesPerFetch = 200

    var token: PHPersistentChangeToken { library.currentChangeToken }

    /// Everything that happened to assets since the token, the last state of each.
    func changes(since token: PHPersistentChangeToken) throws -> Changes {
        var changes = Changes(token: token)
        for change in try library.fetchPersistentChanges(since: token) {
            let details: PHPersistentObjectChangeDetails = try change.changeDetails(for: .asset)
            // An asset may be deleted and come back: out of the recently deleted ones, or into a limited selection.
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

    /// The photos that were taken on the hikes, with one fetch.
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

    /// When all photos of the library were taken.
    func dates() throws -> [Date] {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "mediaType == %d", PHAssetMediaType.image.rawValue)
        return try confirmed { PHAsset.fetchAssets(with: options) }.compactMap(\.creationDate)
    }

    /// What the assets are now, with one large fetch; those that are gone are not among them.
    func assets(identifiers: some Collection<String>) throws -> [String: PHAsset] {
        guard !identifiers.isEmpty else { return [:] }
        let assets = try confirmed(count: identifiers.count) {
            PHAsset.fetchAssets(withLocalIdentifiers: Array(identifiers), options: nil)
        }
        return Dictionary(assets.map { ($0.localIdentifier, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The assets that a fetch finds.
    ///
    /// A fetch cannot say that the library did not answer: it finds nothing then, and nothing is also what it finds
    /// when the person deleted everything. So where something is missing the history, which does say so, is asked as
    /// well, and after it answered the fetch once more.
    private func confirmed(count: Int = 1, _ fetch: () -> PHFetchResult<PHAsset>) throws -> [PHAsset] {
        let assets = existing(fetch())
        guard !assets.isComplete || assets.found.count < count else { return assets.found }
        _ = try library.fetchPersistentChanges(since: library.currentChangeToken)
        return existing(fetch()).found
    }

    private func existing(_ result: PHFetchResult<PHAsset>) -> (found: [PHAsset], isComplete: Bool) {
        var found: [PHAsset] = []
        result.enumerateObjects { asset, _, _ in
            // Every asset has a modification date; without one, it was gone when its properties were read.
            if asset.modificationDate != nil { found.append(asset) }
        }
        return (found, found.count == result.count)
    }
}
