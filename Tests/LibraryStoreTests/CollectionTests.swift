import LibraryModel
import LibraryTestSupport
import SQLiteDatabase
import Testing

@testable import LibraryStore

@Suite struct CollectionTests {
    private let library: TestLibrary
    private let person: LibraryView

    init() throws {
        library = try TestLibrary()
        person = library.person
    }

    private func asset(_ id: ObjectID) -> LocalIdentifier { LocalIdentifier(.asset, id) }

    @Test(arguments: 1...4)
    func `an album is the array that the same edits make`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let ids = try person.add(count: 60)
        let album = try person.makeAlbum()
        var model: [ObjectID] = []
        for _ in 0..<250 {
            let some = ids.shuffled(using: &generator).prefix(Int.random(in: 1...4, using: &generator))
            switch Int.random(in: 0..<4, using: &generator) {
            case 0, 1:
                let at = Bool.random(using: &generator) ? nil : Int.random(in: 0...model.count, using: &generator)
                try person.insert(Array(some), into: album, at: at)
                model.insert(contentsOf: some.filter { !model.contains($0) }, at: at ?? model.count)
            case 2:
                try person.change(.removeMembers(.album(album), some.map(asset)))
                model.removeAll { some.contains($0) }
            default:
                let moved = some.filter { model.contains($0) }
                let rest = model.filter { !moved.contains($0) }
                let to = Bool.random(using: &generator) ? nil : Int.random(in: 0...rest.count, using: &generator)
                try person.change(.moveMembers(.album(album), moved.map(asset), to: to))
                model = Array(rest[..<(to ?? rest.count)]) + moved + Array(rest[(to ?? rest.count)...])
            }
            #expect(try person.ids(.assets(inCollection: album)) == model)
        }
    }

    @Test func `positions spread out when there is no room between them`() throws {
        let directory = ScratchDirectory()
        let connection = try Connection(path: directory.path("o.sqlite"), role: .writer, cacheKibibytes: 1_000)
        try connection.executeScript(
            """
            CREATE TABLE album_member (member INTEGER, container INTEGER, position INTEGER,
                PRIMARY KEY (member, container)) WITHOUT ROWID;
            CREATE INDEX album_order ON album_member (container, position);
            BEGIN;
            """
        )
        // Halving a gap of four takes two insertions: nearly each of these spreads its neighbours.
        let order = OrderedMembers(table: .album, connection: connection, spacing: 4)
        var model: [Int64] = []
        var generator = SeededGenerator(seed: 3)
        func position(_ index: Int) throws -> Int64? {
            let select = try connection.statement(
                "SELECT position FROM album_member ORDER BY position LIMIT 1 OFFSET ?"
            )
            try select.bind(Int64(index), at: 1)
            return try select.step() ? select.integer(0) : nil
        }
        for member in stride(from: Int64(0), to: 3_000, by: 3) {
            let index =
                Bool.random(using: &generator) ? model.count / 2 : Int.random(in: 0...model.count, using: &generator)
            let members = Array(member..<member + Int64.random(in: 1...3, using: &generator))
            try order.insert(members, into: 1, before: try position(index))
            model.insert(contentsOf: members, at: index)
        }
        let select = try connection.statement("SELECT member, position FROM album_member ORDER BY position")
        var stored: [Int64] = []
        var positions: Set<Int64> = []
        while try select.step() {
            stored.append(select.integer(0))
            positions.insert(select.integer(1))
        }
        #expect(stored == model)
        #expect(positions.count == model.count)
    }

    @Test func `members are numbered anew before positions run out at an end`() throws {
        let directory = ScratchDirectory()
        let connection = try Connection(path: directory.path("o.sqlite"), role: .writer, cacheKibibytes: 1_000)
        try connection.executeScript(
            """
            CREATE TABLE album_member (member INTEGER, container INTEGER, position INTEGER,
                PRIMARY KEY (member, container)) WITHOUT ROWID;
            INSERT INTO album_member VALUES (1, 1, -9223372036854775807), (2, 1, 0), (3, 1, 9223372036854775806);
            BEGIN;
            """
        )
        let order = OrderedMembers(table: .album, connection: connection)
        func members() throws -> [Int64] {
            let select = try connection.statement("SELECT member FROM album_member ORDER BY position")
            var members: [Int64] = []
            while try select.step() { members.append(select.integer(0)) }
            return members
        }
        try order.insert([4, 5], into: 1, before: nil)
        #expect(try members() == [1, 2, 3, 4, 5])
        try connection.executeScript("UPDATE album_member SET position = -9223372036854775807 WHERE member = 1")
        try order.insert([6], into: 1, before: -9_223_372_036_854_775_807)
        #expect(try members() == [6, 1, 2, 3, 4, 5])
    }

    @Test func `positions count what is shown, and hidden members keep their place`() throws {
        let ids = try person.add(count: 4)
        let album = try person.makeAlbum()
        try person.insert(ids, into: album)
        try person.set(ids[1]) { $0.isHidden = true }
        let fresh = try person.addOne()
        try person.insert([fresh], into: album, at: 1)
        #expect(try person.ids(.assets(inCollection: album)) == [ids[0], fresh, ids[2], ids[3]])
        try person.set(ids[1]) { $0.isHidden = false }
        #expect(try person.ids(.assets(inCollection: album)) == [ids[0], ids[1], fresh, ids[2], ids[3]])
    }

    @Test func `folders hold albums and folders, each in one place`() throws {
        let (box, inner) = (try person.makeFolder("Box"), try person.makeFolder("Inner"))
        let (one, two) = (try person.makeAlbum("One"), try person.makeAlbum("Two", in: box))
        func folder(_ id: ObjectID) -> LocalIdentifier { LocalIdentifier(.collectionList, id) }
        func album(_ id: ObjectID) -> LocalIdentifier { LocalIdentifier(.assetCollection, id) }
        let token = try person.currentToken()
        try person.change(.insertMembers(.folder(box), [folder(inner), album(one)], at: 0))
        #expect(
            try Set(person.log(since: token).what) == [
                updated(box, .members), updated(inner, .parent), updated(one, .parent),
            ]
        )
        let rows = try person.fetch(FetchRequest(.children(ofList: box)))
        #expect(rows.ids == [inner, one, two])
        #expect(rows.kinds == .each([.collectionList, .assetCollection, .assetCollection]))
        #expect(try person.ids(.children(ofList: nil)) == [box])
        #expect(try person.ids(.lists(containing: one)) == [box])
        try person.change(.moveMembers(.folder(box), [album(two)], to: 0))
        #expect(try person.ids(.children(ofList: box)) == [two, inner, one])
        #expect(
            errorCode { try person.change(.insertMembers(.folder(inner), [folder(box)], at: nil)) }
                == .changeNotSupported
        )
        #expect(
            errorCode { try person.change(.insertMembers(.folder(box), [folder(box)], at: nil)) } == .changeNotSupported
        )
        try person.change(.removeMembers(.folder(box), [album(one)]))
        #expect(try person.ids(.children(ofList: nil)) == [box, one])
        try person.change(.moveMembers(.topLevel, [album(one)], to: 0))
        #expect(try person.ids(.children(ofList: nil)) == [one, box])
        #expect(errorCode { try person.change(.removeMembers(.topLevel, [album(one)])) } == .changeNotSupported)
        let page = try person.collections([box, two, .random()])
        #expect(page.memberCount == [2, 0, 0])
        #expect(page.kind == [3, 2, 0])
        #expect(page.title == ["Box", "Two", ""])
        let start = try person.currentToken()
        try person.change(.deleteCollections(.collectionList, [box]))
        #expect(try Set(person.log(since: start).what) == [deleted(box), deleted(inner), deleted(two)])
        #expect(try person.ids(.children(ofList: nil)) == [one])
        #expect(errorCode { try person.change(.deleteCollections(.collectionList, [box])) } == .notFound)
        #expect(try library.store.integrityCheck() == [])
    }

    @Test func `refuses members of the wrong kind, that are not there, or beyond the end`() throws {
        let id = try person.addOne()
        let (album, folder) = (try person.makeAlbum(), try person.makeFolder())
        let albumMember = LocalIdentifier(.assetCollection, album)
        #expect(
            errorCode { try person.change(.insertMembers(.album(album), [albumMember], at: nil)) }
                == .changeNotSupported
        )
        #expect(
            errorCode { try person.change(.insertMembers(.folder(folder), [asset(id)], at: nil)) }
                == .changeNotSupported
        )
        #expect(errorCode { try person.change(.insertMembers(.album(folder), [asset(id)], at: nil)) } == .notFound)
        #expect(errorCode { try person.insert([.random()], into: album) } == .notFound)
        #expect(errorCode { try person.insert([id], into: album, at: 1) } == .invalidRequest)
        #expect(errorCode { try person.insert([id], into: album, at: -1) } == .invalidRequest)
        #expect(errorCode { try person.change(.moveMembers(.album(album), [asset(id)], to: 0)) } == .notFound)
        try person.insert([id], into: album, at: 0)
        #expect(errorCode { try person.change(.moveMembers(.album(album), [asset(id)], to: 1)) } == .invalidRequest)
        #expect(
            errorCode { try person.change(.createCollection(.asset, .random(), title: "", parent: nil)) }
                == .invalidRequest
        )
        #expect(errorCode { try person.makeAlbum(in: album) } == .notFound)
        #expect(try person.ids(.collections(containing: id)) == [album])
    }
}
