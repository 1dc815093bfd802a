package import Admission

/// The origin of a file. A worker that has opened files of one origin opens none of another, so a worker that a hostile
/// file has taken over sees only files of the same origin.
package enum FileOrigin: Hashable, Sendable {
    /// The library's owner imported it.
    case owner
    /// An app staged it.
    case app(String)
    /// It is stored, and was added by the app with this number in the store.
    case addedBy(Int64)
    /// It is stored, and its creator is unknown, as with edits: it has an origin of its own.
    case file(ContentDigest)

    package init(_ share: Share) {
        self =
            switch share {
            case .owner: .owner
            case .app(let name): .app(name)
            }
    }
}
