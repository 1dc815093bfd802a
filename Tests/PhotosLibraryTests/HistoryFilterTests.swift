import LibraryClient
import LibraryModel
import Photos
import Testing

extension PhotosLibraryTests {
    @Suite struct HistoryFilterTests {
        private var photos: PHPhotoLibrary { PHPhotoLibrary.shared() }

        private func fetch(
            since token: PHPersistentChangeToken,
            _ filter: PHPersistentChange.Filter = PHPersistentChange.Filter()
        ) throws -> [PHPersistentChange] {
            Array(try photos.fetchPersistentChanges(since: token, matching: filter))
        }

        @Test(arguments: Transport.allCases)
        func `a change tells when it was, whose it was, and which properties changed`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let added = try library.add(2)
            let album = try library.addAlbum("Album", [added[0]])
            let token = photos.currentChangeToken
            let before = Date()
            var update = AssetUpdate()
            update.isFavorite = true
            update.creationDate = .set(1_000_000)
            var other = AssetUpdate()
            other.caption = .set("Summit")
            try library.change(
                .updateAsset(try added[0].id(), update),
                .updateAsset(try added[1].id(), other),
                .renameCollection(.assetCollection, try album.id(), title: "New")
            )
            let photo = try asset(added[1])
            try perform { PHAssetChangeRequest(for: photo).isHidden = true }
            let after = Date()
            let changes = try fetch(since: token)
            #expect(changes.map(\.author) == [.person, .thisApp])
            #expect(changes.allSatisfy { $0.appIdentity == nil })
            let dates = changes.compactMap(\.date)
            #expect(dates.count == 2 && dates == dates.sorted())
            // Dates are in microseconds.
            let shown = before.addingTimeInterval(-0.000_01)...after.addingTimeInterval(0.000_01)
            #expect(dates.allSatisfy(shown.contains))
            let assets: PHPersistentObjectChangeDetails = try changes[0].changeDetails(for: .asset)
            #expect(assets.changedProperties == [added[0]: [.favorite, .creationDate], added[1]: .caption])
            let albums: PHPersistentObjectChangeDetails = try changes[0].changeDetails(for: .assetCollection)
            #expect(albums.changedProperties == [album: [.title, .summary]])
            let own: PHPersistentObjectChangeDetails = try changes[1].changeDetails(for: .asset)
            #expect(own.changedProperties == [added[1]: .hidden])
            #expect(Set(own.changedProperties.keys) == own.updatedLocalIdentifiers)
        }

        @Test(arguments: Transport.allCases)
        func `the library filters by type, property, identifier and author`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let added = try library.add(2)
            let token = photos.currentChangeToken
            let album = try library.addAlbum("Album", [added[0]])
            var favourite = AssetUpdate()
            favourite.isFavorite = true
            try library.change(.updateAsset(try added[0].id(), favourite))
            let photo = try asset(added[1])
            try perform { PHAssetChangeRequest(for: photo).isHidden = true }
            let new = try library.add([.small(7)])
            try library.change(.deleteAssets([try added[0].id()]))
            func told(_ filter: PHPersistentChange.Filter) throws -> [String] {
                try fetch(since: token, filter).flatMap { change in
                    var lines: [String] = []
                    for type in [PHObjectType.asset, .assetCollection] {
                        let details: PHPersistentObjectChangeDetails = try change.changeDetails(for: type)
                        lines += details.insertedLocalIdentifiers.map { "+" + $0 }
                        lines += details.updatedLocalIdentifiers.map { "~" + $0 }
                        lines += details.deletedLocalIdentifiers.map { "-" + $0 }
                    }
                    #expect(!lines.isEmpty)
                    return lines
                }
            }
            let all = ["+" + album, "~" + added[0], "~" + added[1], "+" + new[0], "-" + added[0], "~" + album]
            #expect(try told(.init()) == all)
            #expect(try told(.init(objectTypes: [.assetCollection])) == [all[0], all[5]])
            #expect(try told(.init(properties: .hidden)) == [all[0], all[2], all[3], all[4]])
            #expect(try told(.init(properties: [])) == [all[0], all[3], all[4]])
            #expect(try told(.init(localIdentifiers: [added[0], "nonsense"])) == [all[1], all[4]])
            #expect(try told(.init(localIdentifiers: ["nonsense"])) == [])
            #expect(try told(.init(authors: [.thisApp])) == [all[2]])
            #expect(
                try told(.init(objectTypes: [.asset], properties: [.favorite], authors: [.person]))
                    == [all[1], all[3], all[4]]
            )
            let many = Set((0...PHPersistentChange.Filter.maximumIdentifiers).map { _ in LocalIdentifier.random })
            #expect(codeThrown { _ = try fetch(since: token, .init(localIdentifiers: many)) } == .limitExceeded)
            let most = Set(many.dropFirst())
            #expect(codeThrown { _ = try fetch(since: token, .init(localIdentifiers: most)) } == nil)
        }

        @Test(arguments: Transport.allCases)
        func `tokens get on over what a filter leaves out`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let added = try library.add(2)
            let token = photos.currentChangeToken
            var favourite = AssetUpdate()
            favourite.isFavorite = true
            let first = try photos.fetchPersistentChanges(
                since: token,
                matching: .init(localIdentifiers: [added[0]])
            ).makeIterator()
            #expect(first.changeToken == token)
            try library.change(.updateAsset(try added[1].id(), favourite))
            let filter = PHPersistentChange.Filter(localIdentifiers: [added[0]])
            let nothing = try photos.fetchPersistentChanges(since: token, matching: filter).makeIterator()
            #expect(nothing.next() == nil)
            #expect(nothing.changeToken == photos.currentChangeToken)
            try library.change(.updateAsset(try added[0].id(), favourite))
            try library.change(.deleteAssets([try added[1].id()]))
            let something = try photos.fetchPersistentChanges(since: token, matching: filter).makeIterator()
            // What comes after it is none of the filter's: it may be stored as done.
            let change = try #require(something.next())
            #expect(change.changeToken == photos.currentChangeToken)
            #expect(try Told.assets(since: change.changeToken) == [])
            #expect(something.next() == nil)
        }

        @Test(arguments: Transport.allCases)
        func `a filtered sequence goes on into what happens next`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport)
            let added = try library.add(2)
            let token = photos.currentChangeToken
            var favourite = AssetUpdate()
            favourite.isFavorite = true
            try library.change(.updateAsset(try added[1].id(), favourite))
            try library.change(.updateAsset(try added[0].id(), favourite))
            let filter = PHPersistentChange.Filter(objectTypes: [.asset], localIdentifiers: [added[0]])
            var changes = photos.changes(since: token, matching: filter).makeAsyncIterator()
            #expect(changes.changeToken == token)
            func next() async throws -> PHPersistentObjectChangeDetails {
                try #require(try await changes.next()).changeDetails(for: .asset)
            }
            #expect(try await next().changedProperties == [added[0]: .favorite])
            try library.change(.deleteAssets([try added[1].id()]))
            try library.change(.deleteAssets([try added[0].id()]))
            #expect(try await next().deletedLocalIdentifiers == [added[0]])
            #expect(changes.changeToken == photos.currentChangeToken)
        }

        @Test(arguments: Transport.allCases)
        func `a limited app learns through a filter of nothing that it does not see`(_ transport: Transport) throws {
            let library = try TestLibrary(transport, .limited)
            let added = try library.add(2)
            try library.select([added[0]])
            let token = photos.currentChangeToken
            var favourite = AssetUpdate()
            favourite.isFavorite = true
            try library.change(.updateAsset(try added[1].id(), favourite))
            #expect(try fetch(since: token, .init(localIdentifiers: [added[1]])).isEmpty)
            try library.select([added[1]])
            let changes = try fetch(since: token, .init(localIdentifiers: [added[1]]))
            #expect(changes.map(\.author) == [.person])
            #expect(throws: LibraryError.self) {
                var filter = HistoryFilter()
                filter.apps = [library.identity]
                _ = try library.app.history(since: try library.app.currentToken(), matching: filter)
            }
        }

        @Test(arguments: Transport.allCases)
        func `the person's own tools are told which app it was`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let added = try library.add(1)
            let start = try library.owner.currentToken()
            let photo = try asset(added[0])
            try perform { PHAssetChangeRequest(for: photo).isFavorite = true }
            try library.change(.deleteAssets([try added[0].id()]))
            let page = try library.owner.history(since: start)
            #expect(page.authors == [ChangeAuthor.anotherApp.rawValue, ChangeAuthor.person.rawValue])
            #expect((0..<2).map(page.app(of:)) == [library.identity, nil])
            var filter = HistoryFilter()
            filter.apps = [library.identity]
            #expect(try library.owner.history(since: start, matching: filter).changeKinds == [2])
        }
    }
}

extension LocalIdentifier {
    fileprivate static var random: String { LocalIdentifier(.asset, .random()).string }
}
