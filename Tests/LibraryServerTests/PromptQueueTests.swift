import LibraryModel
import Testing

@testable import LibraryServer

/// Which agent shows which question, as scripts.
@Suite struct PromptQueueTests {
    private var queue = PromptQueue() { didSet { queue.assertInvariants() } }

    private func place(_ user: UInt32 = 1, session: UInt32? = nil) -> PromptQueue.Place {
        PromptQueue.Place(user: user, loginSession: session)
    }

    private func source(_ app: String = "exe:/a", _ place: PromptQueue.Place? = nil) -> PromptQueue.Source {
        PromptQueue.Source(
            app: app,
            claimedName: "",
            usageDescription: "",
            process: 1,
            place: place ?? self.place()
        )
    }

    private mutating func ask(
        _ question: Prompt.Question = .picker(PickerConfiguration()),
        _ source: PromptQueue.Source? = nil,
        now: UInt64 = 0
    ) throws(LibraryError) -> (requester: UInt64, effects: [PromptQueue.Effect]) {
        try queue.ask(question, from: source ?? self.source(), now: now)
    }

    /// What is shown to whom.
    private func shown(_ effects: [PromptQueue.Effect]) -> [UInt64] {
        effects.compactMap { if case .show(_, let agent) = $0 { agent } else { nil } }
    }

    private func code(_ body: () throws(LibraryError) -> Void) -> LibraryError.Code? {
        do throws(LibraryError) { try body() } catch { return error.code }
        return nil
    }

    @Test mutating func `a question goes to the agent that is there, and is withdrawn when it is taken back`() throws {
        let (agent, nothing) = queue.subscribe(place())
        #expect(nothing.isEmpty)
        let (requester, effects) = try ask()
        #expect(shown(effects) == [agent])
        let prompt = try #require(queue.prompt(of: requester))
        let withdrawal = queue.withdraw(requester)
        #expect(withdrawal == [.withdraw(prompt.number, agent: agent)])
        let again = queue.withdraw(requester)
        #expect(again.isEmpty)
    }

    @Test mutating func `of two answers the first is carried out, and the next one only if it could not be`() throws {
        _ = queue.subscribe(place())
        let (requester, _) = try ask()
        let prompt = try #require(queue.prompt(of: requester))
        #expect(queue.claim(prompt.number) == prompt)
        #expect(queue.claim(prompt.number) == nil)
        queue.release(prompt.number)
        #expect(queue.claim(prompt.number) == prompt)
        let (requesters, _) = queue.finish(prompt.number)
        #expect(requesters == [requester])
        queue.release(prompt.number)
        #expect(queue.claim(prompt.number) == nil)
    }

    @Test mutating func `a question whose moment was read before that of the one before it is counted like any other`()
        throws
    {
        _ = queue.subscribe(place())
        for number in 0..<UInt64(PromptQueue.maximumPerInterval) {
            let (requester, _) = try ask(now: PromptQueue.interval - number)
            _ = queue.withdraw(requester)
        }
        #expect(code { () throws(LibraryError) in _ = try ask(now: 1) } == .limitExceeded)
        _ = try ask(now: 2 * PromptQueue.interval)
    }

    @Test mutating func `what the app changes of its picker reaches an agent that comes later as well`() throws {
        let photos = (1...4).map { ObjectID(high: 0, low: $0) }
        var configuration = PickerConfiguration()
        configuration.selectionLimit = 2
        configuration.preselected = photos
        let (requester, _) = try ask(.picker(configuration))
        func update(_ change: (inout PickerUpdate) -> Void) -> PickerUpdate {
            var update = PickerUpdate()
            change(&update)
            return update
        }
        let early = queue.update(requester, update { $0.selectionLimit = 9 })
        #expect(early.isEmpty)
        _ = queue.update(requester, update { $0.searchText = "lake" })
        _ = queue.update(requester, update { $0.deselected = [photos[1]] })
        _ = queue.update(requester, update { $0.move = .init(photos[0], after: photos[2]) })
        _ = queue.update(requester, update { $0.move = .init(photos[3], after: nil) })
        // One of them is not selected.
        _ = queue.update(requester, update { $0.move = .init(photos[3], after: photos[1]) })
        _ = queue.update(requester, update { $0.move = .init(photos[1], after: nil) })
        let (agent, shows) = queue.subscribe(place())
        configuration.selectionLimit = 9
        configuration.searchText = "lake"
        configuration.preselected = [photos[3], photos[2], photos[0]]
        guard case .show(let prompt, agent) = shows.first else {
            Issue.record("nothing is shown")
            return
        }
        #expect(prompt.question == .picker(configuration))
        let late = update { $0.selectionLimit = 1 }
        let told = queue.update(requester, late)
        #expect(told == [.update(prompt.number, late, agent: agent)])
    }

    @Test mutating func `an agent that comes later is shown what waits`() throws {
        let (requester, effects) = try ask()
        #expect(effects.isEmpty)
        let (agent, shows) = queue.subscribe(place())
        let prompt = try #require(queue.prompt(of: requester))
        #expect(shows == [.show(prompt, agent: agent)])
    }

    @Test mutating func `the agent of the app's login session is asked, whenever it came`() throws {
        let (mine, _) = queue.subscribe(place(session: 7))
        _ = queue.subscribe(place(session: 8))
        _ = queue.subscribe(place(2, session: 7))
        let (_, effects) = try ask(.access(.readWrite), source("exe:/a", place(session: 7)))
        #expect(shown(effects) == [mine])
    }

    @Test mutating func `among equals the newest shows the question, also what another showed before`() throws {
        let (first, _) = queue.subscribe(place())
        let (requester, _) = try ask()
        let prompt = try #require(queue.prompt(of: requester))
        let (second, effects) = queue.subscribe(place())
        #expect(effects == [.withdraw(prompt.number, agent: first), .show(prompt, agent: second)])
    }

    @Test mutating func `when an agent dies another takes over, and without one the app is told`() throws {
        let (first, _) = queue.subscribe(place())
        let (second, _) = queue.subscribe(place())
        let (requester, _) = try ask()
        let prompt = try #require(queue.prompt(of: requester))
        let taken = queue.unsubscribe(second)
        #expect(taken == [.show(prompt, agent: first)])
        let left = queue.unsubscribe(first)
        #expect(left == [.abandon([requester])])
        #expect(queue.prompt(prompt.number) == nil)
    }

    @Test mutating func `two requests for the same access are one prompt`() throws {
        let (agent, _) = queue.subscribe(place())
        let (first, effects) = try ask(.access(.readWrite))
        let (second, nothing) = try ask(.access(.readWrite))
        #expect(shown(effects) == [agent] && nothing.isEmpty)
        let prompt = try #require(queue.prompt(of: first))
        #expect(queue.prompt(of: second) == prompt)
        let kept = queue.withdraw(first)
        #expect(kept.isEmpty)
        let (requesters, withdrawal) = queue.finish(prompt.number)
        #expect(requesters == [second])
        #expect(withdrawal == [.withdraw(prompt.number, agent: agent)])
        // Another level, or another app, is another prompt.
        let other = try ask(.access(.addOnly))
        #expect(shown(other.effects) == [agent])
        let stranger = try ask(.access(.addOnly), source("exe:/b"))
        #expect(shown(stranger.effects) == [agent])
    }

    @Test mutating func `an app has few questions open, and begins few in a minute`() throws {
        _ = queue.subscribe(place())
        var requesters: [UInt64] = []
        for _ in 0..<PromptQueue.maximumOpenPerApp { requesters.append(try ask().requester) }
        #expect(code { () throws(LibraryError) in _ = try ask() } == .limitExceeded)
        for requester in requesters { _ = queue.withdraw(requester) }
        for _ in PromptQueue.maximumOpenPerApp..<PromptQueue.maximumPerInterval {
            let requester = try ask(now: 1).requester
            _ = queue.withdraw(requester)
        }
        #expect(code { () throws(LibraryError) in _ = try ask(now: 2) } == .limitExceeded)
        // Others are not held back, and this one only for a while.
        _ = try ask(.access(.readWrite), source("exe:/b"), now: 2)
        _ = try ask(now: PromptQueue.interval + 2)
    }

    @Test mutating func `one prompt has a limited number of requesters`() throws {
        _ = queue.subscribe(place())
        for _ in 0..<PromptQueue.maximumRequesters { _ = try ask(.access(.readWrite)) }
        #expect(code { () throws(LibraryError) in _ = try ask(.access(.readWrite)) } == .limitExceeded)
    }

    @Test mutating func `a picker that is shown hears of its app's changes`() throws {
        let (agent, _) = queue.subscribe(place())
        let (requester, _) = try ask()
        let prompt = try #require(queue.prompt(of: requester))
        var update = PickerUpdate()
        update.searchText = "june"
        #expect(queue.update(requester, update) == [.update(prompt.number, update, agent: agent)])
        _ = queue.withdraw(requester)
        #expect(queue.update(requester, update).isEmpty)
    }
}
