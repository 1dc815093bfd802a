import LibraryClient
import LibraryModel
import LibraryTestSupport
import Photos
import SQLiteDatabase
import Testing

extension PhotosLibraryTests {
    @Suite struct HistoryTests {
        private func archived(_ token: PHPersistentChangeToken) throws -> PHPersistentChangeToken {
            let data = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
            return try #require(
                try NSKeyedUnarchiver.unarchivedObject(ofClass: PHPersistentChangeToken.self, from: data)
            )
        }

        private func coded(_ token: PHPersistentChangeToken) throws -> PHPersistentChangeToken {
            try JSONDecoder().decode(
                [PHPersistentChangeToken].self,
                from: JSONEncoder().encode([token])
            )[0]
        }

        private func code(since token: PHPersistentChangeToken) -> PHPhotosError.Code? {
            codeThrown { _ = try PHPhotoLibrary.shared().fetchPersistentChanges(since: token) }
        }

        @Test(arguments: Transport.allCases)
        func `a token survives archives and restarts, and tells what others did meanwhile`(
            _ transport: Transport
        ) throws {
            let library = try TestLibrary(transport)
            let photos = try library.add(3)
            let token = PHPhotoLibrary.shared().currentChangeToken
            let (kept, plain) = (try archived(token), try coded(token))
            #expect(kept.isEqual(token) && plain.isEqual(token))
            #expect(try Told.assets(since: kept) == [])
            try library.restart()
            #expect(try Told.assets(since: kept) == [])
            let new = try library.add([.small(9)])
            var update = AssetUpdate()
            update.isFavorite = true
            try library.change(.updateAsset(try photos[0].id(), update))
            try library.change(.deleteAssets([try photos[1].id()]))
            try library.restart()
            let expected = [
                Told(inserted: Set(new)), Told(updated: [photos[0]]), Told(deleted: [photos[1]]),
            ]
            for token in [token, kept, plain] { #expect(try Told.assets(since: token) == expected) }
            // From each change's own token on, the rest.
            let changes = try Array(PHPhotoLibrary.shared().fetchPersistentChanges(since: kept))
            for (index, change) in changes.enumerated() {
                #expect(try Told.assets(since: archived(change.changeToken)) == Array(expected.dropFirst(index + 1)))
            }
            #expect(changes.last?.changeToken.isEqual(PHPhotoLibrary.shared().currentChangeToken) == true)
        }

        @Test(arguments: Transport.allCases)
        func `a block's net effect is told, once for each object`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let photos = try library.add(2)
            let ids = try photos.map { try $0.id() }
            let album = try #require(try library.owner.mintIdentifiers(1).first)
            let token = PHPhotoLibrary.shared().currentChangeToken
            var favourite = AssetUpdate()
            favourite.isFavorite = true
            var hidden = AssetUpdate()
            hidden.isHidden = true
            try library.change(
                .updateAsset(ids[0], favourite),
                .updateAsset(ids[0], hidden),
                .updateAsset(ids[1], favourite),
                .createCollection(.assetCollection, album, title: "A", parent: nil),
                .insertMembers(.album(album), [LocalIdentifier(.asset, ids[0])], at: nil),
                .renameCollection(.assetCollection, album, title: "B"),
                .deleteAssets([ids[1]])
            )
            #expect(try Told.assets(since: token) == [Told(updated: [photos[0]], deleted: [photos[1]])])
            let name = LocalIdentifier(.assetCollection, album).string
            #expect(try Told.history(.assetCollection, token) == [Told(inserted: [name])])
            // What was there and gone within one block was never there; what changes nothing is no change.
            let later = PHPhotoLibrary.shared().currentChangeToken
            let brief = try #require(try library.owner.mintIdentifiers(1).first)
            try library.change(
                .createCollection(.assetCollection, brief, title: "A", parent: nil),
                .deleteCollections(.assetCollection, [brief])
            )
            try library.change(.updateAsset(ids[0], favourite))
            #expect(try Told.history(.assetCollection, later) == [])
            #expect(PHPhotoLibrary.shared().currentChangeToken.isEqual(later))
        }

        @Test(arguments: Transport.allCases)
        func `albums and folders are told beside assets`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let photos = try library.add(2)
            let ids = try library.owner.mintIdentifiers(2)
            let token = PHPhotoLibrary.shared().currentChangeToken
            let member = LocalIdentifier(.asset, try photos[0].id())
            try library.change(.createCollection(.collectionList, ids[0], title: "F", parent: nil))
            try library.change(.createCollection(.assetCollection, ids[1], title: "A", parent: ids[0]))
            try library.change(.insertMembers(.album(ids[1]), [member], at: nil))
            try library.change(.renameCollection(.assetCollection, ids[1], title: "B"))
            try library.change(.removeMembers(.album(ids[1]), [member]))
            try library.change(.deleteCollections(.assetCollection, [ids[1]]))
            try library.change(.deleteCollections(.collectionList, [ids[0]]))
            let album = LocalIdentifier(.assetCollection, ids[1]).string
            let folder = LocalIdentifier(.collectionList, ids[0]).string
            #expect(
                try Told.history(.assetCollection, token) == [
                    Told(), Told(inserted: [album]), Told(updated: [album]), Told(updated: [album]),
                    Told(updated: [album]), Told(deleted: [album]), Told(),
                ]
            )
            #expect(
                try Told.history(.collectionList, token) == [
                    Told(inserted: [folder]), Told(updated: [folder]), Told(), Told(), Told(),
                    Told(updated: [folder]), Told(deleted: [folder]),
                ]
            )
            #expect(try Told.assets(since: token) == Array(repeating: Told(), count: 7))
        }

        @Test(arguments: Transport.allCases)
        func `a history longer than a page is told whole, and transactions stay whole`(_ transport: Transport) throws {
            // 9,000 inserts, 700 a transaction: pages end within the history, never within a transaction.
            var scratch = ScratchLibrary(assetCount: 9_000)
            scratch.assetsPerTransaction = 700
            let library = try TestLibrary(transport)
            let token = PHPhotoLibrary.shared().currentChangeToken
            try library.whileStopped { try $0.executeScript(scratch.script) }
            let told = try Told.assets(since: token)
            #expect(told.map(\.inserted.count) == Array(repeating: 700, count: 12) + [600])
            #expect(told.reduce(into: Set<String>()) { $0.formUnion($1.inserted) } == Set(allAssets()))
            // One transaction larger than a page.
            let later = PHPhotoLibrary.shared().currentChangeToken
            let all = PHAsset.fetchAssets(with: nil)
            try perform { PHAssetChangeRequest.deleteAssets(all) }
            let photo = try library.add(1)
            let rest = try Told.assets(since: later)
            #expect(rest.map(\.deleted.count) == [9_000, 0])
            #expect(rest.map(\.inserted) == [[], Set(photo)])
            // A result may be gone through again.
            let result = try PHPhotoLibrary.shared().fetchPersistentChanges(since: token)
            #expect(Array(result).count == 15)
            #expect(Array(result).count == 15)
        }

        @Test(arguments: Transport.allCases)
        func `a token of another library, of any altered bit, or of a reset sight has expired`(
            _ transport: Transport
        ) throws {
            let foreign: PHPersistentChangeToken
            do {
                let other = try TestLibrary(transport)
                foreign = try archived(PHPhotoLibrary.shared().currentChangeToken)
                withExtendedLifetime(other) {}
            }
            let library = try TestLibrary(transport)
            try library.add(1)
            let token = PHPhotoLibrary.shared().currentChangeToken
            #expect(code(since: foreign) == .persistentChangeTokenExpired)
            #expect(code(since: token) == nil)
            // As stored: one bit of the bytes altered.
            let bytes = [UInt8](try JSONDecoder().decode([Data].self, from: JSONEncoder().encode([token]))[0])
            for bit in 0..<bytes.count * 8 {
                var altered = bytes
                altered[bit / 8] ^= 1 << (bit % 8)
                let decoded = try JSONDecoder().decode(
                    [PHPersistentChangeToken].self,
                    from: JSONEncoder().encode([Data(altered)])
                )[0]
                #expect(code(since: decoded) == .persistentChangeTokenExpired, "bit \(bit)")
            }
            try library.decide(.denied)
            #expect(code(since: token) == .accessUserDenied)
            try library.decide(.authorized)
            #expect(code(since: token) == .persistentChangeTokenExpired)
            #expect(code(since: PHPhotoLibrary.shared().currentChangeToken) == nil)
        }

        @Test(arguments: Transport.allCases)
        func `a token older than the history has expired, and newer ones have not`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let old = PHPhotoLibrary.shared().currentChangeToken
            try library.add(1)
            let recent = PHPhotoLibrary.shared().currentChangeToken
            let photos = try library.add([.small(5)])
            // What retention does, decades early.
            try library.whileStopped { database in
                try database.executeScript(
                    """
                    DELETE FROM change WHERE sequence <= 1; DELETE FROM change_transaction WHERE sequence <= 1;
                    UPDATE library SET history_floor = 1;
                    """
                )
            }
            #expect(code(since: old) == .persistentChangeTokenExpired)
            #expect(try Told.assets(since: recent) == [Told(inserted: Set(photos))])
            do {
                _ = try PHPhotoLibrary.shared().fetchPersistentChanges(since: old)
            } catch PHPhotosError.persistentChangeTokenExpired {
                // The recovery that the talk shows.
                #expect(allAssets().count == 2)
            }
        }

        @Test(arguments: Transport.allCases)
        func `a stretch that is damaged says so, and the rest is told`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let token = PHPhotoLibrary.shared().currentChangeToken
            let photos = try [1, 2, 3, 4].map { try library.add([.small($0)])[0] }
            try library.whileStopped { try $0.executeScript("DELETE FROM change WHERE sequence IN (2, 3);") }
            var told: [Told?] = []
            for change in try PHPhotoLibrary.shared().fetchPersistentChanges(since: token) {
                do {
                    let details: PHPersistentObjectChangeDetails = try change.changeDetails(for: .asset)
                    told.append(Told(inserted: details.insertedLocalIdentifiers))
                } catch PHPhotosError.persistentChangeTokenExpired, PHPhotosError.persistentChangeDetailsUnavailable {
                    told.append(nil)
                    // In the form of the talk there are no details.
                    if let details = change.changeDetails(for: PHObjectType.asset) { Issue.record("\(details)") }
                }
            }
            #expect(told == [Told(inserted: [photos[0]]), nil, nil, Told(inserted: [photos[3]])])
            // A transaction whose very row is gone is a gap too.
            try library.whileStopped { try $0.executeScript("DELETE FROM change_transaction WHERE sequence = 2;") }
            let codes = try PHPhotoLibrary.shared().fetchPersistentChanges(since: token).map { change in
                codeThrown { let _: PHPersistentObjectChangeDetails = try change.changeDetails(for: .asset) }
            }
            #expect(codes.contains(.persistentChangeDetailsUnavailable))
            #expect(codes.last == .some(nil))
        }

        @Test(arguments: Transport.allCases)
        func `history that lost its end, or is of a copy put back, is not taken for complete`(
            _ transport: Transport
        ) throws {
            let library = try TestLibrary(transport)
            try library.add([.small(1)])
            try library.add([.small(2)])
            let token = PHPhotoLibrary.shared().currentChangeToken
            // An older copy of the database: the token is newer than anything in it.
            try library.whileStopped { database in
                try database.executeScript(
                    "DELETE FROM change WHERE sequence = 2; DELETE FROM change_transaction WHERE sequence = 2;"
                )
            }
            #expect(code(since: token) == .persistentChangeTokenExpired)
        }
    }
}
