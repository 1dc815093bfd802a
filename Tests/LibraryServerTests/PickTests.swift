import LibraryModel
import LibraryProtocol
import LibraryTestSupport
import LibraryTransport
import LinuxSystem
import Synchronization
import Testing

@testable import LibraryClient
@testable import LibraryServer

/// Pickers: the app gets what was picked and nothing else.
@Suite(.timeLimit(.minutes(2))) struct PickTests {
    private func configuration(_ change: (inout PickerConfiguration) -> Void) -> PickerConfiguration {
        var configuration = PickerConfiguration()
        configuration.selectionLimit = 0
        configuration.givesIdentifiers = true
        change(&configuration)
        return configuration
    }

    @Test func `an app without any access gets exactly what was picked, in the person's order`() throws {
        let served = try Served(photos: 4)
        let chosen = [served.photos[3], served.photos[1]]
        let agent = try TestAgent(served.owner) { _ in .picked(chosen) }
        let pick = try served.app.pick(configuration { $0.isOrdered = true })
        let event = try pick.next()
        #expect(event.isFinal && !event.isCancelled)
        #expect(event.items.map(\.asset) == chosen)
        let item = event.items[0].number
        #expect(try pick.resources(of: item).map(\.filename) == ["3.jpg"])
        #expect(try pick.resources(of: item).allSatisfy(\.digest.isEmpty))
        let file = try pick.open(.photo, of: item)
        #expect(try file.readToEnd(limit: 1 << 20).starts(with: [0xFF, 0xD8]))
        #expect(try pick.thumbnail(of: item, fitting: PixelSize(width: 8, height: 8)).size.width == 8)
        // Nothing else of the library.
        #expect(errorCode { try pick.resources(of: 3) } == .notFound)
        #expect(try served.app.seen == [])
        #expect(errorCode { try served.app.resources(of: chosen[0]) } == .accessDenied)
        #expect(try served.grant()?.pickedCount == 2)
        #expect(try served.grant()?.readWrite == .notDetermined)
        agent.leave()
    }

    @Test func `without a library in the configuration there are no identifiers and no preselection`() async throws {
        let served = try Served(photos: 2)
        let agent = try TestAgent(served.owner) { _ in .picked([served.photos[0]]) }
        let pick = try served.app.pick(
            configuration {
                $0.givesIdentifiers = false
                $0.preselected = [served.photos[1]]
            }
        )
        let event = try pick.next()
        #expect(event.items.map(\.asset) == [nil])
        #expect(event.items.map(\.number) == [1])
        guard case .picker(let shown) = try #require(await agent.prompt()).question else {
            Issue.record("another question")
            return
        }
        #expect(shown.preselected.isEmpty)
    }

    @Test func `what was preselected comes back empty, and what was deselected does not`() throws {
        let served = try Served(photos: 3)
        let photos = served.photos
        let agent = try TestAgent(served.owner) { _ in .picked([photos[0], photos[2]]) }
        let pick = try served.app.pick(configuration { $0.preselected = [photos[0], photos[1]] })
        let event = try pick.next()
        #expect(event.items.map(\.asset) == [photos[0], photos[2]])
        #expect(event.items.map(\.number) == [0, 1])
        #expect(errorCode { try pick.resources(of: 0) } == .notFound)
        #expect(try pick.resources(of: 1).count == 1)
        agent.leave()
    }

    @Test func `cancelling gives back what was preselected, and nothing to read`() throws {
        let served = try Served(photos: 2)
        let agent = try TestAgent(served.owner) { _ in .dismissed }
        let plain = try served.app.pick(configuration { _ in }).next()
        #expect(plain.isCancelled && plain.items.isEmpty)
        let preselected = try served.app.pick(configuration { $0.preselected = [served.photos[1]] }).next()
        #expect(preselected.isCancelled)
        #expect(preselected.items == [PickEvent.Item(0, asset: served.photos[1])])
        #expect(agent.shown.count == 2)
    }

    @Test func `a continuous picker tells every change, and takes back what was deselected`() async throws {
        let served = try Served(photos: 3)
        let agent = try TestAgent(served.owner)
        let pick = try served.app.pick(configuration { $0.isContinuous = true })
        let prompt = try #require(await agent.prompt())
        try served.owner.updatePicker(prompt.number, [served.photos[0]])
        #expect(try pick.next().items == [PickEvent.Item(1, asset: served.photos[0])])
        #expect(try pick.resources(of: 1).count == 1)
        try served.owner.updatePicker(prompt.number, [served.photos[1]])
        #expect(try pick.next().items == [PickEvent.Item(2, asset: served.photos[1])])
        #expect(errorCode { try pick.resources(of: 1) } == .notFound)
        // The same number again for the same photo.
        try agent.answer(prompt, .picked([served.photos[0], served.photos[1]]))
        let last = try pick.next()
        #expect(last.isFinal)
        #expect(last.items.map(\.number) == [1, 2])
        #expect(try served.grant()?.pickedCount == 2)
    }

    @Test func `a continuous picker that the app takes away leaves what it gave, and gives nothing more`() async throws
    {
        let served = try Served(photos: 3)
        let agent = try TestAgent(served.owner)
        let pick = try served.app.pick(configuration { $0.isContinuous = true })
        let prompt = try #require(await agent.prompt())
        try served.owner.updatePicker(prompt.number, [served.photos[2], served.photos[0]])
        #expect(try pick.next().items.map(\.number) == [1, 2])
        try served.owner.updatePicker(prompt.number, [served.photos[0]])
        #expect(try pick.next().items.map(\.number) == [2])
        try pick.dismiss()
        let last = try pick.next()
        #expect(last.isFinal && last.isCancelled)
        #expect(last.items == [PickEvent.Item(2, asset: served.photos[0])])
        #expect(await agent.isWithdrawn(prompt.number))
        #expect(try pick.resources(of: 2).map(\.filename) == ["0.jpg"])
        #expect(errorCode { try pick.resources(of: 1) } == .notFound)
        // Nobody waits for the person any more.
        #expect(errorCode { try agent.answer(prompt, .picked(served.photos)) } == .notFound)
        #expect(errorCode { try pick.resources(of: 3) } == .notFound)
        // And the person can take it back as anything else that was picked.
        try served.owner.revokePicks(ofApp: served.library.appIdentity)
        #expect(errorCode { try pick.resources(of: 2) } == .notFound)
    }

    @Test func `an app that wants the end alone hears of nothing before`() async throws {
        let served = try Served(photos: 2)
        let agent = try TestAgent(served.owner)
        let pick = try served.app.pick(configuration { _ in })
        let prompt = try #require(await agent.prompt())
        try served.owner.updatePicker(prompt.number, [served.photos[0]])
        try agent.answer(prompt, .picked([served.photos[1]]))
        #expect(try pick.next().items.map(\.asset) == [served.photos[1]])
    }

    @Test func `more than the limit is refused, unless it was preselected`() async throws {
        let served = try Served(photos: 3)
        let agent = try TestAgent(served.owner)
        let pick = try served.app.pick(configuration { $0.selectionLimit = 2 })
        let prompt = try #require(await agent.prompt())
        #expect(errorCode { try agent.answer(prompt, .picked(served.photos)) } == .limitExceeded)
        try agent.answer(prompt, .picked(Array(served.photos.prefix(2))))
        #expect(try pick.next().items.count == 2)
    }

    @Test func `what was picked is gone with the result, and was never there for another connection`() throws {
        let served = try Served(photos: 1)
        let agent = try TestAgent(served.owner) { _ in .picked(served.photos) }
        // As a program asks that knows the number of the pick and keeps no object of it.
        func readable(_ pick: UInt64, on connection: ClientConnection) throws(LibraryError) -> Int {
            let call = PickedResourcesCall(pick: pick, item: 1)
            return try served.app.calls.call(call, on: connection).reply.resources.count
        }
        var pick: Pick? = try served.app.pick(configuration { _ in })
        let first = try #require(try pick?.next()).pick
        let connection = try #require(pick).connection
        // The second is another grant, and stays.
        let other = try served.app.pick(configuration { _ in })
        let second = try other.next().pick
        #expect(try readable(first, on: connection) == 1)
        let stranger = try served.library.app(claiming: "Stranger").pick(configuration { _ in })
        _ = try stranger.next()
        #expect(errorCode { try readable(first, on: stranger.connection) } == .notFound)
        #expect(pick != nil)
        pick = nil
        #expect(errorCode { try readable(first, on: connection) } == .notFound)
        #expect(try readable(second, on: connection) == 1)
        #expect(try other.resources(of: 1).count == 1)
        #expect(agent.shown.count == 3)
    }

    @Test func `the person takes back what was picked`() throws {
        let served = try Served(photos: 1)
        let agent = try TestAgent(served.owner) { _ in .picked(served.photos) }
        let pick = try served.app.pick(configuration { _ in })
        _ = try pick.next()
        #expect(try pick.resources(of: 1).count == 1)
        try served.owner.revokePicks(ofApp: served.library.appIdentity)
        #expect(errorCode { try pick.resources(of: 1) } == .notFound)
        #expect(errorCode { try pick.open(.photo, of: 1) } == .notFound)
        agent.leave()
    }

    @Test func `the person sees what an app can read of its picks, and takes one of it back`() throws {
        let served = try Served(photos: 3)
        let identity = served.library.appIdentity
        let picked = Array(served.photos.prefix(2))
        let agent = try TestAgent(served.owner) { _ in .picked(picked) }
        let pick = try served.app.pick(configuration { $0.selectionLimit = 0 })
        #expect(try pick.next().items.map(\.number) == [1, 2])
        #expect(try Set(served.owner.picks(ofApp: identity)) == Set(picked))
        #expect(try served.owner.picks(ofApp: "exe:/bin/other").isEmpty)
        try served.owner.revokePicks(ofApp: identity, [picked[0], served.photos[2]])
        #expect(try served.owner.picks(ofApp: identity) == [picked[1]])
        #expect(errorCode { try pick.resources(of: 1) } == .notFound)
        #expect(try pick.resources(of: 2).count == 1)
        #expect(try served.grant()?.readablePickCount == 1)
        agent.leave()
    }

    @Test func `what is deleted cannot be read any more`() throws {
        let served = try Served(photos: 1)
        let agent = try TestAgent(served.owner) { _ in .picked(served.photos) }
        let pick = try served.app.pick(configuration { _ in })
        _ = try pick.next()
        try served.owner.perform(.deleteAssets(served.photos))
        #expect(errorCode { try pick.resources(of: 1) } == .notFound)
        agent.leave()
    }

    @Test func `the app changes its picker while it is shown, and takes it away`() async throws {
        let served = try Served(photos: 1)
        let agent = try TestAgent(served.owner)
        let pick = try served.app.pick(configuration { _ in })
        let prompt = try #require(await agent.prompt())
        var update = PickerUpdate()
        update.selectionLimit = 3
        update.deselected = served.photos
        try pick.update(update)
        #expect(await agent.hasUpdate())
        #expect(agent.updates == [update])
        pick.cancel()
        #expect(await agent.isWithdrawn(prompt.number))
        #expect(errorCode { try pick.next() } == .cancelled)
    }

    @Test func `a filter with a key that does not exist is the app's mistake`() throws {
        let served = try Served()
        let filter = PredicateProgram([.key("colour"), .literal(.integer(1)), .compare(.equal, [])])
        #expect(errorCode { try served.app.pick(configuration { $0.filter = filter }) } == .invalidRequest)
    }

    @Test func `limited access neither helps nor hinders`() throws {
        let served = try Served(photos: 2)
        try served.decide(.limited)
        let agent = try TestAgent(served.owner) { _ in .picked([served.photos[0]]) }
        let event = try served.app.pick(configuration { _ in }).next()
        #expect(event.items.map(\.asset) == [served.photos[0]])
        #expect(try served.owner.selection(ofApp: served.library.appIdentity) == [])
        #expect(agent.shown.count >= 1)
    }

    @Test func `a picker that cannot be shown leaves nothing behind on its connection`() throws {
        let served = try Served()
        let picks = served.library.service.library.picks
        for _ in 0..<8 {
            #expect(errorCode { try served.app.pick(PickerConfiguration()).next() } == .nobodyToAsk)
        }
        try served.owner.setPreferences(ofApp: served.library.appIdentity, isSilenced: true)
        let agent = try TestAgent(served.owner)
        for _ in 0..<8 { #expect(errorCode { try served.app.pick(PickerConfiguration()).next() } == .declined) }
        #expect(picks.count == 0)
        agent.leave()
    }

    @Test func `a picker that is too much for a prompt is refused, and agents hear of the next`() throws {
        let served = try Served(photos: 1)
        let agent = try TestAgent(served.owner) { _ in .picked(served.photos) }
        let longest = String(repeating: "e", count: PickerConfiguration.maximumSearchTextLength)
        // One byte too many, and more than any frame holds.
        for text in [longest + "e", String(repeating: "e", count: 2 << 20)] {
            #expect(errorCode { try served.app.pick(configuration { $0.searchText = text }) } == .limitExceeded)
        }
        let long = PredicateLiteral.text(String(repeating: "a", count: PickerConfiguration.maximumFilterSize))
        let filter = PredicateProgram([.key("filename"), .literal(long), .compare(.equal, [])])
        #expect(errorCode { try served.app.pick(configuration { $0.filter = filter }) } == .limitExceeded)
        #expect(agent.shown.isEmpty)

        let most = configuration {
            $0.searchText = longest
            $0.preselected = (0..<PickerConfiguration.maximumSelection).map { ObjectID(high: 1, low: UInt64($0)) }
        }
        let pick = try served.app.pick(most)
        var update = PickerUpdate()
        update.searchText = longest + "e"
        #expect(errorCode { try pick.update(update) } == .limitExceeded)
        #expect(try pick.next().items.map(\.asset) == served.photos)
        #expect(agent.shown.count == 1)
    }

    @Test func `64 changes of a picker wait for its question, in order, and no more`() throws {
        let pick = OpenPick(number: 1, app: "exe:/app", session: 1, requester: 1, PickerConfiguration())
        func update(_ number: Int) -> PickerUpdate {
            var update = PickerUpdate()
            update.searchText = "\(number)"
            return update
        }
        #expect(OpenPick.maximumEarlyUpdates == 64)
        for number in 0..<OpenPick.maximumEarlyUpdates { #expect(try pick.keepEarly(update(number))) }
        #expect(errorCode { try pick.keepEarly(update(64)) } == .limitExceeded)
        for number in 0..<OpenPick.maximumEarlyUpdates { #expect(pick.takeEarlyUpdate()?.searchText == "\(number)") }
        // The question is put: what comes now is for the agent.
        #expect(pick.takeEarlyUpdate() == nil)
        #expect(try !pick.keepEarly(update(65)))
    }

    @Test func `an app that has no room to hear that the person is done hears it when what was picked is taken back`() {
        let photo = ObjectID(high: 0, low: 1)
        let told = Mutex<[PickEvent]>([])
        func pick(_ events: PickEvent...) -> OpenPick {
            let pick = OpenPick(number: 1, app: "exe:/a", session: 1, requester: 1, configuration { _ in })
            for event in events { pick.send(event) { _ in .noCredit } }
            return pick
        }
        func makeRoom(_ pick: OpenPick) {
            told.withLock { $0 = [] }
            pick.sendUnsent { event in
                told.withLock { $0.append(event) }
                return .accepted
            }
        }
        let selection = PickEvent(1, items: [PickEvent.Item(1, asset: photo)])
        var last = selection
        last.isFinal = true
        let untouched = pick(selection, last)
        makeRoom(untouched)
        #expect(told.withLock { $0 } == [last])

        let over = pick(selection, last)
        over.revoke()
        makeRoom(over)
        #expect(told.withLock { $0 } == [PickEvent(1, isFinal: true)])
        let open = pick(selection)
        open.revoke()
        makeRoom(open)
        #expect(told.withLock { $0 } == [])
    }

    @Test func `nothing follows the last event, however late a selection comes`() throws {
        let photos = (1...2).map { ObjectID(high: 0, low: $0) }
        let pick = OpenPick(
            number: 1,
            app: "exe:/a",
            session: 1,
            requester: 1,
            configuration { $0.isContinuous = true }
        )
        let told = Mutex<[PickEvent]>([])
        func select(_ assets: [ObjectID], isFinal: Bool) throws(LibraryError) {
            try pick.select(assets, isFinal: isFinal, note: { _ throws(LibraryError) in }) { event in
                told.withLock { $0.append(event) }
            }
        }
        try select([photos[0]], isFinal: false)
        try select([photos[1]], isFinal: true)
        try select([photos[0]], isFinal: false)
        #expect(told.withLock { $0 }.map(\.isFinal) == [false, true])
        #expect(errorCode { try pick.asset(1) } == .notFound)
        #expect(try pick.asset(2) == photos[1])
    }

    // MARK: Limited library

    @Test func `the limited picker tells exactly what was added`() throws {
        let served = try Served(photos: 4)
        let photos = served.photos
        try served.decide(.limited)
        try served.owner.select([photos[0], photos[1]], forApp: served.library.appIdentity, deselects: false)
        let agent = try TestAgent(served.owner) { prompt in
            prompt.question == .selection(isAutomatic: false) ? .selection([photos[1], photos[3], photos[2]]) : nil
        }
        #expect(try served.app.changeSelection() == [photos[3], photos[2]])
        #expect(try served.app.seen == Array(photos[1...]))
        agent.leave()
    }

    @Test func `the limited picker does nothing unless access is limited`() throws {
        let served = try Served(photos: 1)
        let agent = try TestAgent(served.owner)
        #expect(try served.app.changeSelection() == [])
        try served.decide(.authorized)
        #expect(try served.app.changeSelection() == [])
        #expect(agent.shown.isEmpty)
    }

    @Test func `an app with limited access that begins to read brings up the question once a run`() async throws {
        let served = try Served(photos: 2)
        try served.decide(.limited)
        let agent = try TestAgent(served.owner)
        #expect(try served.app.seen == [])
        let prompt = try #require(await agent.prompt())
        #expect(prompt.question == .selection(isAutomatic: true))
        try agent.answer(prompt, .selection([served.photos[0]]))
        #expect(try served.app.seen == [served.photos[0]])
        #expect(agent.shown.count == 1)
    }
}
