package import Admission

/// Where a file comes from. A worker that has opened files of one origin opens none of another: what a hostile file may
/// have made of it sees nobody's files but those of whoever brought it.
package enum FileOrigin: Hashable, Sendable {
    /// The library's owner brought it.
    case owner
    /// An app hands it over.
    case app(String)
    /// It is stored, and was added by the app that has this number in the store.
    case addedBy(Int64)
    /// It is stored, and who made it is not known, as with edits: of the same origin as itself.
    case file(ContentDigest)

    package init(_ share: Share) {
        self =
            switch share {
            case .owner: .owner
            case .app(let name): .app(name)
            }
    }
}
