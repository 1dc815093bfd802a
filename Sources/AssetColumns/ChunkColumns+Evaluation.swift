/// Expressions, evaluated over a whole chunk at once.
extension ChunkColumns {
    /// Longer lists of values are hashed.
    private static let longestScannedList = 8

    /// The slots of the assets for which the expression of a query is true.
    func mask(of query: AssetQuery) -> ChunkMask { mask(query.expression, query) }

    /// Its depth is that of predicates, which is bounded.
    private func mask(_ expression: AssetExpression, _ query: AssetQuery) -> ChunkMask {
        let hidesPlaces = query.hidesPlaces
        switch expression {
        case .constant(let value): return ChunkMask(value, count: count)
        case .range(let term, let range): return mask(term, hidesPlaces, .range(range))
        case .oneOf(let term, let values): return mask(term, hidesPlaces, .oneOf(values))
        case .reals(let column, let range): return mask(column, hidesPlaces) { range.contains($0) }
        case .oneOfReals(let column, let values): return mask(column, hidesPlaces) { values.contains($0) }
        case .found(let number):
            guard query.found.indices.contains(number) else { return ChunkMask(false, count: count) }
            return query.found[number].slots(in: self)
        case .not(let inner):
            var result = mask(inner, query)
            result.invert()
            return result
        case .all(let parts):
            let area = Area(ofAll: parts)
            var result = area.map { mask($0, hidesPlaces) } ?? ChunkMask(true, count: count)
            for part in parts where !Area.includes(part) {
                if result.isEmpty { break }
                result.formIntersection(mask(part, query))
            }
            return result
        case .any(let parts):
            var result = ChunkMask(false, count: count)
            for part in parts { result.formUnion(mask(part, query)) }
            return result
        }
    }

    private enum Test {
        case range(ClosedRange<Int64>)
        case oneOf(Set<Int64>)

        func contains(_ value: Int64) -> Bool {
            switch self {
            case .range(let range): range.contains(value)
            case .oneOf(let values): values.contains(value)
            }
        }
    }

    private func mask(_ term: AssetTerm, _ hidesPlaces: Bool, _ test: Test) -> ChunkMask {
        let term = hidesPlaces ? term.withoutPlaces : term
        return switch term.column {
        case .shelf: mask(shelf, term, test)
        case .kind: mask(kind, term, test)
        case .rating: mask(rating, term, test)
        case .favorite: mask(favorite, term, test)
        case .damaged: mask(damaged, term, test)
        case .place: hidesPlaces ? ChunkMask(test.contains(0), count: count) : mask(place, term, test)
        case .subtypes: mask(subtypes, term, test)
        case .traits: mask(traits, term, test)
        case .pixelWidth: mask(pixelWidth, term, test)
        case .pixelHeight: mask(pixelHeight, term, test)
        // Real numbers have tests of their own.
        case .duration, .latitude, .longitude: ChunkMask(false, count: count)
        case .creationDate: mask(creationDate, term, test)
        case .modificationDate: mask(modificationDate, term, test)
        case .unplacedModificationDate: mask(unplacedModificationDate ?? modificationDate, term, test)
        case .addedDate: mask(addedDate, term, test)
        }
    }

    /// The ranges of latitude and longitude of a conjunction, which are tested at once: a search for a country has
    /// many areas.
    private struct Area {
        var south = -Double.infinity
        var north = Double.infinity
        var west = -Double.infinity
        var east = Double.infinity

        /// Nil without any such range.
        init?(ofAll parts: [AssetExpression]) {
            guard parts.contains(where: Area.includes) else { return nil }
            for part in parts {
                guard case .reals(let column, let range) = part else { continue }
                if column == .latitude {
                    (south, north) = (max(south, range.lowerBound), min(north, range.upperBound))
                } else if column == .longitude {
                    (west, east) = (max(west, range.lowerBound), min(east, range.upperBound))
                }
            }
        }

        static func includes(_ part: AssetExpression) -> Bool {
            guard case .reals(let column, _) = part else { return false }
            return column.isCoordinate
        }
    }

    private func mask(_ area: Area, _ hidesPlaces: Bool) -> ChunkMask {
        let (south, north, west, east) = (area.south, area.north, area.west, area.east)
        return maskOfPlaces(hidesPlaces) { latitude, longitude in
            latitude >= south && latitude <= north && longitude >= west && longitude <= east
        }
    }

    @inline(__always)
    private func mask(_ column: AssetColumn, _ hidesPlaces: Bool, _ test: (Double) -> Bool) -> ChunkMask {
        if column == .duration { return ChunkMask(of: duration, test) }
        guard column.isCoordinate else { return ChunkMask(false, count: count) }
        return column == .latitude
            ? maskOfPlaces(hidesPlaces) { latitude, _ in test(latitude) }
            : maskOfPlaces(hidesPlaces) { _, longitude in test(longitude) }
    }

    @inline(__always)
    private func maskOfPlaces(
        _ hidesPlaces: Bool,
        _ test: (_ latitude: Double, _ longitude: Double) -> Bool
    ) -> ChunkMask {
        guard !hidesPlaces else { return ChunkMask(false, count: count) }
        var result = ChunkMask(of: place) { $0 != 0 }
        guard !result.isEmpty else { return result }
        if let coordinates {
            result.formIntersection(ChunkMask(of: coordinates) { test($0.latitude, $0.longitude) })
        } else if !test(0, 0) {
            // Every place of the chunk is where equator and prime meridian meet.
            return ChunkMask(false, count: count)
        }
        return result
    }

    private func mask<Value: FixedWidthInteger>(_ values: [Value], _ term: AssetTerm, _ test: Test) -> ChunkMask {
        switch test {
        case .range(let range): return mask(values, term, range)
        case .oneOf(let list):
            if list.count <= ChunkColumns.longestScannedList {
                var result = ChunkMask(false, count: count)
                for value in list { result.formUnion(mask(values, term, value...value)) }
                return result
            }
            let (shift, bits) = (Value(clamping: term.shift), Value(truncatingIfNeeded: term.mask))
            let wanted = Set(list.compactMap { Value(exactly: $0) })
            return ChunkMask(of: values) { wanted.contains(($0 >> shift) & bits) }
        }
    }

    private func mask<Value: FixedWidthInteger>(
        _ values: [Value],
        _ term: AssetTerm,
        _ range: ClosedRange<Int64>
    ) -> ChunkMask {
        // What the column cannot hold is not in it.
        let held = Int64(clamping: Value.min)...Int64(clamping: Value.max)
        guard range.overlaps(held) else { return ChunkMask(false, count: count) }
        let (low, high) = (Value(clamping: range.lowerBound), Value(clamping: range.upperBound))
        if term.shift == 0, term.mask == -1 { return ChunkMask(of: values) { $0 >= low && $0 <= high } }
        let (shift, bits) = (Value(clamping: term.shift), Value(truncatingIfNeeded: term.mask))
        if shift == 0 { return ChunkMask(of: values) { $0 & bits >= low && $0 & bits <= high } }
        return ChunkMask(of: values) {
            let value = ($0 >> shift) & bits
            return value >= low && value <= high
        }
    }
}
