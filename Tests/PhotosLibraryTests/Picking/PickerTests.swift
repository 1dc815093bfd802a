import LibraryClient
import LibraryModel
import LibraryTestSupport
import PhotosUI
import Testing

extension PhotosLibraryTests {
    /// Apple's picker: who is shown what, and what the app is told.
    @MainActor @Suite struct PickerTests {
        @Test(arguments: Transport.allCases)
        func `an app without access is given what was picked, by its delegate, on the main actor`(
            _ transport: Transport
        ) async throws {
            let library = try TestLibrary(transport, .notDetermined)
            let photos = try library.add(3)
            let agent = try TestAgent(library.owner) { _ in .picked([photos[2], photos[0]].ids) }
            let delegate = PickingDelegate()
            var configuration = PHPickerConfiguration()
            configuration.selectionLimit = 2
            configuration.filter = .images
            let picker = PHPickerViewController(configuration: configuration)
            picker.delegate = delegate
            picker.present()
            #expect(picker.isPresented)
            let results = await delegate.told.next()
            #expect(!picker.isPresented)
            #expect(picker.presentationError == nil)
            // Without a library in the configuration there are no identifiers.
            #expect(results.map(\.assetIdentifier) == [nil, nil])
            #expect(results.map { $0.itemProvider.suggestedName } == ["3", "1"])
            #expect(results.map { $0.itemProvider.registeredTypeIdentifiers } == [["public.jpeg"], ["public.jpeg"]])
            #expect(Set(results).count == 2)
            let bytes = try library.bytes(of: .small(3))
            #expect(try await results[0].itemProvider.data(.image) == bytes)
            // And nothing else of the library.
            #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .notDetermined)
            #expect(allAssets() == [])
            guard case .picker(let shown) = try #require(await agent.prompt()).question else {
                Issue.record("another question")
                return
            }
            #expect(shown.selectionLimit == 2)
            #expect(!shown.givesIdentifiers && !shown.isOrdered && !shown.isContinuous)
        }

        @Test(arguments: Transport.allCases)
        func `with a library in the configuration results have identifiers, in the order of selection`(
            _ transport: Transport
        ) async throws {
            let library = try TestLibrary(transport, .notDetermined)
            let photos = try library.add(4)
            let chosen = [photos[3], photos[0], photos[2]]
            let agent = try TestAgent(library.owner) { _ in .picked(chosen.ids) }
            let picker = PHPickerViewController(configuration: .ofLibrary { $0.selection = .ordered })
            #expect(try await picker.pick().map(\.assetIdentifier) == chosen)
            guard case .picker(let shown) = try #require(await agent.prompt()).question else {
                Issue.record("another question")
                return
            }
            #expect(shown.isOrdered && shown.givesIdentifiers)
            #expect(shown.selectionLimit == 0)
            // An identifier is no leave to fetch.
            #expect(PHAsset.fetchAssets(withLocalIdentifiers: chosen, options: nil).count == 0)
        }

        @Test(arguments: Transport.allCases)
        func `what was preselected comes back empty, deselected ones do not, and the recipe of Apple's merges them`(
            _ transport: Transport
        ) async throws {
            let library = try TestLibrary(transport, .notDetermined)
            let photos = try library.add(3)
            let first = try TestAgent(library.owner) { _ in .picked([photos[0], photos[1]].ids) }
            var selection: [String: PHPickerResult] = [:]
            for result in try await PHPickerViewController(configuration: .ofLibrary()).pick() {
                selection[try #require(result.assetIdentifier)] = result
            }
            first.leave()
            let second = try TestAgent(library.owner) { _ in .picked([photos[1], photos[2]].ids) }
            defer { second.leave() }
            let existing = selection
            let configuration = PHPickerConfiguration.ofLibrary {
                $0.preselectedAssetIdentifiers = Array(photos[0...1])
            }
            let results = try await PHPickerViewController(configuration: configuration).pick()
            #expect(results.map(\.assetIdentifier) == [photos[1], photos[2]])
            #expect(results[0].itemProvider.registeredTypeIdentifiers == [])
            #expect(!results[0].itemProvider.canLoadObject(ofClass: PhotoImage.self))
            selection = [:]
            for result in results {
                let identifier = try #require(result.assetIdentifier)
                selection[identifier] = existing[identifier] ?? result
            }
            // All that is left can be loaded, those of the first time too.
            #expect(Set(selection.keys) == [photos[1], photos[2]])
            for (seed, identifier) in [(2, photos[1]), (3, photos[2])] {
                let provider = try #require(selection[identifier]).itemProvider
                #expect(try await provider.data(.jpeg) == library.bytes(of: .small(UInt64(seed))))
            }
        }

        @Test(arguments: Transport.allCases)
        func `cancelling tells the delegate nothing, or what was preselected`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport, .notDetermined)
            let photos = try library.add(2)
            let agent = try TestAgent(library.owner) { _ in .dismissed }
            defer { agent.leave() }
            let delegate = PickingDelegate()
            for (preselected, expected) in [([], []), ([photos[1]], [photos[1]])] {
                let configuration = PHPickerConfiguration.ofLibrary { $0.preselectedAssetIdentifiers = preselected }
                let picker = PHPickerViewController(configuration: configuration)
                picker.delegate = delegate
                picker.present()
                let results = await delegate.told.next()
                #expect(results.map(\.assetIdentifier) == expected)
                #expect(results.allSatisfy { $0.itemProvider.registeredTypeIdentifiers.isEmpty })
                #expect(picker.presentationError == nil)
            }
        }

        @Test func `a limit of one takes no preselection, as with Apple's`() async throws {
            let library = try TestLibrary(.inProcess, .notDetermined)
            let photos = try library.add(1)
            let agent = try TestAgent(library.owner) { _ in .dismissed }
            let configuration = PHPickerConfiguration.ofLibrary {
                $0.preselectedAssetIdentifiers = photos
                $0.selectionLimit = 1
            }
            #expect(try await PHPickerViewController(configuration: configuration).pick().isEmpty)
            guard case .picker(let shown) = try #require(await agent.prompt()).question else {
                Issue.record("another question")
                return
            }
            #expect(shown.preselected.isEmpty)
        }

        @Test(arguments: Transport.allCases)
        func `without anybody to show it the delegate hears of a cancellation, and who asks hears why`(
            _ transport: Transport
        ) async throws {
            let library = try TestLibrary(transport, .notDetermined)
            let photos = try library.add(1)
            let picker = PHPickerViewController(
                configuration: .ofLibrary { $0.preselectedAssetIdentifiers = photos }
            )
            let delegate = PickingDelegate()
            picker.delegate = delegate
            picker.present()
            // Not that everything was deselected.
            #expect(await delegate.told.next().map(\.assetIdentifier) == photos)
            #expect(picker.presentationError?.code == .operationInterrupted)
            let code = await pickingCode { _ = try await picker.pick() }
            #expect(code == .operationInterrupted)
        }

        @Test func `an app that the person silenced is not shown a picker`() async throws {
            let library = try TestLibrary(.inProcess, .notDetermined)
            let agent = try TestAgent(library.owner)
            defer { agent.leave() }
            // The app has to be known before something can be said about it.
            try library.decide(.denied)
            try library.owner.setPreferences(ofApp: library.identity, isSilenced: true)
            let code = await pickingCode { _ = try await PHPickerViewController(configuration: .ofLibrary()).pick() }
            #expect(code == .userCancelled)
            #expect(agent.shown.isEmpty)
        }

        @Test func `without a server the reason is told`() async throws {
            let library = try TestLibrary(.socket, .notDetermined)
            try library.stop()
            let code = await pickingCode { _ = try await PHPickerViewController(configuration: .ofLibrary()).pick() }
            #expect(code == .libraryVolumeOffline)
        }

        @Test func `an agent that goes away while it shows a picker ends it`() async throws {
            let library = try TestLibrary(.inProcess, .notDetermined)
            let agent = try TestAgent(library.owner)
            let picking = Task { try await PHPickerViewController(configuration: .ofLibrary()).pick() }
            _ = await agent.prompt()
            agent.leave()
            let code = await pickingCode { _ = try await picking.value }
            #expect(code == .operationInterrupted)
        }

        @Test(arguments: Transport.allCases)
        func `a continuous selection is told with every change, and an item keeps its provider`(
            _ transport: Transport
        ) async throws {
            let library = try TestLibrary(transport, .notDetermined)
            let photos = try library.add(3)
            let agent = try TestAgent(library.owner)
            let picker = PHPickerViewController(configuration: .ofLibrary { $0.selection = .continuousAndOrdered })
            var selections = picker.selections().makeAsyncIterator()
            let prompt = try #require(await agent.prompt())
            try library.owner.updatePicker(prompt.number, [photos[0]].ids)
            let first = try #require(try await selections.next())
            #expect(first.map(\.assetIdentifier) == [photos[0]])
            try library.owner.updatePicker(prompt.number, [photos[1], photos[0]].ids)
            let second = try #require(try await selections.next())
            #expect(second.map(\.assetIdentifier) == [photos[1], photos[0]])
            #expect(second[1] == first[0])
            #expect(picker.isPresented)
            try agent.answer(prompt, .picked([photos[1], photos[2]].ids))
            let last = try #require(try await selections.next())
            #expect(last.map(\.assetIdentifier) == [photos[1], photos[2]])
            #expect(try await selections.next() == nil)
            #expect(!picker.isPresented)
            #expect(try await last[1].itemProvider.data(.jpeg) == library.bytes(of: .small(3)))
            // Deselected: taken back.
            let code = await pickingCode { _ = try await first[0].itemProvider.data(.jpeg) }
            #expect(code == .identifierNotFound)
        }

        @Test(arguments: Transport.allCases)
        func `what a continuous picker gave stays when the app takes the picker away, as long as it holds it`(
            _ transport: Transport
        ) async throws {
            let library = try TestLibrary(transport, .notDetermined)
            let photos = try library.add(2)
            let agent = try TestAgent(library.owner)
            var configuration = PHPickerConfiguration()
            (configuration.selection, configuration.selectionLimit) = (.continuous, 0)
            let picker = PHPickerViewController(configuration: configuration)
            // Takes the picker away when it hears of the first selection.
            let delegate = PickingDelegate()
            picker.delegate = delegate
            picker.present()
            let prompt = try #require(await agent.prompt())
            try library.owner.updatePicker(prompt.number, [photos[1]].ids)
            let results = await delegate.told.next()
            #expect(!picker.isPresented)
            #expect(await agent.isWithdrawn(prompt.number))
            let provider = try #require(results.first).itemProvider
            #expect(try await provider.data(.jpeg) == library.bytes(of: .small(2)))
            #expect(delegate.told.values.count == 1)
            // It is the person's to take back all the same.
            try library.owner.revokePicks(ofApp: library.identity)
            let code = await pickingCode { _ = try await provider.data(.jpeg) }
            #expect(code == .identifierNotFound)
        }

        @Test(arguments: Transport.allCases)
        func `the app changes its picker while it is shown, in order`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport, .notDetermined)
            let photos = try library.add(2)
            let agent = try TestAgent(library.owner)
            let picker = PHPickerViewController(configuration: .ofLibrary())
            async let picked = picker.pick()
            // Some of it before the picker is there.
            while !picker.isPresented { await Task.yield() }
            var update = PHPickerConfiguration.Update()
            update.selectionLimit = 5
            update.searchText = PHPickerSearchText("lake")
            picker.updatePicker(using: update)
            picker.deselectAssets(withIdentifiers: [photos[0], "nonsense"])
            picker.moveAsset(withIdentifier: photos[1], afterAssetWithIdentifier: photos[0])
            picker.moveAsset(withIdentifier: photos[1], afterAssetWithIdentifier: nil)
            picker.moveAsset(withIdentifier: photos[1], afterAssetWithIdentifier: "nonsense")
            picker.moveAsset(withIdentifier: "nonsense", afterAssetWithIdentifier: nil)
            let prompt = try #require(await agent.prompt())
            while agent.updates.count < 4 { await Task.yield() }
            let ids = photos.ids
            #expect(agent.updates[0].selectionLimit == 5)
            #expect(agent.updates[0].searchText == "lake")
            #expect(agent.updates[1].deselected == [ids[0]])
            #expect(agent.updates[2].move == PickerUpdate.Move(ids[1], after: ids[0]))
            #expect(agent.updates[3].move == PickerUpdate.Move(ids[1], after: nil))
            try agent.answer(prompt, .picked([]))
            let results = try await picked
            #expect(results.isEmpty)
            #expect(agent.updates.count == 4)
        }

        @Test(arguments: Transport.allCases)
        func `dismissing takes the picker away and tells the delegate nothing`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport, .notDetermined)
            let agent = try TestAgent(library.owner)
            let picker = PHPickerViewController(configuration: PHPickerConfiguration())
            let delegate = PickingDelegate()
            picker.delegate = delegate
            picker.present()
            let prompt = try #require(await agent.prompt())
            var isCompleted = false
            picker.dismiss(animated: true) { isCompleted = true }
            #expect(isCompleted)
            #expect(!picker.isPresented)
            #expect(await agent.isWithdrawn(prompt.number))
            // It can be shown again, and then the delegate hears of that alone.
            picker.present()
            let again = try #require(await agent.prompt(2))
            try agent.answer(again, .dismissed)
            #expect(await delegate.told.next() == [])
            #expect(delegate.told.values.count == 1)
        }

        @Test(arguments: Transport.allCases)
        func `cancelling the task that picks takes the picker away`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport, .notDetermined)
            let agent = try TestAgent(library.owner)
            let picking = Task { try await PHPickerViewController(configuration: .ofLibrary()).pick() }
            let prompt = try #require(await agent.prompt())
            picking.cancel()
            let code = await pickingCode { _ = try await picking.value }
            #expect(code == .userCancelled)
            #expect(await agent.isWithdrawn(prompt.number))
        }

        @Test func `a picker lives while it is shown, and no longer`() async throws {
            let library = try TestLibrary(.inProcess, .notDetermined)
            let agent = try TestAgent(library.owner)
            weak var picker: PHPickerViewController?
            let delegate = PickingDelegate()
            do {
                let shown = PHPickerViewController(configuration: PHPickerConfiguration())
                shown.delegate = delegate
                shown.present()
                picker = shown
            }
            let prompt = try #require(await agent.prompt())
            #expect(picker != nil)
            try agent.answer(prompt, .dismissed)
            #expect(await delegate.told.next() == [])
            while picker != nil { await Task.yield() }
        }

        @Test func `limited access neither helps nor hinders`() async throws {
            let library = try TestLibrary(.inProcess, .limited)
            let photos = try library.add(2)
            try library.select([photos[0]])
            let agent = try TestAgent(library.owner) { prompt in
                if case .picker = prompt.question { .picked([photos[1]].ids) } else { nil }
            }
            defer { agent.leave() }
            let results = try await PHPickerViewController(configuration: .ofLibrary()).pick()
            #expect(results.map(\.assetIdentifier) == [photos[1]])
            #expect(try await results[0].itemProvider.data(.jpeg) == library.bytes(of: .small(2)))
            #expect(allAssets() == [photos[0]])
        }
    }
}
