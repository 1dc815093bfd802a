import LibraryModel
import Photos
import Testing

extension PhotosLibraryTests {
    @Suite struct SmartAlbumTests {
        private func smartAlbum(_ subtype: PHAssetCollectionSubtype) throws -> PHAssetCollection {
            try #require(
                PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: subtype, options: nil).firstObject
            )
        }

        @Test(arguments: Transport.allCases)
        func `favourites is found, holds what is a favourite, and says what it is`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let photos = try library.add(3)
            let chosen = try asset(photos[1])
            try perform { PHAssetChangeRequest(for: chosen).isFavorite = true }
            let favorites = try smartAlbum(.smartAlbumFavorites)
            #expect(PHAsset.fetchAssets(in: favorites, options: nil).identifiers == [photos[1]])
            #expect(favorites.localizedTitle == "Favorites")
            #expect(favorites.assetCollectionType == .smartAlbum)
            #expect(favorites.assetCollectionSubtype == .smartAlbumFavorites)
            #expect(favorites.estimatedAssetCount == 1)
            #expect(!favorites.canPerform(.rename) && !favorites.canPerform(.addContent))
            let again = PHAssetCollection.fetchAssetCollections(
                withLocalIdentifiers: [favorites.localIdentifier],
                options: nil
            )
            #expect(again.identifiers == [favorites.localIdentifier])
        }

        @Test(arguments: Transport.allCases)
        func `all smart albums are found at once, and only them`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            try library.addAlbum("Mine")
            let all = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .any, options: nil)
            #expect(all.count == 20)
            var subtypes: Set<PHAssetCollectionSubtype> = []
            all.enumerateObjects { album, _, _ in subtypes.insert(album.assetCollectionSubtype) }
            #expect(subtypes.isSuperset(of: [.smartAlbumUserLibrary, .smartAlbumRAW, .smartAlbumCinematic]))
            #expect(subtypes.count == 20)
            #expect(
                PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .albumRegular, options: nil).count
                    == 0
            )
        }

        @Test(arguments: Transport.allCases)
        func `a limited app's smart albums hold its selection`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let photos = try library.add(3)
            try library.decide(.limited)
            try library.select([photos[2]])
            let recents = try smartAlbum(.smartAlbumUserLibrary)
            #expect(PHAsset.fetchAssets(in: recents, options: nil).identifiers == [photos[2]])
            #expect(
                PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .smartAlbumAllHidden, options: nil)
                    .count == 0
            )
        }

        @Test(arguments: Transport.allCases)
        func `what was deleted is found in recently deleted, with its properties, and recovered`(
            _ transport: Transport
        ) throws {
            let library = try TestLibrary(transport)
            let photos = try library.add(2)
            let doomed = try asset(photos[0])
            try perform { PHAssetChangeRequest.deleteAssets([doomed] as NSArray) }
            #expect(allAssets() == [photos[1]])
            let subtype = try #require(PHAssetCollectionSubtype(rawValue: 1_000_000_201))
            let found = PHAsset.fetchAssets(in: try smartAlbum(subtype), options: nil)
            #expect(found.identifiers == [photos[0]])
            #expect(found.firstObject?.pixelWidth == 48)
            try perform { PHAssetChangeRequest.recoverAssets(found) }
            #expect(allAssets() == photos)
            #expect(PHAsset.fetchAssets(in: try smartAlbum(subtype), options: nil).count == 0)
        }
    }
}
