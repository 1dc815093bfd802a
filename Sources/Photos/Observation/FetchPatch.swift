import LibraryClient
import LibraryModel

/// Updates the result of an asset fetch after a few assets changed, without running the whole fetch again.
///
/// Unchanged assets keep their relative order, and the fetch still finds them. So this runs the same fetch restricted
/// to the changed assets and some unchanged ones ("marks") at known positions: the order of the result shows between
/// which marks a changed asset belongs. The next query puts marks into that gap, until they are neighbours; 100,000
/// assets need at most four queries.
///
/// Exact or nil: each result must be of the state that the changes lead to and contain all marks in order. Otherwise
/// the caller runs the whole fetch.
struct FetchPatch {
    /// Changed assets. With more, the whole fetch is as fast.
    static let maximumTouched = 64
    /// Marks of one query, in total and per gap. Each costs the library a lookup, so few marks and one more query are
    /// faster than many.
    private static let marksPerQuery = 512
    private static let marksPerGap = 64

    /// The new result.
    let after: FetchedIdentifiers
    /// The difference between the old and the new result.
    let difference: ListDifference<ObjectID>
    /// The new positions of changed assets that were in the old result, too.
    let keptPlaces: [(index: Int, id: ObjectID)]

    /// Returns nil when the result cannot be updated this way. `touched`: the assets that changed between a state not
    /// newer than `before` and `end`.
    init?(
        _ before: FetchedIdentifiers,
        of request: FetchRequest,
        touched: Set<LocalIdentifier>,
        upTo end: ChangeToken,
        fetch: (FetchRequest) throws(LibraryError) -> FetchedIdentifiers
    ) {
        guard touched.count <= Self.maximumTouched else { return nil }
        var search = PlaceSearch(before, touched)
        do throws(LibraryError) {
            repeat {
                var query = request
                let ids = search.query(marks: Self.marksPerQuery, perGap: Self.marksPerGap).map {
                    LocalIdentifier(.asset, $0)
                }
                let condition: [PredicateInstruction] = [
                    .key("SELF"), .literal(.identifiers(ids)), .compare(.in, []),
                ]
                query.predicate = PredicateProgram(
                    request.predicate.map { $0.instructions + condition + [.and] } ?? condition
                )
                let result = try fetch(query)
                guard result.state == end, search.narrow(with: result) else { return nil }
            } while !search.isOver
        } catch {
            return nil
        }
        guard let inserted = search.insertions() else { return nil }
        after = before.replacing(search.places.map(\.index), with: inserted, of: .asset, state: end)
        let places = inserted.map { (index: $0.index, element: $0.id) }
        difference = ListDifference(
            count: before.count,
            loose: search.places,
            afterCount: after.count,
            loose: places
        )
        let known = Set(search.places.map(\.element))
        keptPlaces = places.filter { known.contains($0.element) }.map { ($0.index, $0.element) }
    }
}

/// Narrows down where changed assets belong among the unchanged ones.
///
/// A position among the unchanged assets is a gap: the number of them before it.
private struct PlaceSearch {
    private let before: FetchedIdentifiers
    /// Changed assets in the old list, by ascending index.
    let places: [(index: Int, element: ObjectID)]
    /// The number of unchanged assets in the old list.
    private let markCount: Int
    /// The possible gaps of each changed asset.
    private var gaps: [ObjectID: ClosedRange<Int>]
    /// Changed assets in the last result, in its order, with their hints.
    private var found: [(id: ObjectID, hint: RowHint)] = []
    /// The marks of the last query, ascending.
    private var marks: [Int] = []
    private var isFirst = true

    init(_ before: FetchedIdentifiers, _ touched: Set<LocalIdentifier>) {
        self.before = before
        places = before.places(of: touched).map { ($0, before[$0]) }
        markCount = before.count - places.count
        let all = 0...markCount
        gaps = Dictionary(uniqueKeysWithValues: touched.map { ($0.id, all) })
    }

    /// Whether the gap of every found asset is known.
    var isOver: Bool { found.allSatisfy { gaps[$0.id]?.count == 1 } }

    /// The index of an unchanged asset in the old list.
    private func index(ofMark mark: Int) -> Int {
        var index = mark
        for place in places where place.index <= index { index += 1 }
        return index
    }

    /// The next query: all changed assets, and marks within their possible gaps.
    mutating func query(marks budget: Int, perGap limit: Int) -> [ObjectID] {
        var marks: Set<Int> = []
        var intervals: Set<ClosedRange<Int>> = []
        if isFirst {
            // First guess: each is still between the same two neighbours.
            for (offset, place) in places.enumerated() {
                let gap = place.index - offset
                if gap > 0 { marks.insert(gap - 1) }
                if gap < markCount { marks.insert(gap) }
            }
            if places.count < gaps.count { intervals.insert(0...markCount) }
        } else {
            for (id, _) in found { if let gap = gaps[id], gap.count > 1 { intervals.insert(gap) } }
        }
        for interval in intervals {
            let candidates = interval.count - 1
            let count = min(candidates, max(1, min(limit, budget / intervals.count)))
            // Evenly spaced; all candidates if there are few.
            for number in 0..<count { marks.insert(interval.lowerBound + candidates * (2 * number + 1) / (2 * count)) }
        }
        isFirst = false
        self.marks = marks.sorted()
        return Array(gaps.keys) + self.marks.map { before[index(ofMark: $0)] }
    }

    /// Narrows the gaps with a result. Returns false when it does not match the query.
    mutating func narrow(with result: FetchedIdentifiers) -> Bool {
        found = []
        var nextMark = 0
        for position in 0..<result.count {
            let id = result[position]
            guard let known = gaps[id] else {
                guard nextMark < marks.count, before[index(ofMark: marks[nextMark])] == id else { return false }
                nextMark += 1
                continue
            }
            let low = max(known.lowerBound, nextMark > 0 ? marks[nextMark - 1] + 1 : 0)
            let high = min(known.upperBound, nextMark < marks.count ? marks[nextMark] : markCount)
            guard low <= high else { return false }
            gaps[id] = low...high
            found.append((id, result.hint(at: position)))
        }
        assertInvariants()
        return nextMark == marks.count
    }

    /// Traps when a gap or a mark is none of the old list's.
    func assertInvariants() {
        assert(gaps.values.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= markCount })
        assert(
            marks.allSatisfy { (0..<markCount).contains($0) } && zip(marks, marks.dropFirst()).allSatisfy { $0 < $1 }
        )
        assert(found.allSatisfy { gaps[$0.id] != nil } && found.count <= gaps.count)
    }

    /// The changed assets' positions in the new list. Returns nil when the results contradict each other.
    func insertions() -> [FetchedIdentifiers.Insertion]? {
        var insertions: [FetchedIdentifiers.Insertion] = []
        var last = 0
        for (position, (id, hint)) in found.enumerated() {
            guard let gap = gaps[id]?.lowerBound, gap >= last else { return nil }
            insertions.append(.init(index: gap + position, id: id, hint: hint))
            last = gap
        }
        return insertions
    }
}
