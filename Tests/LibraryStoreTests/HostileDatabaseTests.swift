import LibraryModel
import LibraryStore
import Testing

/// Library files that are damaged, or were made to do harm: numbers at the ends of their range are errors, or taken as
/// they are, and never end the process.
@Suite struct HostileDatabaseTests {
    static let most = Int64.max
    static let least = Int64.min

    static let tampering: [String] = [
        "PRAGMA user_version = -1",
        "PRAGMA user_version = 2147483647",
        "DELETE FROM library",
        "UPDATE library SET id = x'00'",
        "UPDATE library SET asset_version = \(most)",
        "UPDATE app SET selection_version = \(most)",
        "UPDATE library SET history_floor = \(most)",
        "UPDATE library SET history_floor = \(least)",
        "UPDATE library SET history_epoch = \(least), mint_key = x''",
        "UPDATE change_transaction SET sequence = \(most) WHERE sequence = (SELECT max(sequence) FROM change_transaction)",
        "UPDATE change_transaction SET sequence = -1 WHERE sequence = 1",
        "UPDATE change_transaction SET sequence = sequence * -1",
        "UPDATE change_transaction SET first_change = \(most)",
        "UPDATE change_transaction SET first_change = \(least), time = \(least)",
        "UPDATE change_transaction SET change_count = \(most)",
        "UPDATE change_transaction SET change_count = \(least)",
        "UPDATE change SET row = \(most) WHERE row = (SELECT max(row) FROM change)",
        "UPDATE change SET object_kind = \(most), change_kind = \(least), fields = -1, owner_fields = \(most)",
        "UPDATE change SET object = x'00'",
        "UPDATE seen_transaction SET number = \(most) WHERE number = 1",
        "UPDATE seen_transaction SET number = \(least) WHERE number = 1",
        "UPDATE seen_transaction SET sequence = \(most)",
        "UPDATE app SET seen_count = \(most), block_count = \(most)",
        "UPDATE app SET seen_count = \(least), block_count = \(least), visibility_epoch = \(least)",
        "UPDATE app SET visibility_epoch = \(most), last_used = \(most), picked_count = \(least)",
        "UPDATE app SET read_write = CASE read_write WHEN 4 THEN 4 ELSE \(most) END, access_request = \(least)",
        "UPDATE idempotency SET sequence = \(least), number = \(least), time = \(most)",
        "UPDATE album_member SET position = CASE WHEN position = 0 THEN \(least) ELSE \(most) END",
        "UPDATE album_member SET position = \(most)",
        "UPDATE folder_member SET position = \(least)",
        "UPDATE asset SET creation_date = \(most), modification_date = \(least), added_date = \(most)",
        "UPDATE asset SET creation_date = \(least), trashed_at = \(least)",
        "UPDATE asset SET rating = \(least), media_kind = \(most), traits = \(most), media_subtypes = \(least)",
        "UPDATE asset SET pixel_width = \(most), pixel_height = -1, duration = 9e999, latitude = 9e999, longitude = 0",
        "UPDATE asset SET shelf = \(least), capture_offset = \(most), capture_source = \(most)",
        "UPDATE asset SET id = x'' WHERE row = 1",
        "UPDATE collection SET kind = \(most), modification_date = \(most), owner_modification_date = \(least)",
        "UPDATE resource SET kind = \(most), size = \(least), pixel_width = \(most), path = '', digest = x''",
        "UPDATE selection SET since_sequence = \(least), until_sequence = \(most)",
        "UPDATE selection SET asset = \(most) WHERE asset = 1",
        "UPDATE selection SET asset = \(least) WHERE asset = 1",
        "DROP TABLE change",
    ]

    @Test(arguments: tampering)
    func `ends in errors and not in the end of the process`(_ script: String) throws {
        let directory = ScratchDirectory()
        var ids: [ObjectID] = []
        var album = ObjectID.random()
        var tokens: [ChangeToken] = []
        do {
            let library = try TestLibrary(directory: directory)
            ids = try library.person.add(count: 4)
            album = try library.person.makeAlbum()
            try library.person.insert(Array(ids[..<3]), into: album)
            _ = try library.person.makeFolder()
            let app = try library.app("exe:/app", .limited)
            try library.store.select(ids, for: "exe:/app")
            tokens = [try library.person.currentToken(), try app.currentToken()]
            try app.set(ids[0]) { $0.rating = 1 }
            _ = try app.makeAlbum()
            library.store.close()
            try library.tamper(script)
        }
        // An error is an answer, and so is anything else.
        func attempt(_ body: () throws -> Void) {
            do { try body() } catch { #expect(error is LibraryError, "\(error)") }
        }
        attempt {
            let library = try TestLibrary(directory: directory) { $0.minimumKeptChanges = 1 }
            let views = [library.person, library.view("exe:/app")]
            for (view, token) in zip(views, tokens) {
                attempt { _ = try view.currentToken() }
                attempt { _ = try view.history(since: token) }
                attempt { _ = try view.checkForChanges(since: token) }
                attempt {
                    var all = token
                    all.sequence = 0
                    _ = try view.history(since: all, maximumChanges: 1)
                }
                attempt {
                    _ = try view.fetch(FetchRequest(.allAssets, sort: [SortKey("creationDate", isAscending: true)]))
                }
                attempt { _ = try view.months(of: FetchRequest(.allAssets), utcOffset: .max) }
                attempt { _ = try view.assets(ids, includesDeleted: true) }
                attempt { _ = try view.details(of: ids) }
                attempt { _ = try view.collections([album]) }
                attempt { for id in ids { _ = try view.resources(of: id) } }
                attempt { try view.set(ids[1]) { $0.rating = 3 } }
                attempt { try view.set(ids[1]) { $0.creationDate = .set(.max) } }
                attempt { try view.insert([ids[3]], into: album, at: 1) }
                attempt { try view.change(.moveMembers(.album(album), [LocalIdentifier(.asset, ids[2])], to: 0)) }
                attempt { try view.change(.moveMembers(.album(album), [LocalIdentifier(.asset, ids[0])], to: 2)) }
                attempt { _ = try view.makeFolder() }
                attempt { try view.addOne() }
                attempt { try view.change(.deleteAssets([ids[2]])) }
            }
            attempt { try library.store.deselect([ids[0]], for: "exe:/app") }
            attempt { _ = try library.store.apps() }
            attempt { _ = try library.store.endGrants() }
            attempt { _ = try library.store.statistics() }
            attempt { _ = try library.store.recordsForVerification(after: 0) }
            attempt { _ = try library.store.integrityCheck() }
            library.clock.advance(days: 40)
            attempt { _ = try library.store.maintain() }
            attempt { _ = try library.store.purgeRecentlyDeleted() }
        }
    }
}
