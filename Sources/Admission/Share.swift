/// Whose part of a finite resource a request uses.
package enum Share: Hashable, Sendable {
    /// The owner's tools and decisions, and the server's own work.
    case owner
    /// An app, on all of its connections together.
    case app(String)
}
