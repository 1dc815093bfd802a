/// What a predicate's comparisons cost, in comparisons of a column with a value.
///
/// A predicate is refused by what it costs once alternatives of one key were joined to a list. SQLite compares each
/// constant of a statement with all the others, in quadratic time that cannot be interrupted: some 30 ms at the
/// maximum. What a comparison takes at each row can be.
enum PredicateCost {
    static let maximum = 2_048

    static let column = 1
    /// Compares texts in a way of ours.
    static let text = 8
    /// A list, beside its values.
    static let list = 4
    /// Goes to another table at each row.
    static let lookup = 32
    /// Goes once through all texts of a kind.
    static let search = 16

    /// Values that are spelled in a statement.
    static func values(_ count: Int) -> Int { count / 16 }

    /// Instructions of a regular expression.
    static func instructions(_ count: Int) -> Int { text + count / 8 }
}
