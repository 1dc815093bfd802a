/// Why a predicate's format string was refused, and where.
struct PredicateFormatError: Error, Hashable, CustomStringConvertible {
    /// The character of the format string at which it went wrong, from 0.
    var position: Int
    var reason: String

    var description: String { "at character \(position): \(reason)" }
}
