import LibraryClient
import LibraryModel
import Photos
import Testing

extension PhotosLibraryTests {
    @Suite struct CollectionChangeTests {
        private func albums() -> [String] {
            PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil).identifiers
        }

        private func topLevel() -> [String] { PHCollection.fetchTopLevelUserCollections(with: nil).identifiers }

        private func makeAlbum(_ title: String, _ assets: [PHAsset] = []) throws -> String {
            try perform {
                let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
                request.addAssets(assets as NSArray)
                return request.placeholderForCreatedAssetCollection.localIdentifier
            }
        }

        private func makeFolder(_ title: String, _ inside: [String] = []) throws -> String {
            let children = try inside.map { try child($0) }
            return try perform {
                let request = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: title)
                request.addChildCollections(children as NSArray)
                return request.placeholderForCreatedCollectionList.localIdentifier
            }
        }

        private func child(_ identifier: String) throws -> PHCollection {
            identifier.hasSuffix("020") ? try list(identifier) : try collection(identifier)
        }

        private func assets(_ identifiers: [String]) throws -> [PHAsset] { try identifiers.map(asset) }

        @Test(arguments: Transport.allCases)
        func `one block makes a photo, an album for it and a folder for that, by placeholders`(
            _ transport: Transport
        ) throws {
            let library = try TestLibrary(transport)
            let file = try library.file(.small(1))
            let token = PHPhotoLibrary.shared().currentChangeToken
            let (photo, album, folder) = try perform {
                () -> (PHObjectPlaceholder, PHObjectPlaceholder, PHObjectPlaceholder) in
                // The folder first: what is named may be made later in the block.
                let folder = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "Trips")
                let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Alps")
                let photo = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
                let placeholder = try #require(photo?.placeholderForCreatedAsset)
                album.addAssets([placeholder] as NSArray)
                folder.addChildCollections([album.placeholderForCreatedAssetCollection] as NSArray)
                return (
                    placeholder, album.placeholderForCreatedAssetCollection,
                    folder.placeholderForCreatedCollectionList
                )
            }
            #expect(try asset(photo.localIdentifier).isEqual(photo))
            let made = try collection(album.localIdentifier)
            #expect(made.isEqual(album))
            #expect(made.localizedTitle == "Alps")
            #expect(made.canContainAssets && !made.canContainCollections)
            #expect(made.assetCollectionType == .album && made.assetCollectionSubtype == .albumRegular)
            let trips = try list(folder.localIdentifier)
            #expect(trips.isEqual(folder))
            #expect(trips.localizedTitle == "Trips")
            #expect(!trips.canContainAssets && trips.canContainCollections)
            #expect(trips.collectionListType == .folder && trips.collectionListSubtype == .regularFolder)
            #expect(try members(album.localIdentifier) == [photo.localIdentifier])
            #expect(try children(folder.localIdentifier) == [album.localIdentifier])
            #expect(topLevel() == [folder.localIdentifier])
            // One block is one transaction is one entry of history.
            let changes = try Array(PHPhotoLibrary.shared().fetchPersistentChanges(since: token))
            #expect(changes.count == 1)
            #expect(try Told.history(.asset, token) == [Told(inserted: [photo.localIdentifier])])
            #expect(try Told.history(.assetCollection, token) == [Told(inserted: [album.localIdentifier])])
            #expect(try Told.history(.collectionList, token) == [Told(inserted: [folder.localIdentifier])])
            #expect(changes.first?.changeToken.isEqual(PHPhotoLibrary.shared().currentChangeToken) == true)
        }

        @Test(arguments: Transport.allCases)
        func `assets are added, inserted, replaced, moved and removed in an album`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let photos = try library.add(8)
            let found = try assets(photos)
            let album = try makeAlbum("A", Array(found[0..<5]))
            func ids(_ places: Int...) -> [String] { places.map { photos[$0] } }
            func change(_ body: @escaping (PHAssetCollectionChangeRequest) -> Void) throws {
                let album = try collection(album)
                try perform { body(try #require(PHAssetCollectionChangeRequest(for: album))) }
            }
            #expect(try members(album) == ids(0, 1, 2, 3, 4))
            // What is there already stays where it is.
            try change { $0.addAssets([found[5], found[1]] as NSArray) }
            #expect(try members(album) == ids(0, 1, 2, 3, 4, 5))
            try change { $0.insertAssets([found[6], found[7]] as NSArray, at: IndexSet([1, 4])) }
            #expect(try members(album) == ids(0, 6, 1, 2, 7, 3, 4, 5))
            try change { $0.removeAssets(at: IndexSet([0, 7])) }
            #expect(try members(album) == ids(6, 1, 2, 7, 3, 4))
            // Taken out first; the index counts in what is left.
            try change { $0.moveAssets(at: IndexSet([0, 2]), to: 3) }
            #expect(try members(album) == ids(1, 7, 3, 6, 2, 4))
            try change { $0.moveAssets(at: IndexSet(integer: 5), to: 0) }
            #expect(try members(album) == ids(4, 1, 7, 3, 6, 2))
            try change { $0.replaceAssets(at: IndexSet([1, 2]), withAssets: [found[0], found[5]] as NSArray) }
            #expect(try members(album) == ids(4, 0, 5, 3, 6, 2))
            try change { $0.removeAssets([found[3], found[7]] as NSArray) }
            #expect(try members(album) == ids(4, 0, 5, 6, 2))
            // Several edits of one request go on from each other.
            try change {
                $0.removeAssets(at: IndexSet(integer: 0))
                $0.insertAssets([found[1]] as NSArray, at: IndexSet(integer: 0))
                $0.moveAssets(at: IndexSet(integer: 4), to: 1)
                $0.addAssets([found[4]] as NSArray)
                $0.title = "B"
            }
            #expect(try members(album) == ids(1, 2, 0, 5, 6, 4))
            #expect(try collection(album).localizedTitle == "B")
        }

        @Test(arguments: Transport.allCases)
        func `an album and a folder tell when they were modified`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let photos = try library.add(1)
            let before = Date(timeIntervalSinceNow: -0.001)
            let album = try library.addAlbum("Album")
            let made = try #require(try collection(album).modificationDate)
            #expect(made > before && made < Date(timeIntervalSinceNow: 0.001))
            let found = try collection(album)
            let photo = try asset(photos[0])
            try perform { PHAssetCollectionChangeRequest(for: found)?.addAssets([photo] as NSArray) }
            #expect(try #require(try collection(album).modificationDate) > made)
            // A snapshot stays what it was.
            #expect(found.modificationDate == made)
            let folder = try perform {
                PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "Folder")
                    .placeholderForCreatedCollectionList.localIdentifier
            }
            #expect(try #require(try list(folder).modificationDate) > made)
            let favorites = PHAssetCollection.fetchAssetCollections(
                with: .smartAlbum,
                subtype: .smartAlbumFavorites,
                options: nil
            )
            #expect(try #require(favorites.firstObject).modificationDate == nil)
        }

        @Test(arguments: Transport.allCases)
        func `indexes mean the result that the app saw, whatever others did since`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let photos = try library.add(6)
            let album = try library.addAlbum("A", Array(photos[0..<5]))
            let seen = PHAsset.fetchAssets(in: try collection(album), options: nil)
            let id = try album.id()
            // Somebody else puts the last in front and takes the first out.
            try library.change(
                .moveMembers(.album(id), [LocalIdentifier(.asset, try photos[4].id())], to: 0),
                .removeMembers(.album(id), [LocalIdentifier(.asset, try photos[0].id())])
            )
            #expect(try members(album) == [4, 1, 2, 3].map { photos[$0] })
            let found = try collection(album)
            // 1 and 3 of what was seen.
            try perform {
                PHAssetCollectionChangeRequest(for: found, assets: seen)?.removeAssets(at: IndexSet([1, 3]))
            }
            #expect(try members(album) == [4, 2].map { photos[$0] })
            // 0 of what was seen is no member any more: nothing to remove, and no error.
            try perform {
                PHAssetCollectionChangeRequest(for: found, assets: seen)?.removeAssets(at: IndexSet([0, 2]))
            }
            #expect(try members(album) == [photos[4]])
            // The end of what was seen is beyond the end by now.
            let new = try asset(photos[5])
            try perform {
                PHAssetCollectionChangeRequest(for: found, assets: seen)?
                    .insertAssets([new] as NSArray, at: IndexSet(integer: 5))
            }
            #expect(try members(album) == [photos[4], photos[5]])
        }

        @Test(arguments: Transport.allCases)
        func `a hidden member keeps its place and is not counted by indexes`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let photos = try library.add(5)
            let album = try library.addAlbum("A", Array(photos[0..<4]))
            let hidden = try asset(photos[1])
            try perform { PHAssetChangeRequest(for: hidden).isHidden = true }
            #expect(try members(album) == [0, 2, 3].map { photos[$0] })
            let found = try collection(album)
            let new = try asset(photos[4])
            try perform {
                PHAssetCollectionChangeRequest(for: found)?.insertAssets([new] as NSArray, at: IndexSet(integer: 1))
            }
            #expect(try members(album) == [0, 4, 2, 3].map { photos[$0] })
            let all = PHAsset.fetchAssets(in: found, options: options(hidden: true)).identifiers
            #expect(Set(all) == Set(photos))
            #expect(all.filter { $0 != photos[1] } == [0, 4, 2, 3].map { photos[$0] })
        }

        @Test(arguments: Transport.allCases)
        func `albums are found by what is in them, and their key asset is the first`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let photos = try library.add(3)
            let found = try assets(photos)
            let one = try makeAlbum("One", [found[0], found[1]])
            let two = try makeAlbum("Two", [found[1]])
            func containing(_ asset: PHAsset) -> Set<String> {
                Set(
                    PHAssetCollection.fetchAssetCollectionsContaining(asset, with: .album, options: nil).identifiers
                )
            }
            #expect(containing(found[0]) == [one])
            #expect(containing(found[1]) == [one, two])
            #expect(containing(found[2]) == [])
            #expect(PHAsset.fetchKeyAssets(in: try collection(one), options: nil)?.identifiers == [photos[0]])
            #expect(
                PHAssetCollection.fetchAssetCollections(with: .album, subtype: .albumRegular, options: nil).count == 2
            )
            // An identifier of another type of object names no album.
            #expect(
                PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [photos[0], one], options: nil)
                    .identifiers
                    == [one]
            )
        }

        @Test(arguments: Transport.allCases)
        func `folders nest, and albums move between them`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let (a, b) = (try makeAlbum("a"), try makeAlbum("b"))
            let inner = try makeFolder("inner", [a])
            let outer = try makeFolder("outer", [inner, b])
            #expect(topLevel() == [outer])
            #expect(try children(outer) == [inner, b])
            #expect(try children(inner) == [a])
            func parents(_ collection: PHCollection) -> [String] {
                PHCollectionList.fetchCollectionListsContaining(collection, options: nil).identifiers
            }
            #expect(parents(try collection(a)) == [inner])
            #expect(parents(try list(inner)) == [outer])
            #expect(parents(try list(outer)) == [])
            let mixed = PHCollection.fetchCollections(in: try list(outer), options: nil)
            #expect(mixed[0] is PHCollectionList)
            #expect(mixed[1] is PHAssetCollection)

            let token = PHPhotoLibrary.shared().currentChangeToken
            let (outerList, albumA) = (try list(outer), try collection(a))
            try perform {
                PHCollectionListChangeRequest(for: outerList)?
                    .insertChildCollections([albumA] as NSArray, at: IndexSet(integer: 0))
            }
            #expect(try children(outer) == [a, inner, b])
            #expect(try children(inner) == [])
            #expect(try Told.history(.collectionList, token) == [Told(updated: [outer, inner])])
            #expect(try Told.history(.assetCollection, token) == [Told(updated: [a])])
            try perform {
                PHCollectionListChangeRequest(for: outerList)?.moveChildCollections(at: IndexSet([0, 1]), to: 1)
            }
            #expect(try children(outer) == [b, a, inner])
            // What leaves a folder is at the top level.
            try perform {
                PHCollectionListChangeRequest(for: outerList)?.removeChildCollections(at: IndexSet(integer: 0))
            }
            #expect(topLevel() == [outer, b])
            let top = PHCollection.fetchTopLevelUserCollections(with: nil)
            try perform {
                PHCollectionListChangeRequest(forTopLevelCollectionListUserCollections: top)?
                    .moveChildCollections(at: IndexSet(integer: 1), to: 0)
            }
            #expect(topLevel() == [b, outer])
            let (innerList, topList) = (try list(inner), try list(outer))
            let cycle = codeThrown {
                try perform {
                    PHCollectionListChangeRequest(for: innerList)?.addChildCollections([topList] as NSArray)
                }
            }
            #expect(cycle == .changeNotSupported)
            #expect(topLevel() == [b, outer])
            withExtendedLifetime(library) {}
        }

        @Test(arguments: Transport.allCases)
        func `deleting a folder deletes what is inside, and never an asset`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let photos = try library.add(2)
            let album = try makeAlbum("a", try assets(photos))
            let other = try makeAlbum("b", try assets(photos))
            let inner = try makeFolder("inner", [album])
            let outer = try makeFolder("outer", [inner])
            let token = PHPhotoLibrary.shared().currentChangeToken
            let doomed = try list(outer)
            try perform { PHCollectionListChangeRequest.deleteCollectionLists([doomed] as NSArray) }
            #expect(topLevel() == [other])
            #expect(albums() == [other])
            #expect(allAssets() == photos)
            #expect(try Told.history(.collectionList, token) == [Told(deleted: [inner, outer])])
            #expect(try Told.history(.assetCollection, token) == [Told(deleted: [album])])
            #expect(try Told.history(.asset, token) == [Told()])
            let last = try collection(other)
            try perform { PHAssetCollectionChangeRequest.deleteAssetCollections([last] as NSArray) }
            #expect(topLevel() == [])
            #expect(allAssets() == photos)
            #expect(last.localizedTitle == "b")
            let code = codeThrown { try perform { PHAssetCollectionChangeRequest(for: last)?.title = "c" } }
            #expect(code == .identifierNotFound)
        }

        @Test(arguments: Transport.allCases)
        func `folders are found by title and renamed`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let (x, y) = (try makeFolder("x"), try makeFolder("y"))
            func found(_ predicate: NSPredicate) -> [String] {
                PHCollectionList.fetchCollectionLists(with: .folder, subtype: .any, options: options(predicate))
                    .identifiers
            }
            #expect(found(NSPredicate(format: "title = %@", "x")) == [x])
            let folder = try list(y)
            try perform {
                let request = PHCollectionListChangeRequest(for: folder)
                #expect(request?.title == "y")
                request?.title = "Zoë’s"
            }
            #expect(found(NSPredicate(format: "localizedTitle == %@", "Zoë’s")) == [y])
            #expect(try list(y).localizedTitle == "Zoë’s")
            #expect(try list(y).canPerform(.rename))
            withExtendedLifetime(library) {}
        }
    }
}
