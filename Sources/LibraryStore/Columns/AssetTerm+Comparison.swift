internal import AssetColumns
internal import LibraryModel

/// Comparisons of a column in memory with a constant, which mean what SQL's do. Nil for those that are left to SQL.
extension AssetTerm {
    /// Whether it is null. Only creation dates, places and coordinates can be.
    var isNull: AssetExpression {
        switch column {
        case .creationDate: .range(self, AssetRecord.undated...AssetRecord.undated)
        case .place: .range(self, 0...0)
        case .latitude, .longitude: .range(AssetTerm(.place), 0...0)
        default: .constant(false)
        }
    }

    /// Its bits among those of a constant.
    func masked(_ value: SQLText.Value?) -> AssetTerm? {
        guard case .integer(let bits)? = value else { return nil }
        return AssetTerm(column, shift: shift, mask: mask & bits)
    }

    /// Whether it is one of several values.
    func isAmong(_ values: [SQLText.Value]) -> AssetExpression? {
        if column.isReal {
            let wanted = values.compactMap { AssetTerm.real($0) }
            guard wanted.count == values.count else { return nil }
            return .oneOfReals(column, Set(wanted))
        }
        var wanted: Set<Int64> = []
        for value in values {
            switch value {
            case .integer(let number): wanted.insert(number)
            case .real(let number) where number.isFinite:
                // No column is equal to a fraction.
                if let number = Int64(exactly: number) { wanted.insert(number) }
            default: return nil
            }
        }
        if column == .creationDate { wanted.remove(AssetRecord.undated) }
        return .oneOf(self, wanted)
    }

    /// An order comparison.
    func isCompared(_ comparison: PredicateComparison, with value: SQLText.Value) -> AssetExpression? {
        if column.isReal {
            guard let bound = AssetTerm.real(value) else { return nil }
            return switch comparison {
            case .less: .reals(column, -.infinity...bound.nextDown)
            case .lessOrEqual: .reals(column, -.infinity...bound)
            case .greater: .reals(column, bound.nextUp...(.infinity))
            case .greaterOrEqual: .reals(column, bound...(.infinity))
            default: nil
            }
        }
        // Every column is an integer: only those on one side of a fraction are less than it.
        let bound: Int64
        var isFraction = false
        switch value {
        case .integer(let number): bound = number
        case .real(let number):
            guard let below = Int64(exactly: number.rounded(.down)) else { return nil }
            bound = below
            isFraction = Double(below) != number
        default: return nil
        }
        let lowest = column == .creationDate ? AssetRecord.undated + 1 : Int64.min
        func range(_ low: Int64, _ high: Int64) -> AssetExpression {
            low <= high ? .range(self, low...high) : .constant(false)
        }
        let below = bound == .min ? nil : bound - 1
        let above = bound == .max ? nil : bound + 1
        return switch comparison {
        case .less: isFraction ? range(lowest, bound) : below.map { range(lowest, $0) } ?? .constant(false)
        case .lessOrEqual: range(lowest, bound)
        case .greater: above.map { range(max($0, lowest), .max) } ?? .constant(false)
        case .greaterOrEqual:
            isFraction
                ? above.map { range(max($0, lowest), .max) } ?? .constant(false) : range(max(bound, lowest), .max)
        default: nil
        }
    }

    /// A number that is exactly a real one.
    private static func real(_ value: SQLText.Value) -> Double? {
        switch value {
        case .integer(let number): Double(exactly: number)
        case .real(let number): number.isFinite ? number : nil
        default: nil
        }
    }
}
