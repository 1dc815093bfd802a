internal import LibraryModel

/// How a result that is in the order of dates, the latest first and those without last, is spread over months.
///
/// Found by looking at some of it and then, wherever two neighbours are of different months, between them. So it costs
/// as much as there are months, and not as the result is long.
enum MonthSpread {
    /// What is known of a place in the result.
    enum Month: Hashable, Sendable {
        /// Year * 12 + month - 1.
        case month(Int32)
        /// No date.
        case none
        /// It has been deleted since.
        case gone
    }

    /// Places that are looked at at once.
    static let maximumPlaces = AssetPage.maximumRows

    /// `months` tells of some places, rising.
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

    /// Both in their order; what is gone counts to the month before it, or if there is none to the first one.
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
