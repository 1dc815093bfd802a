/// The columns that expressions compare and orders sort by.
package enum AssetColumn: Hashable, Sendable, CaseIterable {
    case shelf
    case kind
    case rating
    case favorite
    case damaged
    case place
    case subtypes
    case traits
    case pixelWidth
    case pixelHeight
    case duration
    case creationDate
    case modificationDate
    case unplacedModificationDate
    case addedDate
    /// Null without a place, like the longitude.
    case latitude
    case longitude

    /// Whether it is of real numbers, which have tests of their own.
    package var isReal: Bool { self == .duration || isCoordinate }
    package var isCoordinate: Bool { self == .latitude || self == .longitude }
}

/// A column, or some bits of it: `(column >> shift) & mask`.
package struct AssetTerm: Hashable, Sendable {
    package var column: AssetColumn
    package var shift: Int64
    package var mask: Int64

    package init(_ column: AssetColumn, shift: Int64 = 0, mask: Int64 = -1) {
        self.column = column
        self.shift = shift
        self.mask = mask
    }

    /// The term for a reader who gets no places.
    var withoutPlaces: AssetTerm {
        column == .modificationDate ? AssetTerm(.unplacedModificationDate, shift: shift, mask: mask) : self
    }
}

/// A condition on one asset. It has two values: what SQL calls null is false.
package indirect enum AssetExpression: Hashable, Sendable {
    case constant(Bool)
    /// Whether a term of whole numbers is in a range.
    case range(AssetTerm, ClosedRange<Int64>)
    case oneOf(AssetTerm, Set<Int64>)
    /// The same of a column of real numbers.
    case reals(AssetColumn, ClosedRange<Double>)
    case oneOfReals(AssetColumn, Set<Double>)
    /// Whether an asset is among the rows of this number of `AssetQuery.found`; none are of a number that is not there.
    case found(Int)
    case not(AssetExpression)
    case all([AssetExpression])
    case any([AssetExpression])
}

/// What a reader wants of the assets.
package struct AssetQuery: Hashable, Sendable {
    package var expression: AssetExpression
    /// Finds no other rows than these; nil for all.
    package var among: RowSet?
    /// What was found elsewhere, for the expression.
    package var found: [RowSet] = []
    /// Whether the reader gets no places: no asset has one then, and changes of places changed nothing.
    package var hidesPlaces: Bool
    /// Sorts by a term, equal ones by row in the same direction; nil sorts by row.
    package var order: Order?
    /// 0 for no limit.
    package var limit: Int

    package struct Order: Hashable, Sendable {
        package var term: AssetTerm
        package var isAscending: Bool

        package init(_ term: AssetTerm, isAscending: Bool) {
            self.term = term
            self.isAscending = isAscending
        }
    }

    package init(
        _ expression: AssetExpression,
        among: RowSet? = nil,
        hidesPlaces: Bool = false,
        order: Order? = nil,
        limit: Int = 0
    ) {
        self.expression = expression
        self.among = among
        self.hidesPlaces = hidesPlaces
        self.order = order
        self.limit = limit
    }
}
