import FoundationEssentials
import LibraryModel
import Testing

@testable import LibraryStore

/// Much is taken back in steps, each whole.
@Suite struct UndoStepTests {
    private static let identity = "exe:/app"
    /// `SIZE` of the environment: photos, of which each is a member of an album, too.
    private static let size = ProcessInfo.processInfo.environment["SIZE"].flatMap { Int($0) }

    @Test func `what is more than one step takes back goes on, also from the beginning`() throws {
        let library = try TestLibrary()
        let (person, app) = (library.person, try library.app(UndoStepTests.identity, .authorized))
        let count = UndoStepTests.size ?? UndoStep.maximumEntries / 2 + 200
        let photos = try person.add(count: count)
        let album = try person.makeAlbum("Mine")
        try person.insert(photos, into: album)
        try app.change(
            .removeMembers(.album(album), photos.map { LocalIdentifier(.asset, $0) }),
            .renameCollection(.assetCollection, album, title: "App's")
        )
        var update = AssetUpdate()
        (update.isFavorite, update.title) = (true, .set("app"))
        _ = try app.perform(ChangeBlock(operations: photos.map { .updateAsset($0, update) }))
        let token = try person.currentToken()
        let start = ContinuousClock.now

        let first = try library.store.undo(UndoRequest(app: UndoStepTests.identity))
        // The album is whole; of the photos those are that there was room for.
        #expect(first.objects.first == LocalIdentifier(.assetCollection, album) && first.conflicts.isEmpty)
        #expect(try person.ids(.assets(inCollection: album)) == photos)
        let done = first.objects.count - 1
        #expect(done < count && (done > 0 || UndoStepTests.size != nil))
        #expect(try library.number("SELECT count(*) FROM asset WHERE is_favorite = 0") == done)
        #expect(try library.number("SELECT count(*) FROM asset_text WHERE title IS NULL") == done)

        print("undo: a first step took \(ContinuousClock.now - start)")
        // Who was interrupted begins anew.
        let rest = try library.undo(UndoStepTests.identity)
        #expect(rest.objects.count == count - done && rest.conflicts.isEmpty)
        print("undo: \(count) photos of an album took \(ContinuousClock.now - start)")
        #expect(try library.number("SELECT count(*) FROM asset WHERE is_favorite = 0") == count)
        #expect(try library.store.undo(UndoRequest(app: UndoStepTests.identity)).objects.isEmpty)
        // Each step is a transaction of the person's own.
        let steps = Set(try person.log(since: token, maximumChanges: 10_000).map(\.sequence))
        #expect(steps.count >= 2)
        #expect(try library.store.integrityCheck().isEmpty)
    }

    @Test func `many conflicts are told in several steps, and none is missing`() throws {
        let library = try TestLibrary()
        let (person, app) = (library.person, try library.app(UndoStepTests.identity, .authorized))
        let photos = try person.add(count: UndoStep.maximumConflicts + 100)
        for (view, title) in [(app, "app"), (person, "person")] {
            var update = AssetUpdate()
            update.title = .set(title)
            _ = try view.perform(ChangeBlock(operations: photos.map { .updateAsset($0, update) }))
        }
        let first = try library.store.undo(UndoRequest(app: UndoStepTests.identity))
        #expect(first.conflicts.count == UndoStep.maximumConflicts && first.next != nil)
        let all = try library.undo(UndoStepTests.identity)
        #expect(Set(all.conflicts.map(\.object.id)) == Set(photos) && all.conflicts.count == photos.count)
    }

    @Test(arguments: [0, 1, 2, 3, .max - 1, .max] as [UInt64])
    func `a position that nobody gave is no harm`(position: UInt64) throws {
        let library = try TestLibrary()
        let photo = try library.person.addOne()
        try library.app(UndoStepTests.identity, .authorized).set(photo) { $0.rating = 5 }
        var request = UndoRequest(app: UndoStepTests.identity)
        request.position = position
        let result = try library.store.undo(request)
        // Row 1 is the photo's; odd positions are behind assets.
        #expect(result.objects.map(\.id) == (position < 3 || position == .max - 1 ? [photo] : []))
        #expect(result.next == nil)
    }

    @Test func `where undo has come is a number that says it`() {
        for cursor in [UndoCursor.albums(after: 0), .albums(after: 7), .assets(after: 0), .assets(after: .max)] {
            #expect(UndoCursor(cursor.position) == cursor)
        }
        #expect(UndoCursor(nil) == .structure && UndoCursor.structure.position == nil)
    }
}
