import LibraryModel
import Testing

@testable import LibraryStore

@Suite struct StatisticsTests {
    private let library: TestLibrary
    private let person: LibraryView

    init() throws {
        library = try TestLibrary()
        person = library.person
    }

    /// What erases all that was deleted.
    private func purge() throws {
        library.clock.advance(days: 31)
        _ = try library.store.purgeRecentlyDeleted()
        while try library.store.maintain() {}
    }

    @Test func `files that assets share count once, and counts follow every change`() throws {
        #expect(try library.store.statistics().originalBytes == 0)
        let one = NewAsset(filename: "a.jpg")
        var same = NewAsset(filename: "b.jpg")
        same.digest = one.digest
        let size = one.staged.size
        let photos = try person.add([one, same, NewAsset(filename: "c.jpg")])
        var movie = NewAsset(filename: "d.mov")
        movie.kind = .video
        _ = try person.add([movie])
        var statistics = try library.store.statistics()
        #expect(statistics.originalBytes == 3 * size)
        #expect((statistics.assetCount, statistics.imageCount, statistics.videoCount) == (4, 3, 1))
        #expect(statistics.recentlyDeletedCount == 0)
        _ = try person.makeAlbum("Beaches")
        #expect(try library.store.statistics().albumCount == 1)
        try person.change(.deleteAssets([photos[0], photos[2]]))
        statistics = try library.store.statistics()
        #expect((statistics.assetCount, statistics.recentlyDeletedCount) == (2, 2))
        #expect(statistics.originalBytes == 3 * size)
        try purge()
        statistics = try library.store.statistics()
        #expect((statistics.assetCount, statistics.recentlyDeletedCount) == (2, 0))
        #expect(statistics.originalBytes == 2 * size)
    }
}
