import LibraryClient
import LibraryModel
import Photos

/// Fetches, each as an app would write it. The floors of the same names do the same.
extension Measurement {
    /// How many videos are favourites.
    func countOfKind() throws -> Int {
        try LibraryClient.shared.count(
            FetchRequest(
                .allAssets,
                predicate: PredicateProgram([
                    .key("mediaType"), .literal(.integer(2)), .compare(.equal, []),
                    .key("favorite"), .literal(.boolean(true)), .compare(.equal, []), .and,
                ])
            )
        )
    }

    /// How many screenshots were taken in 2015.
    func countOfRange() throws -> Int {
        try LibraryClient.shared.count(
            FetchRequest(
                .allAssets,
                predicate: PredicateProgram([
                    .key("creationDate"), .literal(.date(1_420_070_400_000_000)), .compare(.greaterOrEqual, []),
                    .key("creationDate"), .literal(.date(1_451_606_400_000_000)), .compare(.less, []), .and,
                    .key("mediaSubtypes"), .literal(.integer(4)), .bitwiseAnd, .literal(.integer(0)),
                    .compare(.notEqual, []), .and,
                ])
            )
        )
    }

    /// The latest 100 photos, and five properties of each.
    func latestPhotos() throws -> Int {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "mediaType == %d", PHAssetMediaType.image.rawValue)
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        options.fetchLimit = 100
        let photos = PHAsset.fetchAssets(with: options)
        return (0..<photos.count).reduce(0) { $0 &+ Measurement.sumOfProperties(photos.object(at: $1)) }
    }

    private static func sumOfProperties(_ asset: PHAsset) -> Int {
        var sum = asset.mediaType.rawValue
        sum &+= Int(asset.creationDate?.timeIntervalSince1970 ?? 0)
        sum &+= asset.pixelWidth
        sum &+= asset.pixelHeight
        sum &+= asset.isFavorite ? 1 : 0
        return sum
    }

    /// The latest 100 photos, without a look at them.
    func firstPhotos() throws -> Int {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "mediaType == %d", PHAssetMediaType.image.rawValue)
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        options.fetchLimit = 100
        return PHAsset.fetchAssets(with: options).count
    }

    /// All videos, in the order in which they were taken.
    func allVideos() throws -> Int {
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
        return PHAsset.fetchAssets(with: .video, options: options).count
    }

    /// Assets by their identifiers, in one fetch.
    func lookUp(_ identifiers: [String]) throws -> Int {
        PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: nil).count
    }

    /// All assets of the library, of which the first and the last are looked at.
    func ends() throws -> Int {
        let all = PHAsset.fetchAssets(with: nil)
        guard let first = all.firstObject, let last = all.lastObject else {
            throw BenchmarkError("there are no assets")
        }
        return all.count &+ first.pixelWidth &+ last.pixelWidth
    }

    /// Bytes of memory that a fetch result takes for each asset until it is looked at: what one of all assets takes
    /// more than one of half of them. Counted are memory that the library handed over, looked at or not, and the
    /// process's own.
    func bytesOfResult() throws -> String {
        let half = PHFetchOptions()
        half.fetchLimit = PHAsset.fetchAssets(with: nil).count / 2
        let repeats = 4
        func growth(_ options: PHFetchOptions?) throws -> (bytes: Int, count: Int) {
            let before = try ProcessMemory.used()
            let results = (0..<repeats).map { _ in PHAsset.fetchAssets(with: options) }
            let after = try ProcessMemory.used()
            return withExtendedLifetime(results) { (after - before, results.reduce(0) { $0 + $1.count }) }
        }
        // Once for what is made only once.
        _ = (try growth(half), try growth(nil))
        let (small, large) = (try growth(half), try growth(nil))
        return "\(Double(large.bytes - small.bytes) / Double(large.count - small.count))"
    }

    /// Every asset of the library, and five properties of each.
    func iterate() throws -> Int {
        var sum = 0
        PHAsset.fetchAssets(with: nil).enumerateObjects { asset, _, _ in sum &+= Measurement.sumOfProperties(asset) }
        return sum
    }
}
