import Languages
import LibraryModel

extension ObjectKind {
    /// What the tool calls an object of this kind, for programs.
    var word: String {
        switch self {
        case .asset: "asset"
        case .assetCollection: "album"
        case .collectionList: "folder"
        }
    }

    /// The same for people.
    var localizedWord: String {
        switch self {
        case .asset: localized("asset")
        case .assetCollection: localized("album")
        case .collectionList: localized("folder")
        }
    }
}
