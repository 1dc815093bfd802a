package import Admission

/// Who asks: the person with their own tools, or an app by its identity (evidence, not claim).
package enum Principal: Hashable, Sendable {
    case person
    case app(String)

    /// Whose part of what is finite its requests use.
    package var share: Share {
        switch self {
        case .person: .owner
        case .app(let identity): .app(identity)
        }
    }
}
