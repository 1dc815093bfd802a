internal import LibraryModel

/// How many photos of each month, or day, a result has that is sorted by date, the latest first and those without a
/// date last.
///
/// Samples the result and bisects wherever two neighbouring samples are of different periods, so the cost grows with
/// the number of periods and not with the length of the result.
enum DateSpread {
    /// A month, or a day of one.
    struct Period: Hashable, Sendable {
        /// Year * 12 + month - 1.
        var month: Int32
        /// From 1; nil for the whole month.
        var day: Int32?
    }

    /// How many photos are of a period; nil for those without a date.
    struct Count: Hashable, Sendable {
        var period: Period?
        var count: Int
    }

    /// The period of one place in the result.
    enum Part: Hashable, Sendable {
        case period(Period)
        /// No date.
        case none
        /// It has been deleted since.
        case gone
    }

    /// Places in one call of `parts`.
    static let maximumPlaces = AssetPage.maximumRows

    /// `parts` returns the periods of places in rising order.
    static func counts(of count: Int, parts: ([Int]) throws -> [Part]) throws -> [Count] {
        var known: [(place: Int, part: Part)] = []
        var wanted = firstPlaces(count)
        while !wanted.isEmpty {
            var found: [(place: Int, part: Part)] = []
            for start in stride(from: 0, to: wanted.count, by: maximumPlaces) {
                let places = Array(wanted[start..<min(start + maximumPlaces, wanted.count)])
                found += zip(places, try parts(places)).map { ($0, $1) }
            }
            known = merged(known, found)
            wanted = zip(known, known.dropFirst()).compactMap { left, right in
                left.part == right.part || right.place - left.place == 1
                    ? nil : left.place + (right.place - left.place) / 2
            }
        }
        return counts(known, count)
    }

    private static func firstPlaces(_ count: Int) -> [Int] {
        if count <= maximumPlaces { return Array(0..<count) }
        return (0..<maximumPlaces).map { $0 * (count - 1) / (maximumPlaces - 1) }
    }

    /// Merges both lists by place; deleted entries inherit the preceding period (the first, at the start).
    private static func merged(
        _ known: [(place: Int, part: Part)],
        _ found: [(place: Int, part: Part)]
    ) -> [(place: Int, part: Part)] {
        var result = (known + found).sorted { $0.place < $1.place }
        let first = result.first { $0.part != .gone }?.part ?? .none
        if let start = result.indices.first, result[start].part == .gone { result[start].part = first }
        for position in result.indices.dropFirst() where result[position].part == .gone {
            result[position].part = result[position - 1].part
        }
        return result
    }

    private static func counts(_ known: [(place: Int, part: Part)], _ count: Int) -> [Count] {
        var counts: [Count] = []
        var start = 0
        for (position, entry) in known.enumerated() {
            let isLast = position + 1 == known.count
            if !isLast && known[position + 1].part == entry.part { continue }
            let end = isLast ? count : known[position + 1].place
            let period: Period? = if case .period(let period) = entry.part { period } else { nil }
            counts.append(Count(period: period, count: end - start))
            start = end
        }
        return counts
    }
}
