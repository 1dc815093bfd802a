package import Admission

/// Who makes a request: the person with their own tools, or an app by its verified identity.
package enum Principal: Hashable, Sendable {
    case person
    case app(String)

    /// The share of threads, readers and memory that its requests use.
    package var share: Share {
        switch self {
        case .person: .owner
        case .app(let identity): .app(identity)
        }
    }
}
