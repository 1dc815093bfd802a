import Photos
import Synchronization
import Testing

// What most tests say again and again, in the words of the public API.

extension PHFetchResult where ObjectType: PHObject {
    var identifiers: [String] {
        var found: [String] = []
        enumerateObjects { object, _, _ in found.append(object.localIdentifier) }
        return found
    }
}

func options(
    _ predicate: NSPredicate? = nil,
    sort: [NSSortDescriptor] = [],
    limit: Int = 0,
    hidden: Bool = false
) -> PHFetchOptions {
    let options = PHFetchOptions()
    options.predicate = predicate
    options.sortDescriptors = sort.isEmpty ? nil : sort
    options.fetchLimit = limit
    options.includeHiddenAssets = hidden
    return options
}

func allAssets(_ options: PHFetchOptions? = nil) -> [String] { PHAsset.fetchAssets(with: options).identifiers }

func asset(_ identifier: String) throws -> PHAsset {
    try #require(PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject)
}

func collection(_ identifier: String) throws -> PHAssetCollection {
    try #require(
        PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [identifier], options: nil).firstObject
    )
}

func list(_ identifier: String) throws -> PHCollectionList {
    try #require(PHCollectionList.fetchCollectionLists(withLocalIdentifiers: [identifier], options: nil).firstObject)
}

func members(_ albumIdentifier: String) throws -> [String] {
    PHAsset.fetchAssets(in: try collection(albumIdentifier), options: nil).identifiers
}

func children(_ listIdentifier: String) throws -> [String] {
    PHCollection.fetchCollections(in: try list(listIdentifier), options: nil).identifiers
}

/// Makes a change and waits for it, with what the block hands out.
@discardableResult
func perform<Value>(_ block: @escaping () throws -> Value) throws -> Value {
    var result: Result<Value, any Error>?
    try PHPhotoLibrary.shared().performChangesAndWait { result = Result { try block() } }
    return try #require(result).get()
}

/// The code of the error that `body` throws.
func codeThrown(_ body: () throws -> Void) -> PHPhotosError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? PHPhotosError)?.code
    }
}

/// What a stretch of history says of one type of object, all its changes together.
struct Told: Equatable {
    var inserted: Set<String> = []
    var updated: Set<String> = []
    var deleted: Set<String> = []

    static func assets(since token: PHPersistentChangeToken) throws -> [Told] { try history(.asset, token) }

    /// One entry a change.
    static func history(_ type: PHObjectType, _ token: PHPersistentChangeToken) throws -> [Told] {
        try PHPhotoLibrary.shared().fetchPersistentChanges(since: token).map { change in
            let details: PHPersistentObjectChangeDetails = try change.changeDetails(for: type)
            return Told(
                inserted: details.insertedLocalIdentifiers,
                updated: details.updatedLocalIdentifiers,
                deleted: details.deletedLocalIdentifiers
            )
        }
    }
}
