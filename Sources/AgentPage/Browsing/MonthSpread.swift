internal import LibraryModel

/// How many photos of each month a result has that is sorted by date, the latest first and those without a date last.
///
/// Samples the result and bisects wherever two neighbouring samples are of different months, so the cost grows with the
/// number of months and not with the length of the result.
enum MonthSpread {
    /// The month of one place in the result.
    enum Month: Hashable, Sendable {
        /// Year * 12 + month - 1.
        case month(Int32)
        /// No date.
        case none
        /// It has been deleted since.
        case gone
    }

    /// Places in one call of `months`.
    static let maximumPlaces = AssetPage.maximumRows

    /// `months` returns the months of places in rising order.
    static func counts(of count: Int, months: ([Int]) throws -> [Month]) throws -> [MonthCount] {
        var known: [(place: Int, month: Month)] = []
        var wanted = firstPlaces(count)
        while !wanted.isEmpty {
            var found: [(place: Int, month: Month)] = []
            for start in stride(from: 0, to: wanted.count, by: maximumPlaces) {
                let places = Array(wanted[start..<min(start + maximumPlaces, wanted.count)])
                found += zip(places, try months(places)).map { ($0, $1) }
            }
            known = merged(known, found)
            wanted = zip(known, known.dropFirst()).compactMap { left, right in
                left.month == right.month || right.place - left.place == 1
                    ? nil : left.place + (right.place - left.place) / 2
            }
        }
        return counts(known, count)
    }

    private static func firstPlaces(_ count: Int) -> [Int] {
        if count <= maximumPlaces { return Array(0..<count) }
        return (0..<maximumPlaces).map { $0 * (count - 1) / (maximumPlaces - 1) }
    }

    /// Merges both lists by place; deleted entries inherit the preceding month (the first, at the start).
    private static func merged(
        _ known: [(place: Int, month: Month)],
        _ found: [(place: Int, month: Month)]
    ) -> [(place: Int, month: Month)] {
        var result = (known + found).sorted { $0.place < $1.place }
        let first = result.first { $0.month != .gone }?.month ?? .none
        if let start = result.indices.first, result[start].month == .gone { result[start].month = first }
        for position in result.indices.dropFirst() where result[position].month == .gone {
            result[position].month = result[position - 1].month
        }
        return result
    }

    private static func counts(_ known: [(place: Int, month: Month)], _ count: Int) -> [MonthCount] {
        var counts: [MonthCount] = []
        var start = 0
        for (position, entry) in known.enumerated() {
            let isLast = position + 1 == known.count
            if !isLast && known[position + 1].month == entry.month { continue }
            let end = isLast ? count : known[position + 1].place
            let month: Int32? = if case .month(let month) = entry.month { month } else { nil }
            counts.append(MonthCount(month: month, count: end - start))
            start = end
        }
        return counts
    }
}
