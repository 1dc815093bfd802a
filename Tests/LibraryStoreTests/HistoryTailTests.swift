import LibraryModel
import LibraryTestSupport
import Testing

@testable import LibraryStore

/// The newest part of history, which is kept in memory.
@Suite struct HistoryTailTests {
    private static let token = ChangeToken(
        library: ObjectID(high: 1, low: 2),
        historyEpoch: 1,
        sequence: 0,
        visibilityEpoch: 0
    )

    private func token(_ sequence: UInt64) -> ChangeToken {
        var token = HistoryTailTests.token
        token.sequence = sequence
        return token
    }

    /// Transactions with so many changes each, after a sequence.
    private func page(after sequence: UInt64, _ counts: [UInt32]) -> (page: HistoryPage, origins: [Int64?]) {
        var page = HistoryPage(since: token(sequence))
        for count in counts {
            page.upTo += 1
            page.sequences.append(page.upTo)
            page.times.append(Int64(page.upTo) * 10)
            page.changeCounts.append(count)
            for number in 0..<UInt64(count) {
                page.objectKinds.append(1)
                page.changeKinds.append(2)
                page.fields.append(UInt32(number))
                page.objects.append(ObjectID(high: page.upTo, low: number))
            }
        }
        return (page, page.sequences.map { $0 % 2 == 0 ? nil : Int64($0) })
    }

    private func tail(_ counts: [UInt32], maximumChanges: Int = 1_000) -> HistoryTail {
        let tail = HistoryTail(maximumChanges: maximumChanges)
        let (page, origins) = page(after: 5, counts)
        tail.add(page, origins, after: 5)
        return tail
    }

    @Test func `a snapshot that is older than what is in memory gets its own end of history`() throws {
        let tail = tail([1, 2, 3])
        for (newest, sequences) in [(UInt64(5), []), (6, [6]), (7, [6, 7]), (8, [6, 7, 8])] as [(UInt64, [UInt64])] {
            let found = try #require(tail.page(since: token(5), newest: newest, maximumChanges: 100))
            #expect(found.page.sequences == sequences)
            #expect(found.page.upTo == newest && !found.page.hasMore)
            #expect(found.page.objects.map(\.high) == sequences.flatMap { Array(repeating: $0, count: Int($0) - 5) })
            #expect(found.origins == sequences.map { $0 % 2 == 0 ? nil : Int64($0) })
        }
    }

    @Test func `a page holds whole transactions, and one that is larger than a page alone`() throws {
        let tail = tail([2, 2, 5, 1])
        var position: UInt64 = 5
        var pages: [[UInt64]] = []
        while position < 9 {
            let page = try #require(tail.page(since: token(position), newest: 9, maximumChanges: 3)).page
            #expect(page.hasMore == (page.upTo < 9))
            pages.append(page.sequences)
            position = page.upTo
        }
        #expect(pages == [[6], [7], [8], [9]])
        #expect(try #require(tail.page(since: token(5), newest: 9, maximumChanges: 4)).page.sequences == [6, 7])
    }

    @Test func `what is not in memory is not answered from it`() {
        let tail = tail([1, 1])
        #expect(tail.page(since: token(4), newest: 7, maximumChanges: 9) == nil)
        #expect(tail.page(since: token(7), newest: 8, maximumChanges: 9) == nil)
        #expect(tail.page(since: token(6), newest: 8, maximumChanges: 9)?.page.hasMore == true)
        #expect(tail.end(after: 4) == nil && tail.end(after: 5) == 7 && tail.end(after: 8) == nil)
        #expect(HistoryTail(maximumChanges: 9).page(since: token(0), newest: 0, maximumChanges: 9) == nil)
    }

    @Test func `a page that does not follow is not added, and neither is one with losses`() {
        let tail = tail([1, 1])
        func add(after sequence: UInt64, isDamaged: Bool = false) {
            var (page, origins) = page(after: sequence, [1])
            if isDamaged { page.unavailable = [0] }
            tail.add(page, origins, after: sequence)
        }
        add(after: 3)
        add(after: 6)
        add(after: 7, isDamaged: true)
        #expect(tail.end(after: 5) == 7)
        add(after: 7)
        #expect(tail.end(after: 5) == 8)
        // Another reader has gone on elsewhere: the newest counts.
        add(after: 20)
        #expect(tail.end(after: 5) == nil && tail.end(after: 20) == 21)
    }

    @Test func `the oldest changes are dropped, and the others stay what they were`() throws {
        let tail = HistoryTail(maximumChanges: 8)
        for sequence in UInt64(0)..<40 {
            let (page, origins) = page(after: sequence, [UInt32(sequence % 3 + 1)])
            tail.add(page, origins, after: sequence)
            let first = try #require((0...sequence).first { tail.end(after: $0) != nil })
            let kept = try #require(tail.page(since: token(first), newest: sequence + 1, maximumChanges: 99)).page
            #expect(kept.objects.count <= 10)
            #expect(kept.sequences == Array(first + 1...sequence + 1))
            #expect(kept.changeCounts == kept.sequences.map { UInt32(($0 - 1) % 3 + 1) })
            #expect(kept.times == kept.sequences.map { Int64($0) * 10 })
            #expect(
                kept.objects
                    == kept.sequences.flatMap { number in
                        (0...(number - 1) % 3).map { ObjectID(high: number, low: $0) }
                    }
            )
        }
    }

    @Test(arguments: [6, 7, 9, 10] as [UInt64])
    func `an older page that reaches what is in memory goes before it`(upTo: UInt64) throws {
        let tail = tail([1, 2, 3, 1, 2], maximumChanges: 9)
        let (older, origins) = page(after: 2, (3...upTo).map { $0 < 6 ? 1 : UInt32(($0 - 6) % 3 + 1) })
        tail.add(older, origins, after: 2)
        #expect(tail.end(after: 2) == nil, "there is no room")

        let roomy = self.tail([1, 2, 3, 1, 2])
        roomy.add(older, origins, after: 2)
        let found = try #require(roomy.page(since: token(2), newest: 10, maximumChanges: 99))
        #expect(found.page.sequences == Array(3...10) && found.page.upTo == 10)
        #expect(found.page.changeCounts == [1, 1, 1, 1, 2, 3, 1, 2])
        #expect(found.page.times == (3...10).map { $0 * 10 })
        #expect(found.origins == (3...10).map { $0 % 2 == 0 ? nil : $0 })
        #expect(
            found.page.objects
                == zip(UInt64(3)..., found.page.changeCounts).flatMap { number, count in
                    (0..<UInt64(count)).map { ObjectID(high: number, low: $0) }
                }
        )
        let middle = try #require(roomy.page(since: token(7), newest: 10, maximumChanges: 99)).page
        #expect(middle.sequences == [8, 9, 10] && middle.changeCounts == [3, 1, 2])
        #expect(middle.objects.first == ObjectID(high: 8, low: 0))
    }

    @Test func `whoever reads far back is followed from memory, though others read a little before`() throws {
        let library = try TestLibrary()
        let start = try library.person.currentToken()
        for _ in 0..<20 { _ = try library.person.add(count: 2) }
        let late = try library.person.currentToken()
        _ = try library.person.add(count: 1)
        _ = try library.person.history(since: late)
        _ = try library.person.history(since: start)
        #expect(library.store.historyTail.end(after: start.sequence) == late.sequence + 1)
    }

    // MARK: Both ways

    @Test(arguments: (0..<3).map { _ in UInt64.random(in: 0 ... .max) })
    func `whoever asks, from wherever, gets the same from memory and from the database`(seed: UInt64) throws {
        print("history in memory: SEED=\(seed)")
        var generator = SeededGenerator(seed: seed)
        let library = try TestLibrary { $0.maximumChangesInMemory = 40 }
        let readers = ["exe:/full", "exe:/placeless", "exe:/limited", "exe:/limited-placeless"]
        for (position, app) in readers.enumerated() {
            var decision = Decision(position < 2 ? .authorized : .limited)
            decision.hidesPlaces = position % 2 == 1
            try library.store.decide(decision, about: app)
        }
        let views = [library.person] + readers.map { library.view($0) }
        var tokens = try views.map { [try $0.currentToken()] }
        var ids = try library.person.add(count: 4)
        for step in 0..<150 {
            let actor = views[Int.random(in: 0..<2, using: &generator)]
            let id = ids[Int.random(in: 0..<ids.count, using: &generator)]
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: ids += try actor.add(count: Int.random(in: 1...5, using: &generator))
            case 1:
                let latitude = Double.random(in: -80...80, using: &generator)
                try actor.set(id) { $0.location = .set(Coordinate(latitude: latitude, longitude: 1)) }
            case 2: try actor.set(id) { $0.rating = UInt32(step % 5 + 1) }
            case 3: try library.store.select([id], for: readers[2 + step % 2])
            case 4: _ = try actor.makeAlbum("\(step)")
            default: try actor.set(id) { $0.caption = .set("\(step)") }
            }
            let reader = Int.random(in: 0..<views.count, using: &generator)
            let token = try #require(tokens[reader].randomElement(using: &generator))
            let size = Int.random(in: 1...60, using: &generator)
            func read(_ tail: HistoryTail?) throws -> String {
                let page = try views[reader].read(nil) { snapshot in
                    try snapshot.history(since: token, matching: HistoryFilter(), maximumChanges: size, tail)
                }
                return "\(page)"
            }
            let expected = try read(nil)
            #expect(try read(library.store.historyTail) == expected, "SEED=\(seed), step \(step), reader \(reader)")
            if Bool.random(using: &generator) { tokens[reader].append(try views[reader].currentToken()) }
        }
    }
}
