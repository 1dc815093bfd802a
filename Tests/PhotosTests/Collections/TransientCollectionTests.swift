import Foundation
import LibraryModel
import Testing

@testable import Photos

@Suite struct TransientCollectionTests {
    private func asset() -> PHAsset { PHAsset(.random(), row: AssetRow()) }

    @Test func `an album in memory has what it was made of and no key asset`() {
        let album = PHAssetCollection.transientAssetCollection(with: [asset(), asset()], title: "Today")
        #expect(album.localizedTitle == "Today")
        #expect(album.estimatedAssetCount == 2)
        #expect(album.assetCollectionType == .album)
        #expect(album.canContainAssets)
        #expect(!album.canContainCollections)
        #expect(!album.canPerform(.addContent))
        #expect(PHAsset.fetchKeyAssets(in: album, options: nil) == nil)
        #expect(PHAssetCollection.transientAssetCollection(with: [], title: nil).localizedTitle == nil)
    }

    @Test func `a fetch in it leaves hidden assets out as any fetch does`() {
        let members = [asset(), asset()]
        let album = PHAssetCollection.transientAssetCollection(with: members, title: nil) as? TransientAssetCollection
        let options = PHFetchOptions()
        let ids = members.compactMap { $0.resolvedIdentity?.id }
        #expect(album?.fetch(options).request?.scope == .identifiers(.asset, ids))
        #expect(album?.fetch(options).request?.predicate?.instructions.contains(.key("isHidden")) == true)
        options.includeHiddenAssets = true
        #expect(album?.fetch(options).request?.predicate == nil)
    }

    @Test func `a folder in memory is fetched in, filtered, sorted and cut`() {
        let albums = ["Berlin", "Athens", "Bern"].map {
            PHAssetCollection.transientAssetCollection(with: [], title: $0)
        }
        let folder = PHCollectionList.transientCollectionList(with: albums, title: "Cities")
        #expect(folder.localizedTitle == "Cities")
        #expect(folder.canContainCollections)
        func titles(_ options: PHFetchOptions?) -> [String] {
            let result = PHCollection.fetchCollections(in: folder, options: options)
            return result.objects(at: IndexSet(0..<result.count)).compactMap(\.localizedTitle)
        }
        #expect(titles(nil) == ["Berlin", "Athens", "Bern"])
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
        #expect(titles(options) == ["Athens", "Berlin", "Bern"])
        options.predicate = NSPredicate(format: "title BEGINSWITH %@", "Ber")
        #expect(titles(options) == ["Berlin", "Bern"])
        options.fetchLimit = 1
        #expect(titles(options) == ["Berlin"])
        let result = PHCollection.fetchCollections(in: folder, options: nil)
        #expect(PHChange().changeDetails(for: result) == nil)
        let copy = PHCollectionList.transientCollectionList(withCollectionsFetchResult: result, title: nil)
        #expect(PHCollection.fetchCollections(in: copy, options: nil).count == 3)
    }
}
