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

    private static let everything = ChangeSight(hidesPlaces: false)

    /// Transactions with so many changes each, after a sequence.
    private func stretch(after sequence: UInt64, _ counts: [UInt32]) -> HistoryStretch {
        var stretch = HistoryStretch(after: sequence)
        for count in counts {
            let number = stretch.end + 1
            var changes = RecordedChanges()
            for place in 0..<UInt64(count) {
                changes.append((1, 2), UInt32(place), ObjectID(high: number, low: place), holder: 0, detail: 1)
            }
            let origin = number % 2 == 0 ? nil : Int64(number)
            stretch.append(time: Int64(number) * 10, origin: origin, 0..<changes.count, of: changes)
        }
        return stretch
    }

    private func tail(_ counts: [UInt32], maximumChanges: Int = 1_000) -> HistoryTail {
        let tail = HistoryTail(maximumChanges: maximumChanges)
        tail.add(stretch(after: 5, counts))
        return tail
    }

    private func page(
        of tail: HistoryTail,
        since sequence: UInt64,
        newest: UInt64,
        maximumChanges: Int
    ) -> (page: HistoryPage, origins: [HistoryStretch.Origin])? {
        tail.page(
            since: token(sequence),
            newest: newest,
            HistoryTailTests.everything,
            maximumChanges: maximumChanges
        )
    }

    @Test func `a snapshot that is older than what is in memory gets its own end of history`() throws {
        let tail = tail([1, 2, 3])
        for (newest, sequences) in [(UInt64(5), []), (6, [6]), (7, [6, 7]), (8, [6, 7, 8])] as [(UInt64, [UInt64])] {
            let found = try #require(page(of: tail, since: 5, newest: newest, maximumChanges: 100))
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
            let part = try #require(page(of: tail, since: position, newest: 9, maximumChanges: 3)).page
            #expect(part.hasMore == (part.upTo < 9))
            pages.append(part.sequences)
            position = part.upTo
        }
        #expect(pages == [[6], [7], [8], [9]])
        #expect(try #require(page(of: tail, since: 5, newest: 9, maximumChanges: 4)).page.sequences == [6, 7])
    }

    @Test func `what is not in memory is not answered from it`() {
        let tail = tail([1, 1])
        #expect(page(of: tail, since: 4, newest: 7, maximumChanges: 9) == nil)
        #expect(page(of: tail, since: 7, newest: 8, maximumChanges: 9) == nil)
        #expect(page(of: tail, since: 6, newest: 8, maximumChanges: 9) == nil)
        #expect(page(of: tail, since: 6, newest: 8, maximumChanges: 1)?.page.hasMore == true)
        #expect(tail.end(after: 4) == nil && tail.end(after: 5) == 7 && tail.end(after: 8) == nil)
        #expect(page(of: HistoryTail(maximumChanges: 9), since: 0, newest: 0, maximumChanges: 9) == nil)
    }

    @Test func `what does not follow is not added, and what is newer than all starts anew`() {
        let tail = tail([1, 1])
        tail.add(stretch(after: 3, [1]))
        #expect(tail.end(after: 5) == 7 && tail.end(after: 3) == nil)
        // Of what is there already only the rest is added.
        tail.add(stretch(after: 6, [1, 1]))
        #expect(tail.end(after: 5) == 8)
        tail.add(stretch(after: 8, [1]))
        #expect(tail.end(after: 5) == 9)
        tail.add(stretch(after: 20, [1]))
        #expect(tail.end(after: 5) == nil && tail.end(after: 20) == 21)
    }

    @Test func `memory stops at a transaction that has lost something, and the database tells of it`() throws {
        let library = try TestLibrary()
        let start = try library.person.currentToken()
        for _ in 0..<4 { _ = try library.person.add(count: 2) }
        let lost = start.sequence + 2
        try library.tamper("DELETE FROM change WHERE row = (SELECT max(row) FROM change WHERE sequence = \(lost))")
        let page = try library.person.history(since: start)
        #expect(page.unavailable == [1] && page.sequences.count == 4)
        #expect(library.store.historyTail.end(after: start.sequence) == lost - 1)
    }

    @Test func `the oldest changes are dropped, and the others stay what they were`() throws {
        let tail = HistoryTail(maximumChanges: 8)
        for sequence in UInt64(0)..<40 {
            tail.add(stretch(after: sequence, [UInt32(sequence % 3 + 1)]))
            let first = try #require((0...sequence).first { tail.end(after: $0) != nil })
            let kept = try #require(page(of: tail, since: first, newest: sequence + 1, maximumChanges: 99)).page
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
        let older = stretch(after: 2, (3...upTo).map { $0 < 6 ? 1 : UInt32(($0 - 6) % 3 + 1) })
        tail.add(older)
        #expect(tail.end(after: 2) == nil, "there is no room")

        let roomy = self.tail([1, 2, 3, 1, 2])
        roomy.add(older)
        let found = try #require(page(of: roomy, since: 2, newest: 10, maximumChanges: 99))
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
        let middle = try #require(page(of: roomy, since: 7, newest: 10, maximumChanges: 99)).page
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

    /// Readers of all kinds, and changes of all kinds.
    private struct Readers {
        let library: TestLibrary
        let apps = ["exe:/full", "exe:/placeless", "exe:/limited", "exe:/limited-placeless"]
        let views: [LibraryView]
        var assets: [ObjectID]
        private var albums: [(album: ObjectID, owner: Int)] = []

        init(maximumChangesInMemory: Int) throws {
            library = try TestLibrary { $0.maximumChangesInMemory = maximumChangesInMemory }
            for (position, app) in apps.enumerated() {
                var decision = Decision(position < 2 ? .authorized : .limited)
                decision.hidesPlaces = position % 2 == 1
                try library.store.decide(decision, about: app)
            }
            let made = library
            views = [library.person] + apps.map { made.view($0) }
            assets = try library.person.add(count: 6)
        }

        /// One change of any kind. Changes of the selections are rare.
        mutating func change(_ step: Int, _ generator: inout SeededGenerator) throws {
            let actor = views[Int.random(in: 0..<2, using: &generator)]
            let id = assets[Int.random(in: 0..<assets.count, using: &generator)]
            let limited = Int.random(in: 3...4, using: &generator)
            switch Int.random(in: 0..<14, using: &generator) {
            case 0: assets += try actor.add(count: Int.random(in: 1...5, using: &generator))
            case 1...4:
                let latitude = Double.random(in: -80...80, using: &generator)
                try actor.set(id) { $0.location = .set(Coordinate(latitude: latitude, longitude: 1)) }
            case 5, 6: try actor.set(id) { $0.rating = UInt32(step % 5 + 1) }
            case 7 where step % 3 == 0: try library.store.select([id], for: apps[limited - 1])
            case 8 where step % 3 == 0: try library.store.deselect([id], for: apps[limited - 1])
            case 9 where step % 5 == 0: albums.append((try views[limited].makeAlbum("\(step)"), limited))
            case 10:
                guard let (album, owner) = albums.randomElement(using: &generator) else { return }
                let seen = try views[owner].ids(.allAssets)
                guard let member = seen.randomElement(using: &generator) else { return }
                try views[owner].insert([member], into: album)
            case 11: try actor.set(id) { $0.isHidden = step % 2 == 0 }
            case 12 where step % 7 == 0:
                _ = try actor.change(.deleteAssets([id]))
                assets.removeAll { $0 == id }
                if assets.isEmpty { assets = try actor.add(count: 3) }
            case 13 where step % 11 == 0: assets.append(try views[limited].addOne())
            default: try actor.set(id) { $0.caption = .set("\(step)") }
            }
        }
    }

    @Test(arguments: (0..<4).map { _ in UInt64.random(in: 0 ... .max) })
    func `whoever asks, from wherever, gets the same from memory and from the database`(seed: UInt64) throws {
        print("history in memory: SEED=\(seed)")
        var generator = SeededGenerator(seed: seed)
        var readers = try Readers(maximumChangesInMemory: Bool.random(using: &generator) ? 40 : 4_000)
        let tail = readers.library.store.historyTail
        var tokens = try readers.views.map { [try $0.currentToken()] }
        var answers = readers.views.map { _ in 0 }
        for step in 0..<300 {
            try readers.change(step, &generator)
            let reader = Int.random(in: 0..<readers.views.count, using: &generator)
            let token = try #require(tokens[reader].suffix(8).randomElement(using: &generator))
            let size = Int.random(in: 1...60, using: &generator)
            let (recent, expected) = try readers.views[reader].read(nil) { snapshot in
                let bounds = try snapshot.historyBounds()
                return (
                    try snapshot.recentHistory(since: token, bounds, maximumChanges: size, tail),
                    try snapshot.history(since: token, matching: HistoryFilter(), maximumChanges: size, nil)
                )
            }
            if let recent {
                answers[reader] += 1
                #expect("\(recent)" == "\(expected)", "SEED=\(seed), step \(step), reader \(reader)")
            }
            if Bool.random(using: &generator) { tokens[reader].append(try readers.views[reader].currentToken()) }
        }
        #expect(answers.prefix(3).allSatisfy { $0 > 0 } && answers[3] + answers[4] > 0, "memory answered \(answers)")
    }
}
