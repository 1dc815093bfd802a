import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Photos
import SamplePhotos
import Testing

extension PhotosLibraryTests {
    @Suite struct LimitedLibraryTests {
        private func favourite() -> AssetUpdate {
            var update = AssetUpdate()
            update.isFavorite = true
            return update
        }

        private func rated(_ stars: UInt32) -> AssetUpdate {
            var update = AssetUpdate()
            update.rating = stars
            return update
        }

        private func makeAlbum(_ title: String, _ assets: [String]) throws -> String {
            let members = try assets.map(asset)
            return try perform {
                let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
                request.addAssets(members as NSArray)
                return request.placeholderForCreatedAssetCollection.localIdentifier
            }
        }

        @Test(arguments: Transport.allCases)
        func `sees exactly its selection by every kind of fetch`(_ transport: Transport) throws {
            let library = try TestLibrary(transport, .limited)
            let photos = try library.add(6)
            #expect(allAssets() == [])
            try library.select([photos[1], photos[4]])
            let seen = [photos[1], photos[4]]
            #expect(allAssets() == seen)
            #expect(PHAsset.fetchAssets(with: .image, options: nil).identifiers == seen)
            #expect(PHAsset.fetchAssets(withLocalIdentifiers: photos, options: nil).identifiers == seen)
            #expect(allAssets(options(NSPredicate(format: "pixelWidth == 48"))) == seen)
            #expect(allAssets(options(NSPredicate(format: "localIdentifier IN %@", photos))) == seen)
            #expect(allAssets(options(NSPredicate(format: "localIdentifier == %@", photos[0]))) == [])
            #expect(allAssets(options(NSPredicate(format: "NOT (localIdentifier == %@)", photos[1]))) == [photos[4]])
            let newest = [NSSortDescriptor(key: "creationDate", ascending: false)]
            #expect(allAssets(options(sort: newest)) == seen.reversed())
            #expect(allAssets(options(sort: newest, limit: 1)) == [photos[4]])
            #expect(try library.app.count(FetchRequest(.allAssets)) == 2)
            #expect(try library.app.count(FetchRequest(.identifiers(.asset, photos.ids))) == 2)
            let selected = try library.owner.grants().first { $0.app == library.identity }?.selectedCount
            #expect(selected == 2)
            try library.deselect([photos[1]])
            #expect(allAssets() == [photos[4]])
            try library.decide(.authorized)
            #expect(allAssets() == photos)
            try library.decide(.limited)
            #expect(allAssets() == [photos[4]])
        }

        @Test(arguments: Transport.allCases)
        func `what is selected and hidden is as hidden as for everybody`(_ transport: Transport) throws {
            let library = try TestLibrary(transport, .limited)
            let photos = try library.add(2)
            try library.select(photos)
            var hidden = AssetUpdate()
            hidden.isHidden = true
            try library.change(.updateAsset(try photos[0].id(), hidden))
            #expect(allAssets() == [photos[1]])
            #expect(allAssets(options(hidden: true)) == photos)
            try library.deselect([photos[0]])
            #expect(allAssets(options(hidden: true)) == [photos[1]])
            #expect(PHAsset.fetchAssets(withLocalIdentifiers: photos, options: nil).identifiers == [photos[1]])
        }

        @Test(arguments: Transport.allCases)
        func `what it may not see and what does not exist are the same by every call`(_ transport: Transport) throws {
            let library = try TestLibrary(transport, .limited)
            let photos = try library.add(3)
            try library.select([photos[0]])
            let secret = try library.addAlbum("Secret", photos)
            let (unseen, nothing) = (try photos[1].id(), ObjectID.random())
            let (unseenAlbum, noAlbum) = (try secret.id(), ObjectID.random())
            let seen = LocalIdentifier(.asset, try photos[0].id())
            let rendered = try staged(library)
            let own = try makeAlbum("Own", [photos[0]])
            let album = try own.id()

            func outcome(_ body: () throws -> Void) -> LibraryError? {
                do {
                    try body()
                    return nil
                } catch {
                    return error as? LibraryError ?? LibraryError(.internal, "\(error)")
                }
            }
            func expectSame(_ name: String, _ body: (ObjectID) throws -> Void, _ a: ObjectID, _ b: ObjectID) {
                let (first, second) = (outcome { try body(a) }, outcome { try body(b) })
                #expect(first == second, "\(name)")
                #expect(first?.code == .notFound, "\(name)")
            }
            func changes(_ name: String, _ a: ObjectID, _ b: ObjectID, _ operations: (ObjectID) -> [ChangeOperation]) {
                expectSame(name, { _ = try library.app.perform(ChangeBlock(operations: operations($0))) }, a, b)
            }
            let app = library.app
            expectSame("resources", { _ = try app.resources(of: $0) }, unseen, nothing)
            expectSame("file", { _ = try app.openResource(.photo, of: $0) }, unseen, nothing)
            expectSame("recipe", { _ = try app.adjustment(of: $0) }, unseen, nothing)
            expectSame(
                "thumbnail",
                { _ = try app.thumbnail(of: $0, fitting: PixelSize(width: 9, height: 9)) },
                unseen,
                nothing
            )
            changes("update", unseen, nothing) { [.updateAsset($0, favourite())] }
            changes("delete", unseen, nothing) { [.deleteAssets([$0])] }
            changes("revert", unseen, nothing) { [.revertAdjustment($0)] }
            changes("edit", unseen, nothing) {
                let edit = Adjustment(rendered: rendered, formatIdentifier: "x", formatVersion: "1", data: [1])
                return [.setAdjustment($0, edit)]
            }
            changes("add", unseen, nothing) { [.insertMembers(.album(album), [LocalIdentifier(.asset, $0)], at: nil)] }
            changes("remove", unseen, nothing) { [.removeMembers(.album(album), [LocalIdentifier(.asset, $0)])] }
            changes("move", unseen, nothing) { [.moveMembers(.album(album), [LocalIdentifier(.asset, $0)], to: 0)] }
            changes("into", unseenAlbum, noAlbum) { [.insertMembers(.album($0), [seen], at: nil)] }
            changes("out of", unseenAlbum, noAlbum) { [.removeMembers(.album($0), [seen])] }
            changes("rename", unseenAlbum, noAlbum) { [.renameCollection(.assetCollection, $0, title: "x")] }
            changes("delete album", unseenAlbum, noAlbum) { [.deleteCollections(.assetCollection, [$0])] }
            changes("child", unseenAlbum, noAlbum) {
                [.insertMembers(.topLevel, [LocalIdentifier(.assetCollection, $0)], at: nil)]
            }
            // Nothing of it was done.
            #expect(try library.owner.count(FetchRequest(.allAssets)) == 3)
            #expect(try members(own) == [photos[0]])
        }

        private func staged(_ library: TestLibrary) throws -> ObjectID {
            let file = try OwnedDescriptor(opening: try library.write(.small(77)), [.readOnly])
            return try library.app.stage(file, filename: "x.jpg").id
        }

        @Test(arguments: Transport.allCases)
        func `a forged hint shows nothing`(_ transport: Transport) throws {
            let library = try TestLibrary(transport, .limited)
            let photos = try library.add(3)
            try library.select([photos[0]])
            let ids = try photos.map { try $0.id() }
            for hint in RowHint(0)...5 {
                for (place, id) in ids.enumerated() {
                    let list = FetchedIdentifiers([id], hints: [hint], kinds: .all(.asset))
                    let page = try library.app.assets(list, 0..<1)
                    let flags = AssetPage.Flags(rawValue: page.flags[0])
                    #expect(flags.contains(.exists) == (place == 0), "hint \(hint), asset \(place)")
                    if place > 0 {
                        #expect(page.flags[0] == 0 && page.pixelWidth[0] == 0 && page.creationDate[0] == 0)
                    } else {
                        #expect(page.creationDate[0] == 1_600_086_400_000_000)
                    }
                }
                let unknown = FetchedIdentifiers([.random()], hints: [hint], kinds: .all(.asset))
                #expect(try library.app.assets(unknown, 0..<1).flags == [0])
            }
            // It gets no hints itself.
            let fetched = try library.app.fetch(FetchRequest(.allAssets))
            #expect((0..<fetched.count).map { fetched.hint(at: $0) } == [0])
        }

        @Test(arguments: Transport.allCases)
        func `sees albums and folders of its own and no others`(_ transport: Transport) throws {
            let library = try TestLibrary(transport, .limited)
            let photos = try library.add(4)
            try library.select([photos[0], photos[1]])
            let secret = try library.addAlbum("Secret", photos)
            let folder = try #require(try library.owner.mintIdentifiers(1).first)
            try library.change(.createCollection(.collectionList, folder, title: "Secret folder", parent: nil))
            let own = try makeAlbum("Own", [photos[0]])
            func albums(_ options: PHFetchOptions? = nil) -> [String] {
                PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: options).identifiers
            }
            func topLevel() -> [String] { PHCollection.fetchTopLevelUserCollections(with: nil).identifiers }
            #expect(albums() == [own])
            #expect(topLevel() == [own])
            #expect(albums(options(NSPredicate(format: "title == %@", "Secret"))) == [])
            #expect(albums(options(NSPredicate(format: "estimatedAssetCount > 3"))) == [])
            #expect(
                PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [secret, own], options: nil).identifiers
                    == [own]
            )
            #expect(PHCollectionList.fetchCollectionLists(with: .folder, subtype: .any, options: nil).count == 0)
            #expect(
                PHAssetCollection.fetchAssetCollectionsContaining(try asset(photos[0]), with: .album, options: nil)
                    .identifiers == [own]
            )
            let inSecret = FetchRequest(.assets(inCollection: try secret.id()))
            #expect(try library.app.fetch(inSecret).count == 0)
            #expect(try library.app.fetch(FetchRequest(.children(ofList: folder))).count == 0)

            // The person puts more into it than the app may see, and the album into a folder of theirs.
            let album = try own.id()
            try library.change(
                .insertMembers(.album(album), [photos[3], photos[1]].compactMap { LocalIdentifier($0) }, at: 0),
                .insertMembers(.folder(folder), [LocalIdentifier(.assetCollection, album)], at: nil)
            )
            #expect(try members(own) == [photos[1], photos[0]])
            #expect(try collection(own).estimatedAssetCount == 2)
            #expect(try collection(own).endDate == Date(timeIntervalSince1970: 1_600_000_000 + 2 * 86_400))
            #expect(albums(options(NSPredicate(format: "estimatedAssetCount == 2"))) == [own])
            #expect(topLevel() == [own])
            #expect(PHCollectionList.fetchCollectionListsContaining(try collection(own), options: nil).count == 0)

            // A member that leaves the selection leaves the album's sight, and comes back with it.
            try library.deselect([photos[0]])
            #expect(try members(own) == [photos[1]])
            #expect(try collection(own).estimatedAssetCount == 1)
            try library.select([photos[0]])
            #expect(try members(own) == [photos[1], photos[0]])

            let mine = try collection(own)
            try perform { PHAssetCollectionChangeRequest(for: mine)?.title = "Renamed" }
            #expect(try collection(own).localizedTitle == "Renamed")
            try perform { PHAssetCollectionChangeRequest.deleteAssetCollections([mine] as NSArray) }
            #expect(albums() == [])
            #expect(try library.owner.count(FetchRequest(.allCollections(.assetCollection))) == 1)
        }

        @Test(arguments: Transport.allCases)
        func `what it adds joins its selection, and what it deletes is gone`(_ transport: Transport) throws {
            let library = try TestLibrary(transport, .limited)
            try library.add(2)
            let file = try library.file(.small(9))
            let token = PHPhotoLibrary.shared().currentChangeToken
            let made = try perform {
                let request = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
                return try #require(request?.placeholderForCreatedAsset).localIdentifier
            }
            #expect(allAssets() == [made])
            #expect(try Told.assets(since: token) == [Told(inserted: [made])])
            #expect(try library.owner.grants().first { $0.app == library.identity }?.selectedCount == 1)
            let own = try asset(made)
            try perform { PHAssetChangeRequest(for: own).isFavorite = true }
            #expect(try asset(made).isFavorite)
            try perform { PHAssetChangeRequest.deleteAssets([own] as NSArray) }
            #expect(allAssets() == [])
            #expect(
                try Told.assets(since: token)
                    == [Told(inserted: [made]), Told(updated: [made]), Told(deleted: [made])]
            )
            #expect(try library.owner.grants().first { $0.app == library.identity }?.selectedCount == 0)
        }

        @Test(arguments: Transport.allCases)
        func `reads files and pictures of its selection only`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport, .limited)
            let photos = try library.add(2)
            try library.select(photos)
            let held = try photos.map(asset)
            #expect(held.map { PHAssetResource.assetResources(for: $0).count } == [1, 1])
            #expect(try library.app.resources(of: try photos[0].id()).map(\.digest) == [[]])
            let resource = try #require(PHAssetResource.assetResources(for: held[1]).first)
            try library.deselect([photos[1]])
            #expect(held.map { PHAssetResource.assetResources(for: $0).count } == [1, 0])
            let options = PHImageRequestOptions()
            options.isSynchronous = true
            let answers = Recorded<(Bool, PHPhotosError.Code?)>()
            for one in held {
                PHImageManager.default().requestImage(
                    for: one,
                    targetSize: CGSize(width: 20, height: 20),
                    contentMode: .aspectFit,
                    options: options
                ) { image, info in
                    answers.append((image != nil, (info?[PHImageErrorKey] as? PHPhotosError)?.code))
                }
            }
            #expect(answers.values.map(\.0) == [true, false])
            #expect(answers.values.map(\.1) == [nil, .identifierNotFound])
            let copy = URL(fileURLWithPath: library.folder.file("copy.jpg").text)
            do {
                try await PHAssetResourceManager.default().writeData(for: resource, toFile: copy, options: nil)
                Issue.record("a file was read that may not be seen")
            } catch PHPhotosError.identifierNotFound {
                #expect(!FileManager.default.fileExists(atPath: copy.path))
            }
        }

        @Test(arguments: Transport.allCases)
        func `history has what happened within its sight and nothing else`(_ transport: Transport) throws {
            let library = try TestLibrary(transport, .limited)
            let photos = try library.add(4)
            let ids = try photos.map { try $0.id() }
            try library.select([photos[0], photos[1]])
            let token = PHPhotoLibrary.shared().currentChangeToken
            func told() throws -> [Told] { try Told.assets(since: token) }

            try library.change(.updateAsset(ids[2], favourite()))
            #expect(try told() == [])
            try library.change(.updateAsset(ids[0], favourite()), .updateAsset(ids[2], rated(1)))
            var expected = [Told(updated: [photos[0]])]
            #expect(try told() == expected)
            try library.select([photos[2]])
            expected.append(Told(inserted: [photos[2]]))
            #expect(try told() == expected)
            // Selected again: nothing new.
            try library.select([photos[2]])
            #expect(try told() == expected)
            try library.change(.updateAsset(ids[2], rated(2)))
            expected.append(Told(updated: [photos[2]]))
            try library.deselect([photos[2], photos[1]])
            expected.append(Told(deleted: [photos[1], photos[2]]))
            #expect(try told() == expected)
            try library.change(.updateAsset(ids[2], rated(3)))
            try library.change(.deleteAssets([ids[2]]))
            #expect(try told() == expected)
            try library.change(.deleteAssets([ids[0], ids[3]]))
            expected.append(Told(deleted: [photos[0]]))
            #expect(try told() == expected)
            try library.select([photos[1]])
            expected.append(Told(inserted: [photos[1]]))
            #expect(try told() == expected)
            try library.restart()
            #expect(try told() == expected)
            try library.add([.small(20)])
            try library.addAlbum("Secret", [photos[1]])
            #expect(try told() == expected)
            #expect(try Told.history(.assetCollection, token) == Array(repeating: Told(), count: expected.count))
        }

        @Test(arguments: Transport.allCases)
        func `history of its own albums tells of the members that it sees`(_ transport: Transport) throws {
            let library = try TestLibrary(transport, .limited)
            let photos = try library.add(3)
            try library.select([photos[0], photos[1]])
            let start = PHPhotoLibrary.shared().currentChangeToken
            let own = try makeAlbum("Own", [photos[0]])
            #expect(try Told.history(.assetCollection, start) == [Told(inserted: [own])])
            let token = PHPhotoLibrary.shared().currentChangeToken
            func told() throws -> [Told] { try Told.history(.assetCollection, token) }
            let album = ChangeOperation.Container.album(try own.id())
            func member(_ place: Int) -> [LocalIdentifier] { [photos[place]].compactMap { LocalIdentifier($0) } }
            // Not seen: an album that changes only there did not change.
            try library.change(.insertMembers(album, member(2), at: nil))
            #expect(try told() == [])
            try library.change(.insertMembers(album, member(1), at: 0))
            var expected = [Told(updated: [own])]
            #expect(try told() == expected)
            try library.change(.removeMembers(album, member(2)))
            #expect(try told() == expected)
            try library.deselect([photos[1]])
            expected.append(Told(updated: [own]))
            #expect(try told() == expected)
            try library.change(.renameCollection(.assetCollection, try own.id(), title: "By the person"))
            expected.append(Told(updated: [own]))
            #expect(try told() == expected)
            try library.change(.deleteAssets([try photos[0].id()]))
            expected.append(Told(updated: [own]))
            #expect(try told() == expected)
            try library.change(.deleteCollections(.assetCollection, [try own.id()]))
            expected.append(Told(deleted: [own]))
            #expect(try told() == expected)
        }

        @Test(arguments: Transport.allCases)
        func `a token of another extent of sight has expired`(_ transport: Transport) throws {
            let library = try TestLibrary(transport, .limited)
            let limited = PHPhotoLibrary.shared().currentChangeToken
            try library.decide(.authorized)
            let full = PHPhotoLibrary.shared().currentChangeToken
            for token in [limited, full] {
                let code = codeThrown { _ = try PHPhotoLibrary.shared().fetchPersistentChanges(since: token) }
                #expect(code == (token === full ? nil : .persistentChangeTokenExpired))
            }
            try library.decide(.limited)
            for token in [limited, full] {
                let code = codeThrown { _ = try PHPhotoLibrary.shared().fetchPersistentChanges(since: token) }
                #expect(code == .persistentChangeTokenExpired)
            }
        }

        @Test(arguments: Transport.allCases)
        func `hears of changes that it sees, of its selection, and of nothing else`(_ transport: Transport) async throws
        {
            let library = try TestLibrary(transport, .limited)
            let photos = try library.add(3)
            let ids = try photos.map { try $0.id() }
            try library.select([photos[0]])
            let (app, owner) = (Recorded<Void>(), Recorded<Void>())
            let observations = [
                try library.app.observeChanges { app.append(()) },
                try library.owner.observeChanges { owner.append(()) },
            ]
            // When the stream is open, and when the server has looked for the first time.
            for rings in [app, owner] { for _ in 0..<2 { await rings.next() } }
            // The server tells everybody of one commit before it looks at the next, so that once the owner hears of the
            // second, whatever the app was to be told of the first is on its way, before all that follows.
            //
            //     person              server                  app
            //     changes 2 (unseen)  tells the person        -
            //     changes 2 again     tells the person        -
            //     changes 0           tells both              one event
            for stars in [UInt32(1), 2] {
                try library.change(.updateAsset(ids[2], rated(stars)))
                await owner.next()
            }
            try library.change(.updateAsset(ids[0], rated(3)))
            await app.next()
            #expect(app.values.count == 3)
            await owner.next()
            for body in [
                { try library.select([photos[1]]) }, { try library.deselect([photos[0]]) },
            ] {
                try body()
                await app.next()
            }
            #expect(app.values.count == 5)
            withExtendedLifetime(observations) {}
        }

        @Test(arguments: Transport.allCases)
        func `an observer is told of the selection as of any other change`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport, .limited)
            let photos = try library.add(3)
            try library.select([photos[0], photos[1]])
            let before = PHAsset.fetchAssets(with: nil)
            let observer = RecordingObserver.registered()
            try library.select([photos[2]])
            let entered = try #require(await observer.changes.next().changeDetails(for: before))
            #expect(entered.insertedObjects.map(\.localIdentifier) == [photos[2]])
            #expect(entered.removedIndexes == IndexSet())
            #expect(entered.fetchResultAfterChanges.identifiers == photos)
            let gone = try asset(photos[0])
            try library.deselect([photos[0]])
            let change = await observer.changes.next()
            let left = try #require(change.changeDetails(for: entered.fetchResultAfterChanges))
            #expect(left.removedIndexes == IndexSet(integer: 0))
            #expect(left.removedObjects.map(\.localIdentifier) == [photos[0]])
            #expect(change.changeDetails(for: gone)?.objectWasDeleted == true)
            PHPhotoLibrary.shared().unregisterChangeObserver(observer)
        }
    }
}
