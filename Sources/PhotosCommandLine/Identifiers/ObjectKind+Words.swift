import LibraryModel

extension ObjectKind {
    /// What the tool calls an object of this kind.
    var word: String {
        switch self {
        case .asset: "asset"
        case .assetCollection: "album"
        case .collectionList: "folder"
        }
    }
}
