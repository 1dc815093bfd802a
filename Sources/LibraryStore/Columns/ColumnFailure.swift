internal import LibraryModel
internal import SQLiteDatabase

/// Why the columns of the assets are not in memory. SQL answers meanwhile.
enum ColumnFailure: Error, Hashable {
    /// The store was closed.
    case closed
    /// An asset has a value that the columns do not hold. The program writes none.
    case tooNarrow
    /// Another program has changed the assets.
    case changedElsewhere
    /// The database could not be read.
    case unreadable(String)

    /// The failure that an error in the middle of loading is.
    init(_ error: any Error) {
        self =
            switch error {
            case let failure as ColumnFailure: failure
            case is ReaderPool.Closed: .closed
            default: .unreadable("\(error)")
            }
    }

    /// Whether loading again may succeed.
    var mayPass: Bool {
        switch self {
        case .closed, .tooNarrow: false
        case .changedElsewhere, .unreadable: true
        }
    }
}

extension ColumnFailure: CustomStringConvertible {
    var description: String {
        switch self {
        case .closed: "the library is closed"
        case .tooNarrow: "a photo has a property that is out of range"
        case .changedElsewhere: "another program has changed the library's database"
        case .unreadable(let reason): "the library's database could not be read: \(reason)"
        }
    }
}
