/// The objects that a fetch searches.
package enum FetchScope: Hashable, Sendable {
    /// Every asset of the library.
    case allAssets
    /// The assets of one album, in the album's order.
    case assets(inCollection: ObjectID)
    /// These objects of one kind, if they exist, in the given order.
    case identifiers(ObjectKind, [ObjectID])
    /// Every album, or every folder.
    case allCollections(ObjectKind)
    /// The albums that contain an asset.
    case collections(containing: ObjectID)
    /// The albums and folders directly inside a folder, in its order; nil for the top level.
    case children(ofList: ObjectID?)
    /// The folders that directly contain a collection.
    case lists(containing: ObjectID)
    /// The smart albums of a subtype (`PHAssetCollectionSubtype`); nil for all but Recently Deleted. Their identifiers
    /// are valid wherever an album's is, except in changes.
    case smartAlbums(subtype: UInt32?)
}

/// One fetch, as the server runs it.
package struct FetchRequest: Hashable, Sendable {
    package var scope: FetchScope
    package var predicate: PredicateProgram?
    package var sort: [SortKey]
    /// 0 for no limit. Applied after sorting.
    package var limit: Int
    package var includesHidden: Bool
    package var includesAllBurstAssets: Bool

    package static let maximumSortKeys = 16
    /// Identifiers to look among.
    package static let maximumIdentifiers = 1_000_000

    package init(
        _ scope: FetchScope,
        predicate: PredicateProgram? = nil,
        sort: [SortKey] = [],
        limit: Int = 0,
        includesHidden: Bool = false,
        includesAllBurstAssets: Bool = false
    ) {
        self.scope = scope
        self.predicate = predicate
        self.sort = sort
        self.limit = limit
        self.includesHidden = includesHidden
        self.includesAllBurstAssets = includesAllBurstAssets
    }
}

/// A hint for finding an object fast, which the server checks against the identifier. 0 for none.
///
/// Only apps with full access get hints, because they disclose the order in which objects were added.
package typealias RowHint = UInt32

/// The kinds of a mixed fetch result (`children(ofList:)`), otherwise one for all.
package enum FetchedKinds: Hashable, Sendable {
    case all(ObjectKind)
    case each([ObjectKind])
}
