/// A predicate as it crosses the wire: a postfix program over a stack, never a tree.
///
/// A flat program has a length that can be bounded before it is read, where a tree has a depth that protobuf-c would
/// not bound. `AND` and `OR` take the top two truths, `NOT` one, a comparison the top two values (left below right).
package struct PredicateProgram: Hashable, Sendable {
    package var instructions: [PredicateInstruction]

    package init(_ instructions: [PredicateInstruction] = []) {
        self.instructions = instructions
    }

    /// The most instructions that a server accepts. A list of identifiers counts as one.
    package static let maximumInstructions = 65_536
}

package enum PredicateInstruction: Hashable, Sendable {
    /// Pushes the value of an attribute: a PhotoKit key such as `creationDate`, or `SELF`.
    case key(String)
    case literal(PredicateLiteral)
    /// Takes the top `count` literals and pushes a list of them, the deepest first.
    case list(count: Int)
    /// Takes two integers, pushes the bitwise AND.
    case bitwiseAnd
    /// Takes two values, pushes a truth.
    case compare(PredicateComparison, PredicateComparisonOptions)
    case and
    case or
    case not
    /// Pushes a truth.
    case constant(Bool)
}

package enum PredicateLiteral: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case text(String)
    /// Microseconds since 1970.
    case date(Int64)
    /// A whole list of object identifiers: what `localIdentifier IN %@` becomes.
    case identifiers([LocalIdentifier])
}

/// Raw values are on the wire.
package enum PredicateComparison: UInt8, Sendable {
    case equal = 1
    case notEqual = 2
    case less = 3
    case lessOrEqual = 4
    case greater = 5
    case greaterOrEqual = 6
    case `in` = 7
    /// Right is a list of two, both inclusive.
    case between = 8
    case contains = 9
    case beginsWith = 10
    case endsWith = 11
    /// `?` for one character, `*` for any number.
    case like = 12
    /// A regular expression over the whole text.
    case matches = 13
}

package struct PredicateComparisonOptions: OptionSet, Hashable, Sendable {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let caseInsensitive = PredicateComparisonOptions(rawValue: 1)
    package static let diacriticInsensitive = PredicateComparisonOptions(rawValue: 2)
    package static let all: PredicateComparisonOptions = [.caseInsensitive, .diacriticInsensitive]
}

/// One key of a sort order.
package struct SortKey: Hashable, Sendable {
    package var key: String
    package var isAscending: Bool

    package init(_ key: String, isAscending: Bool) {
        self.key = key
        self.isAscending = isAscending
    }
}
