internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LibraryTransport
internal import Synchronization

/// One picker of an app: while the person chooses, and afterwards what they picked, until the app's stream ends.
final class OpenPick: Sendable {
    let number: UInt64
    let app: String
    /// The session that opened it; no other can use it.
    let session: UInt64
    /// Its number in the `PromptBroker`.
    let requester: UInt64
    let configuration: PickerConfiguration

    /// Offers an event to the app.
    typealias Offering = (PickEvent) -> OutgoingStream.Offer

    private struct State {
        /// The assets that the app may read, by item number.
        var granted: [UInt32: ObjectID] = [:]
        /// The item numbers of all assets that were ever granted. A number is never reused for another asset.
        var numbers: [ObjectID: UInt32] = [:]
        var isRevoked = false
        /// The selection is final, or the app has dismissed the picker: what was granted stays, and nothing is added.
        var isFinal = false
        /// What the person leaves out of the assets.
        var removal: MetadataRemoval = []
        /// The app's stream; nil before `begin` and after `end`.
        var stream: OutgoingStream?
        /// The last event, if it found no credit.
        var unsent: PickEvent?
    }

    private let state = Mutex(State())
    /// Held while a selection is made and sent, so that events are sent in the order of the selections. Lock order:
    /// before `state`. `revoke` does not need it.
    private let selecting = Mutex(())
    /// Updates that came before the question was asked, in order; nil once they are applied directly.
    private let early = Mutex<[PickerUpdate]?>([])
    /// Updates that an app may make before the question is asked.
    static let maximumEarlyUpdates = 64

    init(number: UInt64, app: String, session: UInt64, requester: UInt64, _ configuration: PickerConfiguration) {
        self.number = number
        self.app = app
        self.session = session
        self.requester = requester
        self.configuration = configuration
    }

    /// Sends events through `stream` until `end`, beginning with an unsent one.
    func begin(_ stream: OutgoingStream) {
        state.withLock { $0.stream = stream }
        sendUnsent { stream.offer($0) }
    }

    /// Revokes everything, and sends nothing any more.
    func end() {
        revoke()
        state.withLock { $0.stream = nil }
    }

    /// What the app does not get of what it may read: what it does not want, and what the person leaves out.
    var removal: MetadataRemoval { state.withLock { $0.removal }.union(configuration.removal) }

    /// The person leaves something out. Returns true when that is more than before.
    func remove(_ removal: MetadataRemoval) -> Bool {
        state.withLock { state in
            defer { state.removal = removal }
            return !state.removal.isSuperset(of: removal)
        }
    }

    /// Whether the selection is final.
    var isOver: Bool { state.withLock { $0.isFinal } }

    /// The app dismisses the picker. It keeps what a continuous selection has granted so far. Sends a final event
    /// unless there was one.
    func dismiss() {
        selecting.withLock { _ in
            let (event, stream): (PickEvent?, OutgoingStream?) = state.withLock { state in
                guard !state.isFinal else { return (nil, nil) }
                state.isFinal = true
                let items = state.granted.keys.sorted().map { number in
                    PickEvent.Item(number, asset: configuration.givesIdentifiers ? state.granted[number] : nil)
                }
                return (PickEvent(number, items: items, isFinal: true, isCancelled: true), state.stream)
            }
            guard let event else { return }
            send(event) { stream?.offer($0) ?? .noCredit }
        }
    }

    /// Replaces the selection. Calls `note` with the number of assets that were never granted before, then `send` with
    /// the event. Does nothing after the final selection. Returns true when the app can no longer read an asset.
    @discardableResult
    func select(
        _ assets: [ObjectID],
        isFinal: Bool,
        isCancelled: Bool = false,
        note: (Int) throws(LibraryError) -> Void,
        send: (PickEvent) -> Void
    ) throws(LibraryError) -> Bool {
        try selecting.withLock { _ throws(LibraryError) in
            guard let change = change(assets, isFinal: isFinal, isCancelled: isCancelled) else { return false }
            if change.newlyGranted > 0 { try note(change.newlyGranted) }
            send(change.event)
            return change.removesItems
        }
    }

    /// Returns nil after the final selection.
    private func change(
        _ assets: [ObjectID],
        isFinal: Bool,
        isCancelled: Bool
    ) -> (event: PickEvent, newlyGranted: Int, removesItems: Bool)? {
        let preselected = Set(configuration.preselected)
        return state.withLock { state in
            guard !state.isFinal else { return nil }
            state.isFinal = isFinal
            var granted: [UInt32: ObjectID] = [:]
            var newlyGranted = 0
            let items = assets.map { asset in
                let shown = configuration.givesIdentifiers ? asset : nil
                // Number 0: preselected assets grant nothing new; the app uses its own results for them.
                guard !isCancelled, !preselected.contains(asset), !state.isRevoked else {
                    return PickEvent.Item(0, asset: shown)
                }
                let number = state.numbers[asset] ?? UInt32(state.numbers.count + 1)
                if state.numbers.updateValue(number, forKey: asset) == nil { newlyGranted += 1 }
                granted[number] = asset
                return PickEvent.Item(number, asset: shown)
            }
            let removesItems = state.granted.keys.contains { granted[$0] == nil }
            state.granted = granted
            let event = PickEvent(number, items: items, isFinal: isFinal, isCancelled: isCancelled)
            return (event, newlyGranted, removesItems)
        }
    }

    /// Keeps an update until the question is asked. Returns false when it has been.
    func keepEarly(_ update: PickerUpdate) throws(LibraryError) -> Bool {
        try early.withLock { early throws(LibraryError) in
            guard let count = early?.count else { return false }
            guard count < OpenPick.maximumEarlyUpdates else {
                throw LibraryError(.limitExceeded, "the picker was changed too often before it was shown")
            }
            early?.append(update)
            return true
        }
    }

    /// Pops the next early update. Once there is none, later updates are applied directly.
    func takeEarlyUpdate() -> PickerUpdate? {
        early.withLock { early in
            guard early?.isEmpty == false else {
                early = nil
                return nil
            }
            return early?.removeFirst()
        }
    }

    /// The asset of an item number.
    func asset(_ item: UInt32) throws(LibraryError) -> ObjectID {
        guard let found = state.withLock({ $0.granted[item] }) else {
            throw LibraryError(.notFound, "there is no such item in what was picked")
        }
        return found
    }

    var isRevoked: Bool { state.withLock { $0.isRevoked } }

    /// The assets that the app may read.
    var readable: Set<ObjectID> { state.withLock { Set($0.granted.values) } }

    /// Revokes all items, those of an unsent event too. A final event is still sent, without items.
    func revoke() {
        state.withLock { state in
            state.isRevoked = true
            state.granted = [:]
            if let unsent = state.unsent { state.unsent = unsent.isFinal ? unsent.withoutItems : nil }
        }
    }

    /// Revokes these items. An unsent event says nothing of them: their numbers lead nowhere from now on.
    func revoke(_ assets: Set<ObjectID>) {
        state.withLock { $0.granted = $0.granted.filter { !assets.contains($0.value) } }
    }

    /// Sends an event. One that finds no credit is sent later, unless a later event replaces it.
    func send(_ event: PickEvent, _ offer: Offering) {
        state.withLock { state in
            // Made before `revoke`: its items are revoked too.
            let isStale = state.isRevoked && event.items.contains { $0.number != 0 }
            state.unsent = isStale ? event.withoutItems : event
        }
        sendUnsent(offer)
    }

    /// Sends the unsent event. Holds the lock, so that no event with items is on its way once `revoke` has returned.
    func sendUnsent(_ offer: Offering) {
        state.withLock { state in
            guard let event = state.unsent else { return }
            if offer(event) == .accepted { state.unsent = nil }
        }
    }
}

extension OutgoingStream {
    func offer(_ event: PickEvent) -> Offer { offer(event.encoded.span) }
}

extension PickEvent {
    /// The event without its items.
    fileprivate var withoutItems: PickEvent {
        PickEvent(pick, items: [], isFinal: isFinal, isCancelled: isCancelled)
    }
}

/// The picks of all apps.
final class OpenPicks: Sendable {
    private struct State {
        var next: UInt64 = 1
        var picks: [UInt64: OpenPick] = [:]
    }

    private let state = Mutex(State())

    func begin(app: String, session: UInt64, requester: UInt64, _ configuration: PickerConfiguration) -> OpenPick {
        state.withLock { state in
            defer { state.next += 1 }
            let pick = OpenPick(
                number: state.next,
                app: app,
                session: session,
                requester: requester,
                configuration
            )
            state.picks[state.next] = pick
            return pick
        }
    }

    func end(_ pick: OpenPick) {
        state.withLock { _ = $0.picks.removeValue(forKey: pick.number) }
        pick.end()
    }

    /// The session's pick of this number.
    func pick(_ number: UInt64, session: UInt64) throws(LibraryError) -> OpenPick {
        guard let pick = state.withLock({ $0.picks[number] }), pick.session == session else {
            throw LibraryError(.notFound, "there is no such pick on this connection")
        }
        return pick
    }

    var count: Int { state.withLock { $0.picks.count } }

    /// Revokes an app's picks.
    func revoke(app: String) {
        for pick in picks(of: app) { pick.revoke() }
    }

    /// Revokes some of an app's picks.
    func revoke(_ assets: Set<ObjectID>, app: String) {
        for pick in picks(of: app) { pick.revoke(assets) }
    }

    /// What an app can read now of its picks.
    func readable(of app: String) -> [ObjectID] {
        picks(of: app).reduce(into: Set<ObjectID>()) { $0.formUnion($1.readable) }.sorted()
    }

    /// Whether an app has picks that were not revoked.
    func areOpen(of app: String) -> Bool { picks(of: app).contains { !$0.isRevoked } }

    /// How many assets each app can read now, for apps that can read any.
    var readableCounts: [String: Int] {
        let picks = state.withLock { Array($0.picks.values) }
        var readable: [String: Set<ObjectID>] = [:]
        for pick in picks { readable[pick.app, default: []].formUnion(pick.readable) }
        return readable.mapValues(\.count).filter { $0.value > 0 }
    }

    private func picks(of app: String) -> [OpenPick] { state.withLock { $0.picks.values.filter { $0.app == app } } }
}
