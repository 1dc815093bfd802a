import LibraryClient
import LibraryModel
import LibraryStore
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Synchronization
import Testing

@testable import LibraryServer

/// Apps ask, the person answers, the server remembers and enforces.
@Suite(.timeLimit(.minutes(2))) struct ConsentTests {
    @Test func `without an agent the app is told, and nothing is decided`() async throws {
        let served = try Served(photos: 1)
        await #expect(throws: LibraryError.self) { try await served.app.requestAuthorization(for: .readWrite) }
        #expect(try served.app.authorizationStatus(for: .readWrite) == .notDetermined)
        #expect(errorCode { try served.app.pick(PickerConfiguration()).next() } == .nobodyToAsk)
        // However often it tries, it is heard when somebody is there.
        for _ in 0..<20 {
            #expect(errorCode { try served.app.pick(PickerConfiguration()).next() } == .nobodyToAsk)
        }
        let agent = try TestAgent(served.owner) { _ in .dismissed }
        #expect(try served.app.pick(PickerConfiguration()).next().isCancelled)
        agent.leave()
        // The person sees who asked.
        #expect(try served.grant()?.readWrite == .notDetermined)
    }

    @Test func `an agent that was told that it attends is asked`() throws {
        let served = try Served()
        let prompts = served.library.service.library.prompts
        for number in 0..<200 {
            // The one before may be about to go.
            let agent = try TestAgent(served.owner)
            let source = PromptQueue.Source(
                app: "exe:/\(number)",
                claimedName: "",
                usageDescription: "",
                process: 0,
                place: PromptQueue.Place(user: 0, loginSession: nil)
            )
            // Throws when nobody is there.
            prompts.withdraw(
                try prompts.ask(.access(.readWrite), from: source, PromptBroker.Requester(session: 0) { _ in })
            )
            agent.leave()
        }
    }

    @Test func `what an answer leads to is there before an agent sees that the prompt is over`() throws {
        let prompts = PromptBroker()
        let place = PromptQueue.Place(user: 0, loginSession: nil)
        let order = Mutex<[String]>([])
        let shown = Mutex<UInt64?>(nil)
        _ = prompts.subscribe(place) { event in
            if case .prompt(let prompt) = event { shown.withLock { $0 = prompt.number } }
            if case .withdrawn = event { order.withLock { $0.append("withdrawn") } }
            return true
        }
        let source = PromptQueue.Source(
            app: "exe:/a",
            claimedName: "",
            usageDescription: "",
            process: 0,
            place: place
        )
        let requester = PromptBroker.Requester(session: 0) { _ in order.withLock { $0.append("recorded") } }
        try prompts.ask(.picker(PickerConfiguration()), from: source, requester)
        prompts.finish(try #require(shown.withLock { $0 }), .picked([]))
        #expect(order.withLock { $0 } == ["recorded", "withdrawn"])
    }

    @Test func `the question says who asks, and an answer is remembered`() async throws {
        let served = try Served(photos: 2)
        let agent = try TestAgent(served.owner) { _ in .access(.authorized) }
        #expect(try await served.app.requestAuthorization(for: .readWrite) == .authorized)
        let prompt = try #require(await agent.prompt())
        #expect(prompt.app == served.library.appIdentity)
        #expect(prompt.question == .access(.readWrite))
        #expect(!prompt.claimedName.isEmpty)
        #expect(try served.app.seen == served.photos)
        #expect(try await served.app.requestAuthorization(for: .readWrite) == .authorized)
        #expect(agent.shown.count == 1)
        // Shown again only after a reset.
        try served.decide(.notDetermined)
        #expect(try await served.app.requestAuthorization(for: .readWrite) == .authorized)
        #expect(agent.shown.count == 2)
    }

    @Test func `an answer with photos is limited access to exactly those`() async throws {
        let served = try Served(photos: 4)
        let chosen = Array(served.photos[1...2])
        let agent = try TestAgent(served.owner) { _ in .access(.limited, selected: chosen) }
        #expect(try await served.app.requestAuthorization(for: .readWrite) == .limited)
        #expect(try served.app.seen == chosen)
        #expect(agent.shown.count == 1)
        #expect(try served.owner.selection(ofApp: served.library.appIdentity) == chosen)
    }

    @Test func `two requests at once ask once`() async throws {
        let served = try Served()
        let agent = try TestAgent(served.owner)
        async let first = served.app.requestAuthorization(for: .readWrite)
        async let second = served.app.requestAuthorization(for: .readWrite)
        let prompt = try #require(await agent.prompt())
        // One that comes after the answer is another one, which is not asked at all.
        let prompts = served.library.service.library.prompts
        while prompts.requesterCount(of: prompt.number) < 2 { await Task.yield() }
        try agent.answer(prompt, .access(.denied))
        #expect(try await first == .denied)
        #expect(try await second == .denied)
        #expect(agent.shown.count == 1)
    }

    @Test func `closing the question decides nothing`() async throws {
        let served = try Served()
        let agent = try TestAgent(served.owner) { _ in .dismissed }
        #expect(try await served.app.requestAuthorization(for: .readWrite) == .notDetermined)
        #expect(try served.app.authorizationStatus(for: .readWrite) == .notDetermined)
        #expect(agent.shown.count == 1)
    }

    @Test func `an app that vanishes takes its question along, and a late answer is for nobody`() async throws {
        let served = try Served()
        let agent = try TestAgent(served.owner)
        let question = Task { try await served.app.requestAuthorization(for: .readWrite) }
        let prompt = try #require(await agent.prompt())
        question.cancel()
        #expect(await agent.isWithdrawn(prompt.number))
        #expect(errorCode { try agent.answer(prompt, .access(.authorized)) } == .notFound)
        #expect(try served.app.authorizationStatus(for: .readWrite) == .notDetermined)
        _ = try await question.value
    }

    @Test func `an agent that dies leaves the question to the next, and the last to nobody`() async throws {
        let served = try Served()
        let first = try TestAgent(served.owner)
        let question = Task { try await served.app.requestAuthorization(for: .readWrite) }
        let prompt = try #require(await first.prompt())
        let second = try TestAgent(served.owner)
        let taken = await second.prompt()
        #expect(taken == prompt)
        #expect(await first.isWithdrawn(prompt.number))
        second.leave()
        #expect(await first.prompt(2) == prompt)
        first.leave()
        await #expect(throws: LibraryError.self) { _ = try await question.value }
    }

    @Test func `a silenced app is not shown any more`() async throws {
        let served = try Served()
        let agent = try TestAgent(served.owner)
        let question = Task { try await served.app.requestAuthorization(for: .readWrite) }
        try agent.answer(try #require(await agent.prompt()), .dismissed, silences: true)
        #expect(try await question.value == .notDetermined)
        #expect(try served.grant()?.isSilenced == true)
        #expect(errorCode { try served.app.pick(PickerConfiguration()).next() } == .declined)
        try served.owner.setPreferences(ofApp: served.library.appIdentity, isSilenced: false)
        let again = Task { try await served.app.requestAuthorization(for: .readWrite) }
        try agent.answer(try #require(await agent.prompt(2)), .access(.authorized))
        #expect(try await again.value == .authorized)
    }

    @Test func `an app that is silenced with an answer is silenced when it hears it`() async throws {
        let served = try Served()
        let library = served.library.service.library
        let identity = served.library.appIdentity
        let agent = try TestAgent(served.owner)
        let wasSilenced = Mutex<Bool?>(nil)
        let source = PromptQueue.Source(
            app: identity,
            claimedName: "",
            usageDescription: "",
            process: 1,
            place: PromptQueue.Place(user: 1, loginSession: nil)
        )
        let requester = PromptBroker.Requester(session: 1) { _ in
            do { try wasSilenced.withLock { $0 = try library.store.preferences(of: identity).isSilenced } } catch {
                Issue.record("the app's preferences cannot be read: \(error)")
            }
        }
        try library.prompts.ask(.access(.readWrite), from: source, requester)
        try agent.answer(try #require(await agent.prompt()), .dismissed, silences: true)
        #expect(wasSilenced.withLock { $0 } == true)
    }

    @Test func `the other questions of an app that is silenced go as well`() async throws {
        let served = try Served()
        let agent = try TestAgent(served.owner)
        let pick = try served.app.pick(PickerConfiguration())
        let picker = try #require(await agent.prompt())
        let question = Task { try await served.app.requestAuthorization(for: .readWrite) }
        try agent.answer(try #require(await agent.prompt(2)), .access(.authorized), silences: true)
        #expect(try await question.value == .authorized)
        #expect(await agent.isWithdrawn(picker.number))
        #expect(try pick.next().isCancelled)

        try served.owner.setPreferences(ofApp: served.library.appIdentity, isSilenced: false)
        let second = try served.app.pick(PickerConfiguration())
        let prompt = try #require(await agent.prompt(3))
        try served.owner.setPreferences(ofApp: served.library.appIdentity, isSilenced: true)
        #expect(await agent.isWithdrawn(prompt.number))
        #expect(try second.next().isCancelled)
    }

    @Test func `access that ends by time ends by itself`() throws {
        let served = try Served(photos: 1)
        try served.owner.setStatus(.authorized, ofApp: served.library.appIdentity, for: .readWrite, until: 1)
        #expect(try served.app.authorizationStatus(for: .readWrite) == .notDetermined)
        #expect(try served.app.seen == [])
        #expect(try served.grant()?.readWrite == .notDetermined)
        try served.owner.setStatus(.authorized, ofApp: served.library.appIdentity, for: .readWrite, until: .max)
        #expect(try served.app.seen == served.photos)
    }

    // MARK: Changes

    @Test func `deleting what the app did not add is confirmed in one prompt a block`() async throws {
        let served = try Served(photos: 3)
        try served.decide(.authorized)
        let agent = try TestAgent(served.owner) { _ in .changes(isAllowed: true) }
        let own = try Served.add(1, by: served.app)
        try served.app.perform(.deleteAssets(own))
        #expect(agent.shown.isEmpty)
        try served.app.perform(.deleteAssets([served.photos[0]]), .deleteAssets([served.photos[2]]))
        #expect(try served.owner.seen == [served.photos[1]])
        guard case .changes(let changes) = try #require(await agent.prompt()).question else {
            Issue.record("another question")
            return
        }
        #expect(changes.deletedAssets == 2)
        #expect(changes.examples == [served.photos[0], served.photos[2]])
        #expect(agent.shown.count == 1)
    }

    @Test func `a declined block is not performed, not even in part`() throws {
        let served = try Served(photos: 2)
        try served.decide(.authorized)
        let agent = try TestAgent(served.owner) { _ in .changes(isAllowed: false) }
        let update = AssetUpdate.favorite
        #expect(
            errorCode {
                try served.app.perform(.updateAsset(served.photos[0], update), .deleteAssets([served.photos[1]]))
            } == .declined
        )
        #expect(try served.owner.seen == served.photos)
        #expect(agent.shown.count == 1)
        agent.leave()
    }

    @Test func `files wait with the change that waits for the person, however long`() async throws {
        let served = try Served(photos: 1)
        try served.decide(.authorized)
        let agent = try TestAgent(served.owner)
        let staging = served.library.service.library.staging
        func stage(_ seed: UInt64) throws -> ObjectID {
            let bytes = try SamplePhoto(size: PixelSize(width: 24, height: 16), seed: seed).encoded()
            return try served.app.stage(SealedMemory.make(bytes.span), filename: "new.jpg").id
        }
        let ids = try served.app.mintIdentifiers(2)
        let id = ids[0]
        @Sendable func replacement(by staged: ObjectID) -> ChangeBlock {
            let creation = AssetCreation(id: id, resources: [StagedResourceUse(staged: staged, kind: .photo)])
            return ChangeBlock(operations: [.createAsset(creation), .deleteAssets(served.photos)])
        }
        let (forgotten, waiting) = (try stage(91), try stage(92))
        let change = Task { try await onThread { try served.app.perform(replacement(by: waiting)) } }
        let prompt = try #require(await agent.prompt())
        // An hour passes.
        try staging.removeUnused(olderThan: 0)
        try agent.answer(prompt, .changes(isAllowed: true))
        _ = try await change.value
        #expect(try served.owner.seen == [id])
        // What nobody waits for is gone.
        let late = AssetCreation(id: ids[1], resources: [StagedResourceUse(staged: forgotten, kind: .photo)])
        #expect(errorCode { try served.app.perform(.createAsset(late)) } == .missingResource)
    }

    @Test func `without an agent a change is not confirmed`() throws {
        let served = try Served(photos: 1)
        try served.decide(.authorized)
        #expect(errorCode { try served.app.perform(.deleteAssets(served.photos)) } == .nobodyToAsk)
        #expect(try served.owner.seen == served.photos)
    }

    @Test func `small changes of properties are not confirmed, bulk changes are`() throws {
        let served = try Served(photos: 21)
        try served.decide(.authorized)
        let agent = try TestAgent(served.owner) { _ in .changes(isAllowed: true) }
        let update = AssetUpdate.favorite
        _ = try served.app.perform(
            ChangeBlock(operations: served.photos.prefix(20).map { .updateAsset($0, update) })
        )
        #expect(agent.shown.isEmpty)
        _ = try served.app.perform(ChangeBlock(operations: served.photos.map { .updateAsset($0, update) }))
        #expect(agent.shown.count == 1)
        try served.app.perform(.updateAsset(served.photos[0], .hidden))
        #expect(agent.shown.count == 2)
    }

    @Test func `the person can turn confirmation off for an app`() throws {
        let served = try Served(photos: 1)
        try served.decide(.authorized)
        try served.owner.setPreferences(ofApp: served.library.appIdentity, confirmsChanges: false)
        try served.app.perform(.deleteAssets(served.photos))
        #expect(try served.owner.seen == [])
    }

    @Test func `the person's own tools are not asked`() throws {
        let served = try Served(photos: 1)
        try served.owner.perform(.deleteAssets(served.photos))
        #expect(try served.owner.seen == [])
    }
}
