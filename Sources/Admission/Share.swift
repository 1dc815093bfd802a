/// Whose part of something finite is used.
package enum Share: Hashable, Sendable {
    /// The library's owner: their tools, their decisions, and the server's own work.
    case owner
    /// An app, on all of its connections together.
    case app(String)
}
