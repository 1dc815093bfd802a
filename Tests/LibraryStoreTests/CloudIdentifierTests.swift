import LibraryModel
import Testing

@testable import LibraryStore

@Suite struct CloudIdentifierTests {
    private let library: TestLibrary
    private let person: LibraryView

    init() throws {
        library = try TestLibrary()
        person = library.person
    }

    private func asset(_ id: ObjectID) -> LocalIdentifier { LocalIdentifier(.asset, id) }

    private func cloud(_ object: LocalIdentifier, _ view: LibraryView? = nil) throws -> CloudIdentifier {
        try #require(try (view ?? person).cloudIdentifiers(of: [object])[0])
    }

    @Test func `assets, albums and folders are named once, for ever, and found again`() throws {
        let id = try person.addOne()
        let objects = [
            asset(id), LocalIdentifier(.assetCollection, try person.makeAlbum()),
            LocalIdentifier(.collectionList, try person.makeFolder()),
            LocalIdentifier(.assetCollection, SmartAlbum.favorites.identifier(in: library.store.libraryID)),
        ]
        let token = try person.currentToken()
        let identifiers = try person.cloudIdentifiers(of: objects + [objects[0]])
        let named = try identifiers.map { try #require($0) }
        #expect(Set(named).count == 4 && named[4] == named[0])
        #expect(try person.cloudIdentifiers(of: objects) == Array(identifiers.prefix(4)))
        #expect(try person.localIdentifiers(of: named) == (objects + [objects[0]]).map { [$0] })
        // What was none when it was asked for names nothing.
        #expect(try person.localIdentifiers(of: [nil, named[0], nil]) == [[], [objects[0]], []])
        #expect(try person.currentToken() == token)
        try person.set(id) { $0.isFavorite = true }
        library.store.close()
        let again = try TestLibrary(directory: library.directory)
        #expect(try again.person.cloudIdentifiers(of: objects) == Array(identifiers.prefix(4)))
    }

    @Test func `another library finds the same content, and says when there are several`() throws {
        let digests = [ObjectID.random(), .random(), .random()]
        let ids = try person.add(digests.map { NewAsset(digest: $0) })
        let identifiers = try ids.map { try cloud(asset($0)) }
        let album = try cloud(LocalIdentifier(.assetCollection, try person.makeAlbum()))
        let favorites = CloudIdentifier(.favorites)
        let other = try TestLibrary()
        let there = try other.person.add([
            NewAsset(digest: digests[0]), NewAsset(digest: digests[1]), NewAsset(digest: digests[1]),
        ])
        let found = try other.person.localIdentifiers(of: identifiers + [album, favorites])
        #expect(found[0] == [asset(there[0])])
        #expect(found[1] == [asset(there[1]), asset(there[2])])
        #expect(found[2] == [] && found[3] == [])
        #expect(
            found[4] == [
                LocalIdentifier(.assetCollection, SmartAlbum.favorites.identifier(in: other.store.libraryID))
            ]
        )
        #expect(try other.person.localIdentifiers(of: identifiers, onlySynced: true) == [[], [], []])
    }

    @Test func `the same record comes before the same content`() throws {
        let digest = ObjectID.random()
        let ids = try person.add([NewAsset(digest: digest), NewAsset(digest: digest)])
        let identifiers = try ids.map { try cloud(asset($0)) }
        #expect(identifiers[0] != identifiers[1])
        #expect(try person.localIdentifiers(of: identifiers) == ids.map { [asset($0)] })
        try person.change(.deleteAssets([ids[1]]))
        #expect(try person.localIdentifiers(of: [identifiers[1]]) == [[asset(ids[0])]])
        #expect(try person.localIdentifiers(of: [identifiers[1]], onlySynced: true) == [[]])
    }

    @Test func `what a limited app may not see answers as what is not there`() throws {
        let ids = try person.add(count: 2)
        let album = LocalIdentifier(.assetCollection, try person.makeAlbum())
        let identifiers = try (ids.map(asset) + [album]).map { try cloud($0) }
        let limited = try library.app("exe:/limited", .limited)
        try library.store.select([ids[0]], for: "exe:/limited")
        #expect(try limited.cloudIdentifiers(of: [asset(ids[0])]) == [identifiers[0]])
        #expect(try limited.cloudIdentifiers(of: [asset(ids[1]), album, asset(.random())]) == [nil, nil, nil])
        #expect(try limited.localIdentifiers(of: identifiers) == [[asset(ids[0])], [], []])
        #expect(try limited.localIdentifiers(of: [CloudIdentifier(.hidden)]) == [[]])
        let stranger = library.view("exe:/stranger")
        #expect(errorCode { try stranger.localIdentifiers(of: identifiers) } == .accessDenied)
        #expect(errorCode { try stranger.cloudIdentifiers(of: [album]) } == .accessDenied)
    }

    @Test func `a name that an unseen asset shares with a seen one leads to the seen one`() throws {
        let digest = ObjectID.random()
        let ids = try person.add([NewAsset(digest: digest), NewAsset(digest: digest)])
        let hidden = try cloud(asset(ids[0]))
        let limited = try library.app("exe:/limited", .limited)
        try library.store.select([ids[1]], for: "exe:/limited")
        #expect(try limited.localIdentifiers(of: [hidden]) == [[asset(ids[1])]])
    }

    @Test func `of more than 64 assets with the same content the oldest 64 are candidates`() throws {
        let digest = ObjectID.random()
        let named = try cloud(asset(try person.addOne(NewAsset(digest: digest))))
        let other = try TestLibrary()
        let most = Int(CloudIdentifierLookup.maximumCandidates)
        #expect(most == 64)
        var there = try other.person.add((0..<most).map { _ in NewAsset(digest: digest) })
        #expect(try other.person.localIdentifiers(of: [named]) == [there.map(asset)])
        there += try other.person.add([NewAsset(digest: digest)])
        #expect(try other.person.localIdentifiers(of: [named]) == [there.prefix(most).map(asset)])
        // What an app may not see takes no place.
        let limited = try other.app("exe:/limited", .limited)
        try other.store.select(there, for: "exe:/limited")
        #expect(try limited.localIdentifiers(of: [named]) == [there.prefix(most).map(asset)])
        try other.store.deselect([there[0]], for: "exe:/limited")
        #expect(try limited.localIdentifiers(of: [named]) == [there.dropFirst().map(asset)])
    }

    @Test func `one call maps 100,000, and no more`() throws {
        // Time stands still: it may take longer than a snapshot is read, on a busy machine.
        let library = try TestLibrary { $0.monotonicClock = { 1_000_000_000 } }
        let person = library.person
        let id = try person.addOne()
        let named = try cloud(asset(id), person)
        let many = [CloudIdentifier](repeating: named, count: CloudIdentifier.maximumCount)
        #expect(try person.localIdentifiers(of: many).count == many.count)
        #expect(errorCode { try person.localIdentifiers(of: many + [named]) } == .limitExceeded)
        let objects = [LocalIdentifier](repeating: asset(id), count: many.count + 1)
        #expect(errorCode { try person.cloudIdentifiers(of: objects) } == .limitExceeded)
    }

    @Test func `the text tells the identifier, and nothing else is one`() throws {
        let named = try cloud(asset(try person.addOne()))
        let text = named.string
        #expect(CloudIdentifier(text) == named)
        #expect(text.utf8.count == 103 && text.hasPrefix("OPK1-01"))
        for other in [
            "", "OPK1-", String(text.dropLast()), text + "0", text.lowercased(), "OPK2-" + text.dropFirst(5),
            "OPK1-09" + text.dropFirst(7), "OPK1-0G" + text.dropFirst(7),
        ] {
            #expect(CloudIdentifier(other) == nil)
        }
        #expect(CloudIdentifier(bytes: named.bytes) == named)
        #expect(CloudIdentifier(bytes: named.bytes.dropLast()) == nil)
    }
}
