import LinuxSystem

/// A file that is to be imported.
struct FoundFile: Hashable, Sendable {
    var path: FilePath
    /// Bytes, when the folder was read.
    var size: Int64
    /// The file that describes it, and where it is in a file that describes many.
    var sideCar: FilePath?
    var sideCarOffset: Int64?
    /// What another program's database says of it: at most one. A list, because it takes no room where there is none.
    var known: [PhotoNotes] = []
    /// What it is to another file by their names; nil when it stands for itself.
    var relation: Relation?

    /// A file whose JSON file another one shares.
    struct Relation: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            /// The edited version of a photo.
            case edited
            /// The other half of a Live Photo.
            case otherHalf
        }

        var kind: Kind
        /// The path of the other file.
        var owner: FilePath
    }

    init(path: FilePath, size: Int64) {
        self.path = path
        self.size = size
    }

    var isEdit: Bool { relation?.kind == .edited }
}

/// A file or a folder that could not be imported, and why.
struct ImportFailure: Error, Hashable, Sendable {
    var path: FilePath
    var reason: String
}
