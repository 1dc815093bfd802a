/// Why and where a predicate's format string does not parse.
struct PredicateFormatError: Error, Hashable, CustomStringConvertible {
    /// The index of the character in the format string.
    var position: Int
    var reason: String

    var description: String { "at character \(position): \(reason)" }
}
