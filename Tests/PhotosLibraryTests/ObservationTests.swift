import LibraryClient
import LibraryModel
import Photos
import Testing

extension PhotosLibraryTests {
    @Suite struct ObservationTests {
        private func byDate(_ predicate: NSPredicate? = nil) -> PHFetchResult<PHAsset> {
            PHAsset.fetchAssets(
                with: options(predicate, sort: [NSSortDescriptor(key: "creationDate", ascending: true)])
            )
        }

        /// What an app does with the details: its own list becomes the new one.
        private func applied(_ details: PHFetchResultChangeDetails<PHAsset>, to list: [String]) throws -> [String] {
            var list = list
            for index in try #require(details.removedIndexes).reversed() { list.remove(at: index) }
            for (index, object) in zip(try #require(details.insertedIndexes), details.insertedObjects) {
                list.insert(object.localIdentifier, at: index)
            }
            var moves: [(from: Int, to: Int)] = []
            details.enumerateMoves { moves.append(($0, $1)) }
            let moved = moves.map { list[$0.from] }
            for index in moves.map(\.from).sorted(by: >) { list.remove(at: index) }
            for (move, identifier) in zip(moves, moved).sorted(by: { $0.0.to < $1.0.to }) {
                list.insert(identifier, at: move.to)
            }
            return list
        }

        @Test(arguments: Transport.allCases)
        func `another app's block is told with exact indexes`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport)
            let photos = try library.add(6)
            let ids = try photos.map { try $0.id() }
            let before = byDate()
            #expect(before.identifiers == photos)
            let observer = RecordingObserver.registered()
            var favourite = AssetUpdate()
            favourite.isFavorite = true
            var early = AssetUpdate()
            early.creationDate = .set(0)
            // 1 goes, 4 moves to the front, 2 and 5 change.
            try library.change(
                .deleteAssets([ids[1]]),
                .updateAsset(ids[4], early),
                .updateAsset(ids[2], favourite),
                .updateAsset(ids[5], favourite)
            )
            let change = await observer.changes.next()
            let details = try #require(change.changeDetails(for: before))
            #expect(details.hasIncrementalChanges)
            #expect(details.fetchResultBeforeChanges === before)
            #expect(details.fetchResultAfterChanges.identifiers == [4, 0, 2, 3, 5].map { photos[$0] })
            #expect(details.removedIndexes == IndexSet(integer: 1))
            #expect(details.removedObjects.map(\.localIdentifier) == [photos[1]])
            #expect(details.insertedIndexes == IndexSet())
            #expect(details.hasMoves)
            var moves: [[Int]] = []
            details.enumerateMoves { moves.append([$0, $1]) }
            #expect(moves == [[3, 0]])
            #expect(details.changedIndexes == IndexSet([0, 2, 4]))
            #expect(details.changedObjects.map(\.localIdentifier) == [4, 2, 5].map { photos[$0] })
            #expect(details.changedObjects.map(\.isFavorite) == [false, true, true])
            #expect(try applied(details, to: photos) == details.fetchResultAfterChanges.identifiers)

            let next = details.fetchResultAfterChanges
            // In the middle by its date.
            let new = try library.add([.small(100), .small(3)])
            let inserted = try #require(await observer.changes.next().changeDetails(for: next))
            #expect(inserted.insertedIndexes == IndexSet([3, 6]))
            #expect(Set(inserted.insertedObjects.map(\.localIdentifier)) == Set(new))
            #expect(inserted.changedIndexes == IndexSet() && inserted.removedIndexes == IndexSet())
            #expect(try applied(inserted, to: next.identifiers) == byDate().identifiers)
            PHPhotoLibrary.shared().unregisterChangeObserver(observer)
        }

        @Test(arguments: Transport.allCases)
        func `what did not change has no details`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport)
            let photos = try library.add(3)
            let album = try library.addAlbum("A", [photos[0]])
            let (one, two) = (try asset(photos[0]), try asset(photos[1]))
            let inAlbum = PHAsset.fetchAssets(in: try collection(album), options: nil)
            let favourites = byDate(NSPredicate(format: "favorite == YES"))
            let albums = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil)
            let videos = PHAsset.fetchAssets(with: .video, options: nil)
            let observer = RecordingObserver.registered()
            var favourite = AssetUpdate()
            favourite.isFavorite = true
            try library.change(.updateAsset(try photos[1].id(), favourite))
            let change = await observer.changes.next()
            #expect(change.changeDetails(for: one) == nil)
            #expect(change.changeDetails(for: inAlbum) == nil)
            #expect(change.changeDetails(for: videos) == nil)
            #expect(change.changeDetails(for: albums) == nil)
            #expect(change.changeDetails(for: try collection(album)) == nil)
            #expect(change.changeDetails(for: favourites)?.insertedIndexes == IndexSet(integer: 0))
            #expect(change.changeDetails(for: byDate())?.changedIndexes == IndexSet(integer: 1))
            let details = try #require(change.changeDetails(for: two))
            #expect(details.objectBeforeChanges === two && !two.isFavorite)
            #expect(details.objectAfterChanges?.isFavorite == true)
            #expect(!details.assetContentChanged && !details.objectWasDeleted)
            PHPhotoLibrary.shared().unregisterChangeObserver(observer)
        }

        @Test(arguments: Transport.allCases)
        func `albums tell of their title apart from their members`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport)
            let photos = try library.add(3)
            let album = try library.addAlbum("A", photos)
            let found = try collection(album)
            let members = PHAsset.fetchAssets(in: found, options: nil)
            let albums = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil)
            let observer = RecordingObserver.registered()
            let id = try album.id()
            try library.change(.moveMembers(.album(id), [LocalIdentifier(.asset, try photos[2].id())], to: 0))
            let moved = await observer.changes.next()
            // An album's details are about its own properties, never about what is in it.
            #expect(moved.changeDetails(for: found) == nil)
            let details = try #require(moved.changeDetails(for: members))
            #expect(details.hasMoves && details.changedIndexes == IndexSet())
            #expect(try applied(details, to: photos) == [2, 0, 1].map { photos[$0] })
            try library.change(.renameCollection(.assetCollection, id, title: "B"))
            let renamed = await observer.changes.next()
            let title = try #require(renamed.changeDetails(for: found))
            #expect(title.objectAfterChanges?.localizedTitle == "B")
            #expect(title.objectBeforeChanges.localizedTitle == "A")
            #expect(renamed.changeDetails(for: details.fetchResultAfterChanges) == nil)
            #expect(renamed.changeDetails(for: albums)?.changedIndexes == IndexSet(integer: 0))
            try library.change(.deleteCollections(.assetCollection, [id]))
            let deleted = await observer.changes.next()
            #expect(deleted.changeDetails(for: found)?.objectWasDeleted == true)
            #expect(deleted.changeDetails(for: albums)?.removedIndexes == IndexSet(integer: 0))
            #expect(deleted.changeDetails(for: members)?.removedIndexes == IndexSet(0..<3))
            PHPhotoLibrary.shared().unregisterChangeObserver(observer)
        }

        @Test(arguments: Transport.allCases)
        func `an app hears of its own changes, and of edits as changed content`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport)
            let photo = try asset(try library.add([.small(1)])[0])
            let observer = RecordingObserver.registered()
            let input = try #require(
                await withCheckedContinuation { continuation in
                    photo.requestContentEditingInput(with: nil) { input, _ in continuation.resume(returning: input) }
                }
            )
            let output = PHContentEditingOutput(contentEditingInput: input)
            output.adjustmentData = PHAdjustmentData(formatIdentifier: "x", formatVersion: "1", data: Data([1]))
            try Data(contentsOf: try library.file(.small(2))).write(to: output.renderedContentURL)
            try perform { PHAssetChangeRequest(for: photo).contentEditingOutput = output }
            let details = try #require(await observer.changes.next().changeDetails(for: photo))
            #expect(details.assetContentChanged)
            #expect(details.objectAfterChanges?.hasAdjustments == true)
            PHPhotoLibrary.shared().unregisterChangeObserver(observer)
        }

        @Test(arguments: Transport.allCases)
        func `without incremental details a change says only that there is one`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport)
            try library.add(2)
            let plain = PHFetchOptions()
            plain.wantsIncrementalChangeDetails = false
            let before = PHAsset.fetchAssets(with: plain)
            let observer = RecordingObserver.registered()
            let new = try library.add([.small(9)])
            let details = try #require(await observer.changes.next().changeDetails(for: before))
            #expect(!details.hasIncrementalChanges && !details.hasMoves)
            #expect(details.insertedIndexes == nil && details.removedIndexes == nil && details.changedIndexes == nil)
            #expect(details.insertedObjects == [])
            #expect(details.fetchResultAfterChanges.count == 3)
            #expect(details.fetchResultAfterChanges[2].localIdentifier == new[0])
            PHPhotoLibrary.shared().unregisterChangeObserver(observer)
        }

        @Test(arguments: Transport.allCases)
        func `every change of many is told, in order, whoever made it`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport)
            let photos = try library.add(8)
            let albumID = try library.addAlbum("A", photos)
            let found = try collection(albumID)
            var result = PHAsset.fetchAssets(in: found, options: nil)
            var list = result.identifiers
            let observer = RecordingObserver.registered()
            var random = SystemRandomNumberGenerator()
            let id = try albumID.id()
            for round in 0..<40 {
                let some = photos.shuffled(using: &random).prefix(3).compactMap { LocalIdentifier($0) }
                let count = try members(albumID).count
                let operation: ChangeOperation =
                    switch round % 4 {
                    case 0: .removeMembers(.album(id), some)
                    case 1: .insertMembers(.album(id), some, at: Int.random(in: 0...count, using: &random))
                    case 2: .insertMembers(.album(id), photos.compactMap { LocalIdentifier($0) }, at: nil)
                    default: .moveMembers(.album(id), some, to: Int.random(in: 0...(count - 3), using: &random))
                    }
                if round % 2 == 0 {
                    _ = try library.change(operation)
                } else {
                    _ = try library.app.perform(ChangeBlock(operations: [operation]))
                }
            }
            let end = try members(albumID)
            // Changes may be told together; in the end all were.
            while list != end {
                let change = await observer.changes.next()
                guard let details = change.changeDetails(for: result) else { continue }
                list = try applied(details, to: list)
                result = details.fetchResultAfterChanges
                #expect(list == result.identifiers)
            }
            PHPhotoLibrary.shared().unregisterChangeObserver(observer)
        }

        @Test func `nothing is missed while the server restarts`() async throws {
            let library = try TestLibrary(.socket)
            let photos = try library.add(3)
            var result = PHAsset.fetchAssets(with: nil)
            let observer = RecordingObserver.registered()
            for round in 0..<3 {
                try library.restart()
                // Before the observer is back.
                let seed = UInt64(50 + round)
                let new = try library.add([.small(seed)])
                try library.change(.deleteAssets([try photos[round].id()]))
                var told: (inserted: [String], removed: [String]) = ([], [])
                while told.inserted != new || told.removed != [photos[round]] {
                    guard let details = await observer.changes.next().changeDetails(for: result) else { continue }
                    #expect(details.hasIncrementalChanges)
                    told.inserted += details.insertedObjects.map(\.localIdentifier)
                    told.removed += details.removedObjects.map(\.localIdentifier)
                    result = details.fetchResultAfterChanges
                }
                #expect(result.identifiers == allAssets())
            }
            PHPhotoLibrary.shared().unregisterChangeObserver(observer)
        }

        @Test(arguments: Transport.allCases)
        func `a released or removed observer is not called`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport)
            let staying = RecordingObserver.registered()
            let leaving = RecordingObserver.registered()
            // Registered twice is registered once.
            PHPhotoLibrary.shared().register(staying)
            weak var forgotten: RecordingObserver?
            do {
                let brief = RecordingObserver.registered()
                forgotten = brief
            }
            #expect(forgotten == nil)
            try library.add([.small(1)])
            _ = await staying.changes.next()
            _ = await leaving.changes.next()
            PHPhotoLibrary.shared().unregisterChangeObserver(leaving)
            try library.add([.small(2)])
            _ = await staying.changes.next()
            try library.add([.small(3)])
            _ = await staying.changes.next()
            #expect(leaving.changes.values.count == 1)
            #expect(staying.changes.values.count == 3)
            PHPhotoLibrary.shared().unregisterChangeObserver(staying)
        }

        @Test(arguments: Transport.allCases)
        func `an observer from before the person decided is told once they have`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport, .notDetermined)
            let photos = try library.add(2)
            let before = PHAsset.fetchAssets(with: nil)
            #expect(before.count == 0)
            let observer = RecordingObserver.registered()
            try library.decide(.authorized)
            let details = try #require(await observer.changes.next().changeDetails(for: before))
            #expect(!details.hasIncrementalChanges)
            #expect(details.fetchResultAfterChanges.identifiers == photos)
            PHPhotoLibrary.shared().unregisterChangeObserver(observer)
        }
    }
}
