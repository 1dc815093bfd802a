/// An expression that is a conjunction of ranges, as most are: evaluated for one asset without counting references.
struct RangeConjunction {
    private var ranges: [(term: AssetTerm, range: ClosedRange<Int64>)] = []

    /// Nil for any other expression.
    init?(_ expression: AssetExpression, hidesPlaces: Bool) {
        guard add(expression, hidesPlaces) else { return nil }
    }

    private mutating func add(_ expression: AssetExpression, _ hidesPlaces: Bool) -> Bool {
        switch expression {
        case .constant(let value): return value
        case .range(let term, let range): return add(term, range, hidesPlaces)
        case .oneOf(let term, let values):
            guard values.count == 1, let value = values.first else { return false }
            return add(term, value...value, hidesPlaces)
        case .all(let parts): return parts.allSatisfy { add($0, hidesPlaces) }
        case .reals, .oneOfReals, .found, .not, .any: return false
        }
    }

    private mutating func add(_ term: AssetTerm, _ range: ClosedRange<Int64>, _ hidesPlaces: Bool) -> Bool {
        guard !term.column.isReal, !(hidesPlaces && term.column == .place) else { return false }
        ranges.append((hidesPlaces ? term.withoutPlaces : term, range))
        return true
    }

    /// Whether it is true for an asset: the bit of `ChunkColumns.mask`.
    func isMatch(_ columns: borrowing ChunkColumns, at slot: Int) -> Bool {
        let ranges = ranges.span
        for number in ranges.indices where !ranges[number].range.contains(columns.key(ranges[number].term, at: slot)) {
            return false
        }
        return true
    }
}
