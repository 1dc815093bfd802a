import LibraryClient
import LibraryModel

/// The list of a fetch of assets after a few of them changed, without fetching all of it again.
///
/// Assets that did not change keep their order among each other, and a fetch that found them finds them still. So the
/// library is asked for the same fetch, restricted to what changed and to some of what did not ("marks"), whose places
/// are known: the order of the answer tells between which marks a changed asset belongs, and the next question has its
/// marks there, until the marks are neighbours. A library of 100,000 assets needs four questions at most.
///
/// It is right or it is nothing: every answer must be of the one state that the changes lead to, and must have all
/// marks in their order. Otherwise the whole fetch has to be run again.
struct FetchPatch {
    /// Changed assets; with more of them, fetching again is not slower.
    static let maximumTouched = 64
    /// Marks of one question, all together and for one stretch of the list. A mark costs the library a look-up, so few
    /// of them and one question more are quicker than many.
    private static let marksPerQuestion = 512
    private static let marksPerStretch = 64

    /// What the fetch finds now.
    let after: FetchedIdentifiers
    /// How the list before became the one after.
    let difference: ListDifference<ObjectID>
    /// Where the changed assets are in the list after, those that were there before only.
    let keptPlaces: [(index: Int, id: ObjectID)]

    /// Nil when the list cannot be made this way. `touched` are the assets that changed between a state that is not
    /// newer than the list's and `end`.
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
                var question = request
                let ids = search.question(marks: Self.marksPerQuestion, perStretch: Self.marksPerStretch).map {
                    LocalIdentifier(.asset, $0)
                }
                let condition: [PredicateInstruction] = [
                    .key("SELF"), .literal(.identifiers(ids)), .compare(.in, []),
                ]
                question.predicate = PredicateProgram(
                    request.predicate.map { $0.instructions + condition + [.and] } ?? condition
                )
                let answer = try fetch(question)
                guard answer.state == end, search.narrow(with: answer) else { return nil }
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

/// Where changed assets belong among those that did not change, as far as answers have told.
///
/// A place among the assets that did not change is a gap: the number of them before it.
private struct PlaceSearch {
    private let before: FetchedIdentifiers
    /// Changed assets in the list before, rising.
    let places: [(index: Int, element: ObjectID)]
    /// Assets in the list before that did not change.
    private let markCount: Int
    /// The gaps that each changed asset can be in.
    private var gaps: [ObjectID: ClosedRange<Int>]
    /// Changed assets that the fetch finds, in its order, with their hints.
    private var found: [(id: ObjectID, hint: RowHint)] = []
    /// The marks of the question that was asked last, rising.
    private var marks: [Int] = []
    private var isFirst = true

    init(_ before: FetchedIdentifiers, _ touched: Set<LocalIdentifier>) {
        self.before = before
        places = before.places(of: touched).map { ($0, before[$0]) }
        markCount = before.count - places.count
        let all = 0...markCount
        gaps = Dictionary(uniqueKeysWithValues: touched.map { ($0.id, all) })
    }

    /// Whether the gap of each is known.
    var isOver: Bool { found.allSatisfy { gaps[$0.id]?.count == 1 } }

    /// The place in the list before of an asset that did not change.
    private func index(ofMark mark: Int) -> Int {
        var index = mark
        for place in places where place.index <= index { index += 1 }
        return index
    }

    /// What to ask about: the changed ones, and marks in the gaps where they can be.
    mutating func question(marks budget: Int, perStretch limit: Int) -> [ObjectID] {
        var marks: Set<Int> = []
        var intervals: Set<ClosedRange<Int>> = []
        if isFirst {
            // Most that were there before are where they were: between the same two.
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
            // Evenly spread; all of them when there are no more.
            for number in 0..<count { marks.insert(interval.lowerBound + candidates * (2 * number + 1) / (2 * count)) }
        }
        isFirst = false
        self.marks = marks.sorted()
        return Array(gaps.keys) + self.marks.map { before[index(ofMark: $0)] }
    }

    /// Learns from an answer; false when it cannot be one to the question.
    mutating func narrow(with answer: FetchedIdentifiers) -> Bool {
        found = []
        var nextMark = 0
        for position in 0..<answer.count {
            let id = answer[position]
            guard let known = gaps[id] else {
                guard nextMark < marks.count, before[index(ofMark: marks[nextMark])] == id else { return false }
                nextMark += 1
                continue
            }
            let low = max(known.lowerBound, nextMark > 0 ? marks[nextMark - 1] + 1 : 0)
            let high = min(known.upperBound, nextMark < marks.count ? marks[nextMark] : markCount)
            guard low <= high else { return false }
            gaps[id] = low...high
            found.append((id, answer.hint(at: position)))
        }
        return nextMark == marks.count
    }

    /// Where the changed ones are in the list after. Nil when the answers contradict each other.
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
