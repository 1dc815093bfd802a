import LibraryClient
import LibraryModel
import LibraryTestSupport
import Photos
import Testing

extension PhotosLibraryTests {
    @Suite struct CloudIdentifierTests {
        private var library: PHPhotoLibrary { PHPhotoLibrary.shared() }

        @Test(arguments: Transport.allCases)
        func `assets and albums map to cloud identifiers and back`(_ transport: Transport) throws {
            let testLibrary = try TestLibrary(transport)
            let objects = try testLibrary.add(2) + [try testLibrary.addAlbum("Mine")]
            let mappings = library.cloudIdentifierMappings(forLocalIdentifiers: objects + ["nonsense"])
            #expect(mappings.count == 4)
            let identifiers = try objects.map { try #require(mappings[$0]).get() }
            let missing = #expect(throws: PHPhotosError.self) { try #require(mappings["nonsense"]).get() }
            #expect(missing?.code == .identifierNotFound)
            let stored = try identifiers.map {
                try #require(PHCloudIdentifier(archivalStringValue: $0.archivalStringValue))
            }
            let back = library.localIdentifierMappings(for: stored)
            #expect(try stored.map { try #require(back[$0]).get() } == objects)
            let synced = library.localIdentifierMappings(forSynced: stored)
            #expect(try stored.map { try #require(synced[$0]).get() } == objects)
        }

        @Test(arguments: Transport.allCases)
        func `several assets with the content are candidates`(_ transport: Transport) throws {
            let testLibrary = try TestLibrary(transport)
            // The library tells the person of duplicates, and lets apps make them.
            let file = try testLibrary.file(.small(1))
            let photos = try (0..<2).map { _ in
                try perform {
                    let request = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
                    return try #require(request?.placeholderForCreatedAsset).localIdentifier
                }
            }
            let mapping = library.cloudIdentifierMappings(forLocalIdentifiers: [photos[0]])
            let named = try #require(mapping[photos[0]]).get()
            let known = try #require(CloudIdentifier(named.archivalStringValue))
            // As another library would have named it.
            let foreign = try #require(
                PHCloudIdentifier(
                    archivalStringValue: CloudIdentifier(.asset, record: .random(), content: known.content).string
                )
            )
            let answer = try #require(library.localIdentifierMappings(for: [foreign])[foreign])
            let error = #expect(throws: PHPhotosError.self) { try answer.get() }
            #expect(error?.code == .multipleIdentifiersFound)
            #expect(error?.userInfo[PHLocalIdentifiersErrorKey] as? [String] == photos)
        }

        @Test func `100,000 objects map to cloud identifiers and back, one request each way`() throws {
            let count = CloudIdentifier.maximumCount
            let testLibrary = try TestLibrary(.socket, rows: ScratchLibrary(assetCount: count + 1).script)
            let all = allAssets()
            #expect(all.count == count + 1)
            let asked = Array(all.prefix(count))
            let mappings = library.cloudIdentifierMappings(forLocalIdentifiers: asked)
            let identifiers = try asked.map { try #require(mappings[$0]).get() }
            #expect(Set(identifiers).count == count)
            let back = library.localIdentifierMappings(for: identifiers)
            #expect(try identifiers.map { try #require(back[$0]).get() } == asked)
            // As many are one request, then: one more is refused, in both directions.
            let tooMany = try all.map { try #require(LocalIdentifier($0)) }
            let code = #expect(throws: LibraryError.self) { try testLibrary.app.cloudIdentifiers(of: tooMany) }?.code
            #expect(code == .limitExceeded)
            let known = try #require(CloudIdentifier(identifiers[0].archivalStringValue))
            let refusal = #expect(throws: LibraryError.self) {
                let names = Array(repeating: known, count: count + 1)
                return try testLibrary.app.localIdentifiers(of: names, onlySynced: true)
            }
            #expect(refusal?.code == .limitExceeded)
            // The public method divides what is more.
            let more = library.cloudIdentifierMappings(forLocalIdentifiers: all)
            #expect(Set(try more.values.map { try $0.get() }).count == count + 1)
        }

        @Test(arguments: Transport.allCases)
        func `captions and keywords are written and read`(_ transport: Transport) throws {
            let testLibrary = try TestLibrary(transport)
            let photo = try asset(try #require(testLibrary.add(1).first))
            try perform {
                let request = PHAssetChangeRequest(for: photo)
                request.caption = "On the summit"
                request.addKeyword("Alps")
                request.addKeyword("Snow")
            }
            #expect(photo.extendedMetadata.caption == "On the summit")
            #expect(photo.extendedMetadata.keywords == ["Alps", "Snow"])
            try perform { PHAssetChangeRequest(for: photo).removeKeyword("Alps") }
            #expect(photo.extendedMetadata.keywords == ["Snow"])
            #expect(allAssets(options(NSPredicate(format: "keywords CONTAINS[cd] 'snow'"))) == [photo.localIdentifier])
            #expect(allAssets(options(NSPredicate(format: "keywords CONTAINS 'snow'"))) == [])
        }
    }
}
