package import LibraryModel

/// What became of a file.
package enum FileOutcome: Hashable, Sendable {
    /// A new asset, which it may share with other files.
    case imported(LocalIdentifier)
    /// An asset that was there, without this file or others of it.
    case completed(LocalIdentifier)
    /// An asset that was there.
    case duplicate(LocalIdentifier)
    /// The edited version of an asset.
    case edit(of: LocalIdentifier)
    /// The asset has an edit already.
    case otherEdit(of: LocalIdentifier)
    /// The person had thrown it away where it comes from.
    case inTrash
    case failed(String)
}
