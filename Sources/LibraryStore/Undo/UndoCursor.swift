/// The position of an undo: first titles and parents of all albums and folders, then the members of each album, then
/// each asset.
enum UndoCursor: Hashable {
    case structure
    /// After the album of this row.
    case albums(after: Int64)
    /// After the asset of this row.
    case assets(after: Int64)

    /// The number that clients hold; nil for the beginning.
    init(_ position: UInt64?) {
        guard let position else {
            self = .structure
            return
        }
        let row = Int64(clamping: position >> 1)
        self = position & 1 == 0 ? .albums(after: row) : .assets(after: row)
    }

    var position: UInt64? {
        switch self {
        case .structure: nil
        case .albums(let row): UInt64(clamping: row) << 1
        case .assets(let row): UInt64(clamping: row) << 1 | 1
        }
    }
}
