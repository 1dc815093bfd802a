import LibraryClient
import LibraryModel
import LibraryTestSupport
import Photos
import Testing

/// What an app sees of its library at one moment.
private struct Sighting: Equatable {
    struct Asset: Hashable {
        var flags: UInt32
        var rating: UInt32
        var creationDate: Int64

        /// What an album's count and dates go by.
        var look: [Int64] {
            let flags = AssetPage.Flags(rawValue: flags).intersection([.hidden, .hasCreationDate])
            return [Int64(flags.rawValue), creationDate]
        }
    }

    struct Collection: Hashable {
        var title: String
        /// Members of an album, children of a folder; in order.
        var inside: [ObjectID]
        /// Of the members of an album.
        var looks: [[Int64]?]
        var parent: [ObjectID]
    }

    var assets: [ObjectID: Asset] = [:]
    var albums: [ObjectID: Collection] = [:]
    var folders: [ObjectID: Collection] = [:]

    init(_ client: LibraryClient) throws {
        func ids(_ scope: FetchScope) throws -> [ObjectID] {
            let found = try client.fetch(FetchRequest(scope, includesHidden: true, includesAllBurstAssets: true))
            return (0..<found.count).map { found[$0] }
        }
        let found = try client.fetch(FetchRequest(.allAssets, includesHidden: true, includesAllBurstAssets: true))
        let page = try client.assets(found, 0..<found.count)
        for index in 0..<found.count {
            assets[found[index]] = Asset(
                flags: page.flags[index],
                rating: page.rating[index],
                creationDate: page.creationDate[index]
            )
        }
        func collections(_ kind: ObjectKind) throws -> [ObjectID: Collection] {
            let found = try client.fetch(FetchRequest(.allCollections(kind)))
            let page = try client.collections(found, 0..<found.count)
            var result: [ObjectID: Collection] = [:]
            for index in 0..<found.count {
                let id = found[index]
                let inside = try ids(kind == .assetCollection ? .assets(inCollection: id) : .children(ofList: id))
                result[id] = Collection(
                    title: page.title[index],
                    inside: inside,
                    looks: inside.map { assets[$0]?.look },
                    parent: try ids(.lists(containing: id))
                )
            }
            return result
        }
        albums = try collections(.assetCollection)
        folders = try collections(.collectionList)
    }
}

/// Net changes of one kind of object.
private struct Net: Equatable {
    var inserted: Set<ObjectID> = []
    var updated: Set<ObjectID> = []
    var deleted: Set<ObjectID> = []

    init<Seen: Equatable>(from before: [ObjectID: Seen], to after: [ObjectID: Seen]) {
        inserted = Set(after.keys).subtracting(before.keys)
        deleted = Set(before.keys).subtracting(after.keys)
        updated = Set(after.keys.filter { id in before[id].map { $0 != after[id] } ?? false })
    }

    init(_ kind: ObjectKind, _ pages: [HistoryPage]) {
        for page in pages {
            for index in 0..<page.objects.count where page.objectKinds[index] == kind.rawValue {
                switch ChangeKind(rawValue: page.changeKinds[index]) {
                case .inserted: inserted.insert(page.objects[index])
                case .updated: updated.insert(page.objects[index])
                case .deleted: deleted.insert(page.objects[index])
                case nil: Issue.record("an unknown kind of change")
                }
            }
        }
    }
}

/// Steps that the person and the app take at random, valid or not.
private struct RandomSteps {
    var random: SeededGenerator
    let library: TestLibrary
    var assets: [ObjectID]
    var albums: [ObjectID] = []
    var folders: [ObjectID] = []
    /// The step taken last; none for a change of the selection.
    var last: [ChangeOperation] = []

    mutating func some(_ ids: [ObjectID], _ count: Int) -> [ObjectID] {
        Array(ids.shuffled(using: &random).prefix(Int.random(in: 1...count, using: &random)))
    }

    mutating func one(_ ids: [ObjectID]) -> ObjectID { ids.randomElement(using: &random) ?? .random() }

    /// Takes one step; false when the library refused it.
    mutating func take() throws -> Bool {
        do throws(LibraryError) {
            if Int.random(in: 0..<8, using: &random) == 0 {
                let chosen = some(assets, 4)
                let deselects = Bool.random(using: &random)
                last = []
                try library.owner.select(chosen, forApp: library.identity, deselects: deselects)
                return true
            }
            let client = Bool.random(using: &random) ? library.owner : library.app
            let operations = try operations(client)
            last = operations
            _ = try client.perform(ChangeBlock(operations: operations))
            return true
        } catch {
            guard [.notFound, .changeNotSupported, .invalidRequest].contains(error.code) else { throw error }
            return false
        }
    }

    private mutating func operations(_ client: LibraryClient) throws(LibraryError) -> [ChangeOperation] {
        let members = some(assets, 4).map { LocalIdentifier(.asset, $0) }
        let collections = some(albums + folders, 2).map {
            LocalIdentifier(albums.contains($0) ? .assetCollection : .collectionList, $0)
        }
        let (album, folder) = (ChangeOperation.Container.album(one(albums)), one(folders))
        let place = Int.random(in: 0..<3, using: &random)
        let container: ChangeOperation.Container = Bool.random(using: &random) ? .folder(folder) : .topLevel
        var update = AssetUpdate()
        switch Int.random(in: 0..<15, using: &random) {
        case 0:
            update.rating = UInt32.random(in: 0...5, using: &random)
            return some(assets, 3).map { .updateAsset($0, update) }
        case 1:
            update.isHidden = Bool.random(using: &random)
            return [.updateAsset(one(assets), update)]
        case 2:
            guard Int.random(in: 0..<4, using: &random) == 0 else { return [] }
            return [.deleteAssets([one(assets)])]
        case 3, 4:
            let id = try client.mintIdentifiers(1)[0]
            albums.append(id)
            let parent = Bool.random(using: &random) ? folder : nil
            return [
                .createCollection(.assetCollection, id, title: "new", parent: parent),
                .insertMembers(.album(id), members, at: nil),
            ]
        case 5:
            let id = try client.mintIdentifiers(1)[0]
            folders.append(id)
            return [
                .createCollection(.collectionList, id, title: "new", parent: nil),
                .insertMembers(.folder(id), collections, at: nil),
            ]
        case 6, 7: return [.insertMembers(album, members, at: place == 0 ? nil : place - 1)]
        case 8: return [.removeMembers(album, members)]
        case 9: return [.moveMembers(album, Array(members.prefix(1)), to: place)]
        case 10:
            return [
                .renameCollection(.assetCollection, one(albums), title: "\(UInt8.random(in: 0...9, using: &random))")
            ]
        case 11, 12: return [.insertMembers(container, collections, at: place == 0 ? nil : 0)]
        case 13: return [.removeMembers(.folder(folder), collections)]
        default:
            if Bool.random(using: &random) { return [.deleteCollections(.assetCollection, [one(albums)])] }
            return [.deleteCollections(.collectionList, [folder])]
        }
    }
}

extension PhotosLibraryTests {
    /// What an app sees changes exactly as its history says, whatever the person and the app do.
    @Suite struct SightModelTests {
        @Test(arguments: [AuthorizationStatus.limited, .authorized], [1, 2, 3] as [UInt64])
        func `history tells exactly what changed in sight`(_ status: AuthorizationStatus, _ seed: UInt64) throws {
            let library = try TestLibrary(.inProcess, status, rows: ScratchLibrary(assetCount: 12).script)
            let all = try library.owner.fetch(FetchRequest(.allAssets))
            var steps = RandomSteps(
                random: SeededGenerator(seed: seed),
                library: library,
                assets: (0..<all.count).map { all[$0] }
            )
            try library.owner.select(Array(steps.assets.prefix(6)), forApp: library.identity, deselects: false)
            var before = try Sighting(library.app)
            var token = try library.app.currentToken()
            var taken = 0
            for step in 0..<400 {
                guard try steps.take() else { continue }
                taken += 1
                let after = try Sighting(library.app)
                var pages: [HistoryPage] = []
                repeat {
                    pages.append(try library.app.history(since: token))
                    token = try #require(pages.last).next
                } while pages.last?.hasMore == true
                let place: Comment = "seed \(seed), step \(step): \(steps.last)"
                #expect(Net(.asset, pages) == Net(from: before.assets, to: after.assets), place)
                var albums = Net(from: before.albums, to: after.albums)
                // A move to where everything was is told as a change all the same.
                if case .moveMembers(.album(let moved), _, _)? = steps.last.first, after.albums[moved] != nil {
                    albums.updated.insert(moved)
                }
                #expect(Net(.assetCollection, pages) == albums, place)
                #expect(Net(.collectionList, pages) == Net(from: before.folders, to: after.folders), place)
                before = after
            }
            #expect(taken > 50)
        }

        @Test(arguments: Transport.allCases)
        func `an album edited at random has the members of an array edited likewise`(_ transport: Transport) throws {
            let library = try TestLibrary(transport, rows: ScratchLibrary(assetCount: 30).script)
            let all = PHAsset.fetchAssets(with: nil)
            let pool = all.objects(at: IndexSet(0..<30))
            var random = SeededGenerator(seed: 7)
            let album = try perform {
                PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "A")
                    .placeholderForCreatedAssetCollection.localIdentifier
            }
            let found = try collection(album)
            var model: [PHAsset] = []
            func indexes(_ count: Int) -> IndexSet {
                IndexSet((0..<model.count).shuffled(using: &random).prefix(count))
            }
            for step in 0..<120 {
                // One block with one to three edits, each going on from the one before.
                var edits: [(PHAssetCollectionChangeRequest) -> Void] = []
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    let fresh = pool.filter { !model.contains($0) }.shuffled(using: &random)
                    let some = Array(fresh.prefix(Int.random(in: 1...3, using: &random)))
                    switch Int.random(in: 0..<5, using: &random) {
                    case 0:
                        let mixed = some + Array(model.prefix(1))
                        edits.append { $0.addAssets(mixed as NSArray) }
                        model += some
                    case 1 where some.count + model.count <= 30 && !some.isEmpty:
                        let places = IndexSet(
                            (0..<model.count + some.count).shuffled(using: &random).prefix(some.count)
                        )
                        edits.append { $0.insertAssets(some as NSArray, at: places) }
                        for (place, asset) in zip(places, some) { model.insert(asset, at: place) }
                    case 2:
                        let gone = indexes(2)
                        edits.append { $0.removeAssets(at: gone) }
                        for index in gone.reversed() { model.remove(at: index) }
                    case 3:
                        let moved = indexes(3)
                        guard !moved.isEmpty else { continue }
                        let target = Int.random(in: 0...model.count - moved.count, using: &random)
                        edits.append { $0.moveAssets(at: moved, to: target) }
                        let assets = moved.map { model[$0] }
                        for index in moved.reversed() { model.remove(at: index) }
                        model.insert(contentsOf: assets, at: target)
                    default:
                        let replaced = indexes(some.count)
                        guard replaced.count == some.count, !some.isEmpty else { continue }
                        edits.append { $0.replaceAssets(at: replaced, withAssets: some as NSArray) }
                        for (index, asset) in zip(replaced, some) { model[index] = asset }
                    }
                }
                let block = edits
                try perform {
                    let request = try #require(PHAssetCollectionChangeRequest(for: found))
                    for edit in block { edit(request) }
                }
                #expect(try members(album) == model.map(\.localIdentifier), "step \(step)")
            }
            withExtendedLifetime(library) {}
        }
    }
}
