import CivilDates
import LibraryClient
import LibraryModel
import LibraryProtocol
import LibraryStore
import LibraryTestSupport
import LibraryTransport
import LinuxSystem
import SamplePhotos
import Synchronization
import Testing

@testable import LibraryServer

/// What follows at once when the person decides about an app.
@Suite(.timeLimit(.minutes(2))) struct DecisionTests {
    private var anything: PickerConfiguration {
        var configuration = PickerConfiguration()
        configuration.selectionLimit = 0
        return configuration
    }

    @Test func `a denied app can read none of what it was given in pickers`() throws {
        let served = try Served(photos: 2)
        let agent = try TestAgent(served.owner) { _ in .picked([served.photos[1]]) }
        let pick = try served.app.pick(anything)
        let item = try #require(try pick.next().items.first).number
        #expect(try pick.resources(of: item).count == 1)
        try served.decide(.denied)
        #expect(errorCode { try pick.resources(of: item) } == .notFound)
        #expect(errorCode { try pick.open(.photo, of: item) } == .notFound)
        agent.leave()
    }

    @Test func `prompts of an app that is denied are withdrawn, and it is told as if they had been closed`()
        async throws
    {
        let served = try Served(photos: 3)
        try served.decide(.limited)
        let agent = try TestAgent(served.owner)
        let pick = try served.app.pick(anything)
        let picker = try #require(await agent.prompt())
        let change = Task { try await onThread { try served.app.changeSelection() } }
        let selection = try #require(await agent.prompt(2))
        try served.decide(.denied)
        #expect(await agent.isWithdrawn(picker.number))
        #expect(await agent.isWithdrawn(selection.number))
        #expect(try await change.value == [])
        let event = try pick.next()
        #expect(event.isFinal && event.isCancelled && event.items.isEmpty)
    }

    @Test func `an app hears what holds when the answer leaves, whatever was answered`() async throws {
        let served = try Served(photos: 3)
        let prompts = served.library.service.library.prompts
        let agent = try TestAgent(served.owner)
        let question = Task { try await served.app.requestAuthorization(for: .readWrite) }
        let access = try #require(await agent.prompt())
        // As if the person had taken it back between their answer and its way to the app.
        prompts.finish(access.number, .access(.authorized))
        #expect(try await question.value == .notDetermined)

        try served.decide(.limited)
        try served.owner.select([served.photos[1]], forApp: served.library.appIdentity, deselects: false)
        let change = Task { try await onThread { try served.app.changeSelection() } }
        let selection = try #require(await agent.prompt(2))
        prompts.finish(selection.number, .selection([served.photos[2], served.photos[1]]))
        #expect(try await change.value == [served.photos[1]])
    }

    @Test func `a question about the selection goes when access is full, one about changes when there is none`()
        async throws
    {
        let served = try Served(photos: 3)
        try served.decide(.limited)
        let agent = try TestAgent(served.owner)
        let change = Task { try await onThread { try served.app.changeSelection() } }
        let selection = try #require(await agent.prompt())
        try served.decide(.authorized)
        #expect(await agent.isWithdrawn(selection.number))
        #expect(try await change.value == [])

        let deletion = Task {
            try await onThread { errorCode { try served.app.perform(.deleteAssets([served.photos[0]])) } }
        }
        let changes = try #require(await agent.prompt(2))
        try served.decide(.notDetermined)
        #expect(await agent.isWithdrawn(changes.number))
        #expect(try await deletion.value == .declined)
        #expect(try served.owner.seen.count == 3)
    }

    @Test func `when picks are ended the open picker is closed, and the next one is the app's again`() async throws {
        let served = try Served(photos: 2)
        let agent = try TestAgent(served.owner)
        let pick = try served.app.pick(anything)
        let prompt = try #require(await agent.prompt())
        try served.owner.revokePicks(ofApp: served.library.appIdentity)
        #expect(await agent.isWithdrawn(prompt.number))
        #expect(try pick.next().isCancelled)
        let again = try served.app.pick(anything)
        try agent.answer(try #require(await agent.prompt(2)), .picked([served.photos[0]]))
        let item = try #require(try again.next().items.first).number
        #expect(try again.resources(of: item).count == 1)
    }

    @Test func `what a denied app had staged is gone when it is let in again`() throws {
        let served = try Served()
        try served.decide(.authorized)
        let bytes = try SamplePhoto(size: PixelSize(width: 8, height: 8), seed: 1).encoded()
        let file = try SealedMemory.make(bytes.span)
        let staged = try served.app.stage(file, filename: "a.jpg")
        let id = try served.app.mintIdentifiers(1)[0]
        try served.decide(.denied)
        #expect(errorCode { try served.app.stage(file, filename: "a.jpg") } == .accessDenied)
        try served.decide(.authorized)
        let creation = AssetCreation(id: id, resources: [StagedResourceUse(staged: staged.id, kind: .photo)])
        #expect(errorCode { try served.app.perform(.createAsset(creation)) } != nil)
        #expect(try served.owner.seen == [])
    }

    @Test func `an observer is notified of what leaves its selection, and of nothing after a denial`() throws {
        let served = try Served(photos: 3)
        let identity = served.library.appIdentity
        try served.decide(.limited)
        try served.owner.select(served.photos, forApp: identity, deselects: false)
        let start = try served.app.currentToken()
        var app = try RawClient(served.library)
        guard case .success = try app.openStream(ObserveCall()) else {
            Issue.record("the app does not observe")
            return
        }
        // The first look, which begins anything.
        #expect(try app.next()?.header.type == .data)
        try served.owner.select([served.photos[0]], forApp: identity, deselects: true)
        #expect(try app.next()?.header.type == .data)
        let page = try served.app.history(since: start)
        #expect(page.objects == [served.photos[0]] && page.changeKinds == [ChangeKind.deleted.rawValue])

        try served.decide(.denied)
        _ = try app.eventsSoFar()
        // Of two changes the person is told of the first before the server looks at the second.
        let rings = RingRecorder()
        let observation = try served.owner.observeChanges { rings.ring() }
        for _ in 0..<2 { #expect(rings.next()) }
        for update in [AssetUpdate.favorite, .hidden] {
            try served.owner.perform(.updateAsset(served.photos[1], update))
            #expect(rings.next())
        }
        #expect(try app.eventsSoFar() == 0)
        try served.decide(.authorized)
        #expect(try app.next()?.header.type == .data)
        observation.cancel()
    }

    @Test func `of two agents that answer, the first one's answer counts, and the other is told`() async throws {
        let served = try Served(photos: 3)
        let agent = try TestAgent(served.owner)
        let question = Task { try await served.app.requestAuthorization(for: .readWrite) }
        let prompt = try #require(await agent.prompt())
        let answers: [PromptAnswer] = [.access(.denied), .access(.limited, selected: served.photos)]
        let results = Recorded<(Int, LibraryError?)>()
        await withTaskGroup(of: Void.self) { group in
            for (number, answer) in answers.enumerated() {
                group.addTask {
                    var failure: LibraryError?
                    do throws(LibraryError) { try served.owner.answer(prompt.number, answer) } catch { failure = error }
                    results.append((number, failure))
                }
            }
        }
        let failures = results.values.filter { $0.1 != nil }
        #expect(failures.count == 1)
        #expect(failures.first?.1?.code == .notFound)
        let winner = try #require(results.values.first { $0.1 == nil }).0
        let grant = try #require(try served.grant())
        #expect(grant.readWrite == (winner == 0 ? .denied : .limited))
        #expect(grant.selectedCount == (winner == 0 ? 0 : 3))
        #expect(try await question.value == grant.readWrite)
        #expect(errorCode { try served.owner.answer(prompt.number + 1_000, .dismissed) } == .notFound)
        agent.leave()
    }

    @Test func `an answer that cannot be put into effect leaves the question open and decides nothing`() async throws {
        let served = try Served(photos: 1)
        let agent = try TestAgent(served.owner)
        let question = Task { try await served.app.requestAuthorization(for: .readWrite) }
        let prompt = try #require(await agent.prompt())
        let answer = PromptAnswer.access(.limited, selected: [served.photos[0], .random()])
        #expect(errorCode { try served.owner.answer(prompt.number, answer, silences: true) } == .notFound)
        let grant = try #require(try served.grant())
        #expect(grant.readWrite == .notDetermined && grant.selectedCount == 0 && !grant.isSilenced)
        try served.owner.answer(prompt.number, .access(.authorized))
        #expect(try await question.value == .authorized)
        agent.leave()
    }

    // MARK: Use

    @Test func `an app is used last when it read or changed something, not when it connected`() throws {
        let clock = Atomic<Int64>(1_000_000_000)
        let served = try Served(photos: 2, clock: { clock.load(ordering: .sequentiallyConsistent) })
        #expect(try served.app.authorizationStatus(for: .readWrite) == .notDetermined)
        _ = try served.app.seen
        #expect(try served.grant()?.lastUsed == nil)
        try served.decide(.limited)
        clock.store(1_100_000_000, ordering: .sequentiallyConsistent)
        #expect(try served.app.authorizationStatus(for: .readWrite) == .limited)
        #expect(try served.grant()?.lastUsed == nil)
        _ = try served.app.seen
        #expect(try served.grant()?.lastUsed == 1_100_000_000)
        clock.store(1_100_000_001, ordering: .sequentiallyConsistent)
        _ = try served.app.seen
        #expect(try served.grant()?.lastUsed == 1_100_000_000)
        try Served.add(1, by: served.app)
        #expect(try served.grant()?.lastUsed == 1_100_000_001)
        // What the person does to the library is no use of the app's.
        clock.store(1_300_000_000, ordering: .sequentiallyConsistent)
        try Served.add(1, by: served.owner)
        #expect(try served.grant()?.lastUsed == 1_100_000_001)
        // A server that stops has written it down.
        let store = served.library.service.library.store
        try served.library.service.library.uses.write(to: store)
        #expect(try store.apps().map(\.lastUsed) == [1_100_000_001])
    }

    @Test func `what an app did is counted by day, each photo once, and kept by a server that stops`() throws {
        let clock = Atomic<Int64>(1_000_000_000)
        let served = try Served(photos: 3, clock: { clock.load(ordering: .sequentiallyConsistent) })
        try served.decide(.authorized)
        let day = TimeZoneOffsets.local.dayNumber(at: 1_000_000_000)
        // The person's own looks count for nobody.
        _ = try served.owner.thumbnail(of: served.photos[2], fitting: PixelSize(width: 9, height: 9))
        #expect(try served.grant()?.days == [])
        for photo in [served.photos[0], served.photos[1], served.photos[0]] {
            _ = try served.app.thumbnail(of: photo, fitting: PixelSize(width: 9, height: 9))
        }
        for _ in 0..<2 { _ = try served.app.openResource(.photo, of: served.photos[0]) }
        #expect(try served.grant()?.days == [AppDay(day: day, lookedAt: 2, taken: 1)])
        // A list tells nothing of its photos; properties do, also those that come with it.
        _ = try served.app.fetch(FetchRequest(.allAssets))
        #expect(try served.grant()?.days == [AppDay(day: day, lookedAt: 2, taken: 1)])
        _ = try served.app.fetch(FetchRequest(.allAssets), firstPage: 2)
        #expect(try served.grant()?.days == [AppDay(day: day, lookedAt: 2, read: 2, taken: 1)])
        try served.app.perform(.updateAsset(served.photos[1], .favorite))
        _ = try Served.add(2, by: served.app)
        let uses = served.library.service.library.uses
        let store = served.library.service.library.store
        let first = AppDay(day: day, lookedAt: 2, read: 2, taken: 1, changed: 1, added: 2)
        #expect(try served.grant()?.days == [first])
        try uses.write(to: store)
        #expect(try store.apps().map(\.days) == [[first]])
        // Nothing is written twice.
        try uses.write(to: store)
        #expect(try served.grant()?.days == [first])

        clock.store(1_000_000_000 + 2 * 86_400_000_000, ordering: .sequentiallyConsistent)
        _ = try served.app.thumbnail(of: served.photos[0], fitting: PixelSize(width: 9, height: 9))
        #expect(try served.grant()?.days == [AppDay(day: day + 2, lookedAt: 1), first])
        try served.owner.forget(app: served.library.appIdentity)
        try uses.write(to: store)
        #expect(try store.apps().isEmpty)
        try served.decide(.authorized)
        #expect(try served.grant()?.days == [])
    }

    @Test func `an app that is forgotten is in no list, reads nothing, and asks as if for the first time`() async throws
    {
        let served = try Served(photos: 3)
        let identity = served.library.appIdentity
        let agent = try TestAgent(served.owner)
        try served.decide(.authorized)
        let pick = try served.app.pick(anything)
        try agent.answer(try #require(await agent.prompt()), .picked([served.photos[1]]))
        let item = try #require(try pick.next().items.first).number
        try served.owner.forget(app: identity)
        #expect(try served.grant() == nil)
        #expect(errorCode { try pick.resources(of: item) } == .notFound)
        #expect(errorCode { try served.app.currentToken() } == .accessDenied)
        try served.library.service.library.uses.write(to: served.library.service.library.store)
        #expect(try served.grant() == nil)
        let question = Task { try await served.app.requestAuthorization(for: .readWrite) }
        try agent.answer(try #require(await agent.prompt(2)), .access(.denied))
        #expect(try await question.value == .denied)
        #expect(try served.grant()?.lastUsed == nil)
        agent.leave()
    }

    @Test func `an app that is revoked may neither read nor add, and keeps its selection`() throws {
        let served = try Served(photos: 2)
        let identity = served.library.appIdentity
        try served.decide(.limited)
        try served.owner.setStatus(.authorized, ofApp: identity, for: .addOnly)
        try served.owner.select(served.photos, forApp: identity, deselects: false)
        try served.owner.revoke(app: identity)
        let grant = try #require(try served.grant())
        #expect(grant.readWrite == .denied && grant.addOnly == .denied && grant.selectedCount == 2)
        #expect(errorCode { try served.app.mintIdentifiers(1) } == .accessDenied)
    }

    // MARK: Time

    @Test func `access that ends by time ends prompts with it, and the app asks again`() async throws {
        let clock = Atomic<Int64>(1_000_000_000)
        let served = try Served(photos: 2, clock: { clock.load(ordering: .sequentiallyConsistent) })
        let identity = served.library.appIdentity
        try served.owner.setStatus(.limited, ofApp: identity, for: .readWrite, until: 2_000_000_000)
        try served.owner.select([served.photos[0]], forApp: identity, deselects: false)
        let token = try served.app.currentToken()
        let agent = try TestAgent(served.owner)
        let change = Task { try await onThread { try served.app.changeSelection() } }
        let prompt = try #require(await agent.prompt())

        // The moment before, it is as it was.
        clock.store(1_999_999_999, ordering: .sequentiallyConsistent)
        served.library.service.clockWasSet()
        #expect(try served.app.seen == [served.photos[0]])

        clock.store(2_000_000_000, ordering: .sequentiallyConsistent)
        #expect(try served.app.seen == [])
        served.library.service.clockWasSet()
        #expect(await agent.isWithdrawn(prompt.number))
        #expect(try await change.value == [])
        let grant = try #require(try served.grant())
        #expect(grant.readWrite == .notDetermined && grant.until == nil)
        let question = Task { try await served.app.requestAuthorization(for: .readWrite) }
        // The second was the automatic question of a limited app that reads.
        try agent.answer(try #require(await agent.prompt(3)), .access(.authorized))
        #expect(try await question.value == .authorized)
        #expect(errorCode { try served.app.history(since: token) } == .tokenExpired)
    }

    @Test func `the server wakes by itself when a grant ends`() async throws {
        let served = try Served(photos: 1)
        let identity = served.library.appIdentity
        try served.decide(.limited)
        let agent = try TestAgent(served.owner)
        let change = Task { try await onThread { try served.app.changeSelection() } }
        let prompt = try #require(await agent.prompt())
        // 0.3 s from now: longer than it takes to set, and much shorter than a round of housekeeping.
        let end = WallClock.microseconds() + 300_000
        try served.owner.setStatus(.limited, ofApp: identity, for: .readWrite, until: end)
        #expect(await agent.isWithdrawn(prompt.number))
        let late = WallClock.microseconds() - end
        #expect(late >= 0 && late < 30_000_000)
        print("grant ended after \(late) µs")
        #expect(try await change.value == [])
    }
}

/// Values in the order in which they came.
private final class Recorded<Value: Sendable>: Sendable {
    private let recorded = Mutex<[Value]>([])

    func append(_ value: Value) { recorded.withLock { $0.append(value) } }

    var values: [Value] { recorded.withLock { $0 } }
}
