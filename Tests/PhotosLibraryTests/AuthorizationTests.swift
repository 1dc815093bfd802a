import LibraryClient
import LibraryModel
import LibraryTestSupport
import Photos
import Testing

extension PhotosLibraryTests {
    @Suite struct AuthorizationTests {
        @Test(arguments: Transport.allCases)
        func `an app that nobody decided about reads nothing and changes nothing`(_ transport: Transport) throws {
            let library = try TestLibrary(transport, .notDetermined)
            let photos = try library.add(2)
            #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .notDetermined)
            #expect(PHPhotoLibrary.authorizationStatus(for: .addOnly) == .notDetermined)
            try expectNoAccess(photos, .accessUserDenied)
        }

        @Test(arguments: Transport.allCases)
        func `a denied and a restricted app read nothing and are told why they cannot change`(
            _ transport: Transport
        ) throws {
            let library = try TestLibrary(transport, .denied)
            let photos = try library.add(2)
            #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .denied)
            try expectNoAccess(photos, .accessUserDenied)
            try library.decide(.restricted)
            #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .restricted)
            try expectNoAccess(photos, .accessRestricted)
        }

        private func expectNoAccess(_ photos: [String], _ code: PHPhotosError.Code) throws {
            #expect(PHAsset.fetchAssets(with: nil).count == 0)
            #expect(PHAsset.fetchAssets(withLocalIdentifiers: photos, options: nil).count == 0)
            #expect(PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil).count == 0)
            #expect(PHCollection.fetchTopLevelUserCollections(with: nil).count == 0)
            let album = codeThrown {
                try perform { _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Mine") }
            }
            #expect(album == code)
            let image = PhotoImage(width: 2, height: 2, rgba: [UInt8](repeating: 200, count: 16))
            let asset = codeThrown {
                try perform { _ = PHAssetChangeRequest.creationRequestForAsset(from: try #require(image)) }
            }
            #expect(asset == code)
            let token = PHPhotoLibrary.shared().currentChangeToken
            #expect(codeThrown { _ = try PHPhotoLibrary.shared().fetchPersistentChanges(since: token) } == code)
        }

        @Test(arguments: Transport.allCases)
        func `a question waits for the person and brings the answer`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport, .notDetermined)
            let agent = try TestAgent(library.owner)
            defer { agent.leave() }
            let photos = try library.add(1)
            async let answer = PHPhotoLibrary.requestAuthorization(for: .readWrite)
            // The person sees who asks before they decide.
            while try !library.owner.grants().contains(where: { $0.app == library.identity }) { await Task.yield() }
            #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .notDetermined)
            #expect(allAssets() == [])
            try library.decide(.authorized)
            #expect(await answer == .authorized)
            #expect(allAssets() == photos)
            // Decided once: nobody is asked again.
            #expect(await PHPhotoLibrary.requestAuthorization(for: .readWrite) == .authorized)
            try library.decide(.denied)
            #expect(await PHPhotoLibrary.requestAuthorization(for: .readWrite) == .denied)
            #expect(allAssets() == [])
        }

        @Test(arguments: Transport.allCases)
        func `every asker gets the answer, and the old call does not know limited`(
            _ transport: Transport
        ) async throws {
            let library = try TestLibrary(transport, .notDetermined)
            let agent = try TestAgent(library.owner)
            defer { agent.leave() }
            async let first = PHPhotoLibrary.requestAuthorization(for: .readWrite)
            async let old = withCheckedContinuation { continuation in
                PHPhotoLibrary.requestAuthorization { continuation.resume(returning: $0) }
            }
            while try !library.owner.grants().contains(where: { $0.app == library.identity }) { await Task.yield() }
            try library.decide(.limited)
            #expect(await first == .limited)
            #expect(await old == .authorized)
            #expect(PHPhotoLibrary.authorizationStatus() == .authorized)
            #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .limited)
            #expect(PHPhotoLibrary.authorizationStatus(for: .addOnly) == .authorized)
        }

        @Test func `a question outlives the server that it was put to`() async throws {
            let library = try TestLibrary(.socket, .notDetermined)
            let former = try TestAgent(library.owner)
            async let answer = PHPhotoLibrary.requestAuthorization(for: .readWrite)
            _ = await former.prompt()
            try library.restart()
            let agent = try TestAgent(library.owner) { _ in .access(.limited) }
            #expect(await answer == .limited)
            #expect(agent.shown.count == 1)
        }

        @Test(arguments: Transport.allCases)
        func `a question that is taken back was not answered`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport, .notDetermined)
            let agent = try TestAgent(library.owner)
            defer { agent.leave() }
            let question = Task { await PHPhotoLibrary.requestAuthorization(for: .readWrite) }
            while try !library.owner.grants().contains(where: { $0.app == library.identity }) { await Task.yield() }
            question.cancel()
            #expect(await question.value == .notDetermined)
            #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .notDetermined)
        }

        @Test(arguments: Transport.allCases)
        func `an app that may only add creates assets and reads nothing`(_ transport: Transport) throws {
            let library = try TestLibrary(transport, .notDetermined)
            try library.decide(.authorized, .addOnly)
            #expect(PHPhotoLibrary.authorizationStatus(for: .addOnly) == .authorized)
            #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .notDetermined)
            let file = try library.file(.small(7))
            let made = try perform {
                let request = try #require(PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file))
                request.isFavorite = true
                return try #require(request.placeholderForCreatedAsset).localIdentifier
            }
            #expect(allAssets() == [])
            #expect(PHAsset.fetchAssets(withLocalIdentifiers: [made], options: nil).count == 0)
            let favourite = codeThrown {
                try perform { _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "x") }
            }
            #expect(favourite == .accessUserDenied)
            let token = PHPhotoLibrary.shared().currentChangeToken
            let history = codeThrown { _ = try PHPhotoLibrary.shared().fetchPersistentChanges(since: token) }
            #expect(history == .accessUserDenied)
            try library.decide(.authorized)
            #expect(allAssets() == [made])
            #expect(try asset(made).isFavorite)
        }

        @Test(arguments: Transport.allCases)
        func `access that is withdrawn ends at once`(_ transport: Transport) throws {
            let library = try TestLibrary(transport, rows: ScratchLibrary(assetCount: 200).script)
            let held = PHAsset.fetchAssets(with: nil)
            let photos = allAssets()
            try library.decide(.denied)
            #expect(allAssets() == [])
            // The list stays as it was fetched, but tells nothing more than what came with it: of the first photos.
            #expect(held.count == 200)
            #expect(held.object(at: 199).localIdentifier == photos[199])
            #expect(held.object(at: 199).creationDate == nil)
            #expect(PHAssetResource.assetResources(for: held.object(at: 0)).isEmpty)
        }
    }
}
