/// How far undo has come: first what albums and folders are called and where they are, then what is in each album, and
/// then the assets.
enum UndoCursor: Hashable {
    case structure
    /// Behind the album of this row.
    case albums(after: Int64)
    /// Behind the asset of this row.
    case assets(after: Int64)

    /// As a client gives it back: nil for the beginning.
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
