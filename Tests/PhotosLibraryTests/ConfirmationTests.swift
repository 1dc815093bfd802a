import LibraryClient
import LibraryModel
import LibraryTestSupport
import Photos
import Testing

extension PhotosLibraryTests {
    /// Changes of what the app did not add: the person confirms them, and takes their time.
    @Suite struct ConfirmationTests {
        private func confirming(_ transport: Transport) throws -> TestLibrary {
            let library = try TestLibrary(transport)
            try library.owner.setPreferences(ofApp: library.identity, confirmsChanges: true)
            return library
        }

        private func deletion(of identifier: String) throws -> () -> Void {
            let asset = try asset(identifier)
            return { PHAssetChangeRequest.deleteAssets([asset] as NSArray) }
        }

        @Test(arguments: Transport.allCases)
        func `a change is made once the person has allowed it, and others do not wait for them`(
            _ transport: Transport
        ) async throws {
            let library = try confirming(transport)
            let photos = try library.add(2)
            let agent = try TestAgent(library.owner)
            defer { agent.leave() }
            async let deleted: Void = PHPhotoLibrary.shared().performChanges(deletion(of: photos[0]))
            let prompt = try #require(await agent.prompt())
            guard case .changes(let changes) = prompt.question else {
                Issue.record("another question")
                return
            }
            #expect(changes.deletedAssets == 1)
            #expect(allAssets() == photos)
            // Its own album needs no consent, by any form of the call.
            func album(_ title: String) -> @Sendable () -> Void {
                { _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title) }
            }
            try PHPhotoLibrary.shared().performChangesAndWait(album("One"))
            try await PHPhotoLibrary.shared().performChanges(album("Two"))
            let isDone = await withCheckedContinuation { continuation in
                PHPhotoLibrary.shared().performChanges(album("Three")) { isDone, _ in
                    continuation.resume(returning: isDone)
                }
            }
            #expect(isDone)
            #expect(PHCollection.fetchTopLevelUserCollections(with: nil).count == 3)
            try agent.answer(prompt, .changes(isAllowed: true))
            try await deleted
            #expect(allAssets() == [photos[1]])
        }

        @Test(arguments: Transport.allCases)
        func `a change that the person declines is not made, whoever asks`(_ transport: Transport) async throws {
            let library = try confirming(transport)
            let photos = try library.add(1)
            let agent = try TestAgent(library.owner) { _ in .changes(isAllowed: false) }
            defer { agent.leave() }
            let deletion = try deletion(of: photos[0])
            let code = await pickingCode { try await PHPhotoLibrary.shared().performChanges(deletion) }
            #expect(code == .userCancelled)
            #expect(codeThrown { try PHPhotoLibrary.shared().performChangesAndWait(deletion) } == .userCancelled)
            let told = Recorded<PHPhotosError.Code?>()
            PHPhotoLibrary.shared().performChanges(deletion) { isDone, error in
                #expect(!isDone)
                told.append((error as? PHPhotosError)?.code)
            }
            #expect(await told.next() == .userCancelled)
            #expect(allAssets() == photos)
            #expect(agent.shown.count == 3)
        }

        @Test(arguments: Transport.allCases)
        func `without anybody to ask nothing is changed, and it may be tried again`(
            _ transport: Transport
        ) async throws {
            let library = try confirming(transport)
            let photos = try library.add(1)
            let deletion = try deletion(of: photos[0])
            let code = await pickingCode { try await PHPhotoLibrary.shared().performChanges(deletion) }
            #expect(code == .operationInterrupted)
            #expect(allAssets() == photos)
            let agent = try TestAgent(library.owner) { _ in .changes(isAllowed: true) }
            defer { agent.leave() }
            try await PHPhotoLibrary.shared().performChanges(deletion)
            #expect(allAssets() == [])
        }

        @Test(arguments: Transport.allCases)
        func `cancelling the task takes the question back, and nothing is changed`(
            _ transport: Transport
        ) async throws {
            let library = try confirming(transport)
            let photos = try library.add(1)
            let agent = try TestAgent(library.owner)
            defer { agent.leave() }
            let change = Task { try await PHPhotoLibrary.shared().performChanges(deletion(of: photos[0])) }
            let prompt = try #require(await agent.prompt())
            change.cancel()
            let code = await pickingCode { try await change.value }
            #expect(code == .userCancelled)
            #expect(await agent.isWithdrawn(prompt.number))
            #expect(allAssets() == photos)
        }
    }
}
