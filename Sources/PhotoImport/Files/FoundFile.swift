package import LinuxSystem

/// A file that is to be imported.
package struct FoundFile: Hashable, Sendable {
    package var path: FilePath
    /// Bytes, when the folder was read.
    package var size: Int64
    /// Then too, nanoseconds since 1970.
    package var modified: Int64
    /// The file that describes it, and where it is in a file that describes many.
    package var sideCar: FilePath?
    package var sideCarOffset: Int64?
    /// What another program's database says of it: at most one. A list, because it takes no room where there is none.
    package var known: [PhotoNotes] = []
    /// What it is to another file by their names; nil when it stands for itself.
    package var relation: Relation?

    /// A file whose JSON file another one shares.
    package struct Relation: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            /// The edited version of a photo.
            case edited
            /// The other half of a Live Photo.
            case otherHalf
        }

        package var kind: Kind
        /// The path of the other file.
        package var owner: FilePath

        package init(kind: Kind, owner: FilePath) {
            self.kind = kind
            self.owner = owner
        }
    }

    package init(path: FilePath, size: Int64, modified: Int64 = 0) {
        self.path = path
        self.size = size
        self.modified = modified
    }

    /// The same for all files of an asset that a file of many describes; nil for a file whose asset is not known.
    var describedAsset: FilePath? {
        guard let sideCar, let sideCarOffset else { return nil }
        return FilePath(bytes: sideCar.bytes + Array("#\(sideCarOffset)".utf8))
    }

    package var isEdit: Bool { relation?.kind == .edited }
}

/// A file or a folder that could not be imported, and why.
package struct ImportFailure: Error, Hashable, Sendable {
    package var path: FilePath
    package var reason: String

    package init(path: FilePath, reason: String) {
        self.path = path
        self.reason = reason
    }
}
