import LibraryClient
import LibraryModel
import LibraryTestSupport
import PhotosUI
import Testing

extension PhotosLibraryTests {
    /// The picker by which a person changes what an app with limited access may see.
    @Suite struct LimitedPickerTests {
        /// The app asks for it itself, so the automatic question is no part of these tests.
        private func answering(_ assets: [String]) -> @Sendable (Prompt) -> PromptAnswer? {
            { prompt in prompt.question == .selection(isAutomatic: false) ? .selection(assets.ids) : nil }
        }

        @Test(arguments: Transport.allCases)
        func `exactly what was added is told, and observers hear of it`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport, .limited)
            let photos = try library.add(4)
            try library.select(Array(photos[0...1]))
            let agent = try TestAgent(library.owner, answering: answering([photos[1], photos[3], photos[2]]))
            defer { agent.leave() }
            let observer = RecordingObserver.registered()
            let before = PHAsset.fetchAssets(with: nil)
            #expect(before.identifiers == Array(photos[0...1]))
            let added = await PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: nil)
            #expect(added == [photos[3], photos[2]])
            #expect(allAssets() == Array(photos[1...]))
            // One change may tell who left, another who entered.
            var (result, removed, inserted) = (before, Set<String>(), Set<String>())
            while inserted.count < 2 || removed.isEmpty {
                guard let details = await observer.changes.next().changeDetails(for: result) else { continue }
                result = details.fetchResultAfterChanges
                removed.formUnion(details.removedObjects.map(\.localIdentifier))
                inserted.formUnion(details.insertedObjects.map(\.localIdentifier))
            }
            #expect(removed == [photos[0]])
            #expect(inserted == [photos[2], photos[3]])
            PHPhotoLibrary.shared().unregisterChangeObserver(observer)
        }

        @Test(arguments: Transport.allCases)
        func `the form with a completion handler tells the same`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport, .limited)
            let photos = try library.add(2)
            let agent = try TestAgent(library.owner, answering: answering(photos))
            defer { agent.leave() }
            let added: [String] = await withCheckedContinuation { continuation in
                PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: NSObject()) {
                    continuation.resume(returning: $0)
                }
            }
            #expect(added == photos)
        }

        @Test(arguments: Transport.allCases)
        func `the form that returns at once asks as well`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport, .limited)
            let photos = try library.add(1)
            let agent = try TestAgent(library.owner)
            defer { agent.leave() }
            // Not the asynchronous form.
            let present = { PHPhotoLibrary.shared().presentLimitedLibraryPicker() }
            present()
            let prompt = try #require(await agent.prompt())
            #expect(prompt.question == .selection(isAutomatic: false))
            try agent.answer(prompt, .selection(photos.ids))
            #expect(try library.owner.selection(ofApp: library.identity) == photos.ids)
        }

        @Test(arguments: Transport.allCases)
        func `nothing is asked unless access is limited`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport, .notDetermined)
            try library.add(1)
            let agent = try TestAgent(library.owner)
            defer { agent.leave() }
            for status in [AuthorizationStatus.notDetermined, .denied, .authorized] {
                try library.decide(status)
                #expect(await PHPhotoLibrary.shared().presentLimitedLibraryPicker() == [])
            }
            #expect(agent.shown.isEmpty)
        }

        @Test(arguments: Transport.allCases)
        func `without anybody to ask nothing is added, and who wants to know is told why`(
            _ transport: Transport
        ) async throws {
            let library = try TestLibrary(transport, .limited)
            #expect(await PHPhotoLibrary.shared().presentLimitedLibraryPicker() == [])
            let code = await pickingCode { _ = try await PHPhotoLibrary.shared().changeLimitedLibrarySelection() }
            #expect(code == .operationInterrupted)
            try library.stop()
            let gone = await pickingCode { _ = try await PHPhotoLibrary.shared().changeLimitedLibrarySelection() }
            #expect(gone == .libraryVolumeOffline)
        }

        @Test(arguments: Transport.allCases)
        func `cancelling the task takes the question back`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport, .limited)
            let agent = try TestAgent(library.owner)
            defer { agent.leave() }
            let question = Task { try await PHPhotoLibrary.shared().changeLimitedLibrarySelection() }
            let prompt = try #require(await agent.prompt())
            question.cancel()
            let code = await pickingCode { _ = try await question.value }
            #expect(code == .userCancelled)
            #expect(await agent.isWithdrawn(prompt.number))
        }
    }
}
