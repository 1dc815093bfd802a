import CloudSync
import LibraryModel
import Testing

@testable import LibraryStore

/// What a library reports to the sync engine.
@Suite struct LocalChangesTests {
    private let machine: SyncedMachine
    private var person: LibraryView { machine.person }

    init() throws { machine = try SyncedMachine() }

    @Test func `everything that exists when synchronisation begins counts as changed, once, with its record`() throws {
        let assets = try person.add(count: 3)
        let folder = try person.makeFolder()
        let album = try person.makeAlbum("Trip", in: folder)
        try person.insert(assets, into: album)
        let known = try machine.record(of: assets[1])
        let changes = try machine.changes()
        #expect(changes.count == 5)
        #expect(Set(changes.map(\.record)).count == 5)
        let records = try assets.map(machine.record)
        #expect(records[1] == known)
        let trip = try #require(changes.first { $0.kind == RecordKind.album.rawValue })
        #expect(trip.elements(.members) == records.map(\.bytes))
        #expect(trip.value(.title) == FieldValue.text("Trip"))
        let parent = try #require(changes.first { $0.kind == RecordKind.folder.rawValue })
        #expect(trip.value(.parent) == parent.record.bytes)
        #expect(try machine.changes() == [])
    }

    @Test func `the first synchronisation comes in pages, whatever is changed meanwhile`() throws {
        try person.add(count: 2_500)
        var records: Set<ObjectID> = []
        var position: UInt64 = 0
        var late: ObjectID?
        while true {
            let page = try machine.store.localChanges(after: position)
            #expect(page.changes.count <= LocalHistory.maximumChanges)
            records.formUnion(page.changes.map(\.record))
            position = page.position
            if late == nil { late = try person.addOne() }
            if !page.hasMore { break }
        }
        #expect(records.count == 2_501)
        #expect(records.contains(try machine.record(of: try #require(late))))
    }

    @Test func `an object is reported once with the fields that changed, and their present values`() throws {
        let asset = try person.addOne()
        _ = try machine.changes()
        try person.set(asset) { $0.rating = 2 }
        try person.set(asset) { $0.title = .set("Sea") }
        try person.set(asset) { $0.rating = 4 }
        let changes = try machine.changes()
        #expect(changes.count == 1)
        #expect(Set(changes[0].fields.map(\.number)) == [FieldNumber.rating.rawValue, FieldNumber.title.rawValue])
        #expect(changes[0].value(.rating) == FieldValue.integer(4))
        #expect(changes[0].sets == [])
        // The engine has it when it asks for what comes after it.
        #expect(try machine.changes() == [])
        try person.set(asset) { $0.isHidden = true }
        let marks = try machine.changes()
        #expect(marks[0].fields == [])
        #expect(marks[0].elements(.marks) == [[Mark.hidden.rawValue]])
    }

    @Test func `an engine that was restored from a backup is told everything of what changed since`() throws {
        let assets = try person.add(count: 2)
        _ = try machine.changes()
        let backup = machine.position
        try person.set(assets[0]) { $0.rating = 2 }
        _ = try machine.changes()
        try person.set(assets[0]) { $0.isFavorite = true }
        _ = try machine.changes()
        let page = try machine.store.localChanges(after: backup)
        #expect(page.changes.count == 1)
        #expect(page.changes[0].value(.rating) == FieldValue.integer(2))
        #expect(page.changes[0].elements(.marks) == [[Mark.favorite.rawValue]])
    }

    @Test func `a library that was restored from a backup reports everything`() throws {
        try person.add(count: 2)
        _ = try machine.changes()
        let page = try machine.store.localChanges(after: machine.position + 10)
        #expect(page.changes.count == 2)
        #expect(page.position > machine.position + 10)
    }

    @Test func `what is deleted for good is reported, before and after the history is pruned`() throws {
        let (asset, album) = (try person.addOne(), try person.makeAlbum())
        let records = Set(try machine.changes().map(\.record))
        try person.change(.deleteAssets([asset]), .deleteCollections(.assetCollection, [album]))
        #expect(try machine.changes().filter(\.isPurged).count == 1)
        machine.library.clock.advance(days: 40)
        while try machine.store.purgeRecentlyDeleted() {}
        let purged = try machine.changes()
        #expect(purged.map(\.isPurged) == [true])
        let all = try machine.store.localChanges(after: 0).changes
        #expect(Set(all.filter(\.isPurged).map(\.record)) == records)
    }

    @Test func `moving an album among its siblings gives it another place and the others none`() throws {
        let folder = try person.makeFolder()
        let albums = try (0..<3).map { try person.makeAlbum("\($0)", in: folder) }
        let places = try machine.changes().filter { $0.kind == RecordKind.album.rawValue }
            .compactMap { $0.value(.place).map(Position.init(digits:)) }
        #expect(places.count == 3)
        #expect(places == places.sorted())
        #expect(try machine.changes() == [])
        try person.change(.moveMembers(.folder(folder), [LocalIdentifier(.assetCollection, albums[2])], to: 0))
        let moved = try machine.changes().filter { $0.value(.place) != nil }
        #expect(moved.count == 1)
        #expect(try #require(moved.first?.value(.place).map(Position.init(digits:))) < places[0])
    }

    @Test func `300 albums, more than a page has, get places in their order`() throws {
        let folder = try person.makeFolder()
        for number in 0..<300 { _ = try person.makeAlbum("\(number)", in: folder) }
        let albums = try machine.changes().filter { $0.kind == RecordKind.album.rawValue }
        let places = albums.compactMap { $0.value(.place).map(Position.init(digits:)) }
        #expect(places.count == 300 && places == places.sorted() && Set(places).count == 300)
    }

    @Test func `an album that the person takes back from an app's deletion is another one to other devices`() throws {
        let app = try machine.library.app("exe:/app", .authorized)
        let album = try person.makeAlbum("Trip")
        let record = try #require(try machine.changes().first).record
        try app.change(.deleteCollections(.assetCollection, [album]))
        try machine.library.undo("exe:/app")
        let changes = try machine.changes()
        #expect(changes.first { $0.record == record }?.isPurged == true)
        #expect(changes.contains { $0.record != record && $0.value(.title) == FieldValue.text("Trip") })
    }
}
