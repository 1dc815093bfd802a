/// The cost of a predicate, in comparisons of a column with a value.
///
/// Limits the cost after merging alternatives of one key into a list. SQLite compares each constant of a statement with
/// all others, in quadratic time that cannot be interrupted: about 30 ms at the maximum. The comparisons per row can be
/// interrupted.
enum PredicateCost {
    static let maximum = 2_048

    static let column = 1
    /// Compares texts with a function of ours.
    static let text = 8
    /// A list, besides its values.
    static let list = 4
    /// Looks up another table per row.
    static let lookup = 32
    /// Scans all texts of a kind once.
    static let search = 16

    /// Values in a statement.
    static func values(_ count: Int) -> Int { count / 16 }

    /// Instructions of a regular expression.
    static func instructions(_ count: Int) -> Int { text + count / 8 }
}
