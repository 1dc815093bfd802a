import Languages
import LibraryModel
import TerminalText

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

    /// Columns that any of those takes.
    static var wordColumns: Int { allCases.map(\.localizedWord.columns).max() ?? 0 }
}
