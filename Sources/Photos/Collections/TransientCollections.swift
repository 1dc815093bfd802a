import LibraryClient
import LibraryModel

/// A transient album: a list of identifiers outside the library.
final class TransientAssetCollection: PHAssetCollection, @unchecked Sendable {
    // `@unchecked` for the reason that `PHObject` gives.
    private let assets: [ObjectID]
    private let title: String?

    init(_ assets: [ObjectID], title: String?) {
        self.assets = assets
        self.title = title
        var row = CollectionRow()
        row.flags = [.exists, .canContainAssets]
        row.type = UInt32(PHAssetCollectionType.album.rawValue)
        row.subtype = UInt32(PHAssetCollectionSubtype.albumRegular.rawValue)
        row.memberCount = UInt32(clamping: assets.count)
        super.init(.random(), row: row)
    }

    override var localizedTitle: String? { title }

    /// Fetches the assets of the album that exist now; hidden ones only when the options include them.
    func fetch(_ options: PHFetchOptions?) -> FetchPlan {
        let condition: [PredicateInstruction] =
            options?.includeHiddenAssets ?? false
            ? [] : [.key("isHidden"), .literal(.boolean(false)), .compare(.equal, [])]
        return FetchPlan(.identifiers(.asset, assets), of: .asset, options, and: condition)
    }
}

/// A transient folder: a list of albums and folders outside the library.
final class TransientCollectionList: PHCollectionList, @unchecked Sendable {
    // `@unchecked` for the reason that `PHObject` gives.
    private let collections: [PHCollection]
    private let title: String?

    init(_ collections: [PHCollection], title: String?) {
        self.collections = collections
        self.title = title
        var row = CollectionRow()
        row.flags = [.exists, .canContainCollections]
        row.type = UInt32(PHCollectionListType.folder.rawValue)
        row.subtype = UInt32(PHCollectionListSubtype.regularFolder.rawValue)
        row.memberCount = UInt32(clamping: collections.count)
        super.init(.random(), row: row)
    }

    override var localizedTitle: String? { title }

    /// Returns the albums and folders of the list, including transient ones. The result has no change details.
    func fetch(_ options: PHFetchOptions?) -> PHFetchResult<PHCollection> {
        var found = collections
        if let predicate = options?.predicate { found = found.filter { predicate.evaluate(with: $0) } }
        if let descriptors = options?.sortDescriptors, !descriptors.isEmpty {
            found = found.enumerated()
                .sorted { left, right in
                    for descriptor in descriptors {
                        let order = descriptor.compare(left.element, to: right.element)
                        if order != .orderedSame { return order == .orderedAscending }
                    }
                    return left.offset < right.offset
                }
                .map(\.element)
        }
        if let limit = options?.fetchLimit, limit > 0 { found = Array(found.prefix(limit)) }
        return PHFetchResult(holding: found)
    }
}

extension PHFetchResult where ObjectType == PHCollection {
    /// Returns a result of existing objects.
    fileprivate convenience init(holding collections: [PHCollection]) {
        let named = collections.filter { $0.resolvedIdentity != nil }
        let identities = named.compactMap(\.resolvedIdentity)
        self.init(
            FetchedIdentifiers(identities.map(\.id), kinds: .each(identities.map(\.kind))),
            plan: nil,
            refetch: nil
        ) { _, range in LoadedObjects(Array(named[range]), isComplete: true) }
    }
}
