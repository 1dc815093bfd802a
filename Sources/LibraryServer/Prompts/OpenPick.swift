internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LibraryTransport
internal import Synchronization

/// One picker of an app's: while the person chooses, and afterwards what they gave, for as long as the app's stream is
/// open.
final class OpenPick: Sendable {
    let number: UInt64
    let app: String
    /// The connection on which it is good.
    let session: UInt64
    let configuration: PickerConfiguration

    /// Offers an event to the app.
    typealias Offering = (PickEvent) -> OutgoingStream.Offer

    private struct State {
        /// What may be read, by its number.
        var granted: [UInt32: ObjectID] = [:]
        /// Of everything that was ever given. A number is never used for another asset.
        var numbers: [ObjectID: UInt32] = [:]
        var isRevoked = false
        /// The last selection was made, or the app has taken the picker away: what was given stays, and nothing is
        /// added.
        var isFinal = false
        /// Where the app is told; nil before and after.
        var stream: OutgoingStream?
        /// The last event, if it could not be sent for want of credit.
        var unsent: PickEvent?
    }

    private let state = Mutex(State())
    /// Held while a selection is made and told, so that the app hears of them in the order in which they were made.
    /// Comes before `state`, and is not needed to revoke.
    private let telling = Mutex(())
    /// The question to the person, once it is put.
    let asker = Mutex<UInt64?>(nil)
    /// What the app changed before the question was put, in order; nil from then on.
    private let early = Mutex<[PickerUpdate]?>([])
    /// Updates that an app can make before its question is put.
    private static let maximumEarlyUpdates = 64

    init(number: UInt64, app: String, session: UInt64, _ configuration: PickerConfiguration) {
        self.number = number
        self.app = app
        self.session = session
        self.configuration = configuration
    }

    /// The app is told through this, until `end`; what came before is told now.
    func begin(_ stream: OutgoingStream) {
        state.withLock { $0.stream = stream }
        sendUnsent { stream.offer($0) }
    }

    /// Nothing can be read any more, and nobody is told anything.
    func end() {
        revoke()
        state.withLock { $0.stream = nil }
    }

    /// Nothing can be selected any more.
    var isOver: Bool { state.withLock { $0.isFinal } }

    /// The app takes the picker away. It keeps what it was given of a selection that the person has not confirmed, and
    /// hears a last event, unless it has.
    func dismiss() {
        telling.withLock { _ in
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

    /// The selection is this now. `note` is told how many assets the app was never given before, and then `tell` the
    /// event that tells it. Nothing happens after the last selection. True when the app lost something that it could
    /// read.
    @discardableResult
    func select(
        _ assets: [ObjectID],
        isFinal: Bool,
        isCancelled: Bool = false,
        note: (Int) throws(LibraryError) -> Void,
        tell: (PickEvent) -> Void
    ) throws(LibraryError) -> Bool {
        try telling.withLock { _ throws(LibraryError) in
            guard let change = change(assets, isFinal: isFinal, isCancelled: isCancelled) else { return false }
            if change.newlyGiven > 0 { try note(change.newlyGiven) }
            tell(change.event)
            return change.takesBack
        }
    }

    /// Nil after the last.
    private func change(
        _ assets: [ObjectID],
        isFinal: Bool,
        isCancelled: Bool
    ) -> (event: PickEvent, newlyGiven: Int, takesBack: Bool)? {
        let preselected = Set(configuration.preselected)
        return state.withLock { state in
            guard !state.isFinal else { return nil }
            state.isFinal = isFinal
            var granted: [UInt32: ObjectID] = [:]
            var newlyGiven = 0
            let items = assets.map { asset in
                let shown = configuration.givesIdentifiers ? asset : nil
                // The app has its own results for what it preselected; it gets nothing of it that it did not have.
                guard !isCancelled, !preselected.contains(asset), !state.isRevoked else {
                    return PickEvent.Item(0, asset: shown)
                }
                let number = state.numbers[asset] ?? UInt32(state.numbers.count + 1)
                if state.numbers.updateValue(number, forKey: asset) == nil { newlyGiven += 1 }
                granted[number] = asset
                return PickEvent.Item(number, asset: shown)
            }
            let takesBack = state.granted.keys.contains { granted[$0] == nil }
            state.granted = granted
            let event = PickEvent(number, items: items, isFinal: isFinal, isCancelled: isCancelled)
            return (event, newlyGiven, takesBack)
        }
    }

    /// Keeps an update until the question is put. False when it is put.
    func keep(_ update: PickerUpdate) throws(LibraryError) -> Bool {
        try early.withLock { early throws(LibraryError) in
            guard let count = early?.count else { return false }
            guard count < OpenPick.maximumEarlyUpdates else {
                throw LibraryError(.limitExceeded, "the picker was changed too often before it was shown")
            }
            early?.append(update)
            return true
        }
    }

    /// The next update that was kept; none are kept any more when there is none left.
    func takeKept() -> PickerUpdate? {
        early.withLock { early in
            guard early?.isEmpty == false else {
                early = nil
                return nil
            }
            return early?.removeFirst()
        }
    }

    /// The asset that an item is.
    func asset(_ item: UInt32) throws(LibraryError) -> ObjectID {
        guard let found = state.withLock({ $0.granted[item] }) else {
            throw LibraryError(.notFound, "there is no such item in what was picked")
        }
        return found
    }

    var isRevoked: Bool { state.withLock { $0.isRevoked } }

    /// What can be read of it.
    var readable: Set<ObjectID> { state.withLock { Set($0.granted.values) } }

    /// Nothing can be read of it any more. An event that waits tells nothing of it either; the app still hears that the
    /// person is done.
    func revoke() {
        state.withLock { state in
            state.isRevoked = true
            state.granted = [:]
            if let unsent = state.unsent { state.unsent = unsent.isFinal ? unsent.takenBack : nil }
        }
    }

    /// Sends an event; one that finds no room is sent when there is some, unless a later one took its place.
    func send(_ event: PickEvent, _ offer: Offering) {
        state.withLock { state in
            // Made before the person took everything back: nothing of it is told.
            let isTakenBack = state.isRevoked && event.items.contains { $0.number != 0 }
            state.unsent = isTakenBack ? event.takenBack : event
        }
        sendUnsent(offer)
    }

    /// Sends the event that waits for credit. The lock is held, so that after `revoke` nothing that was picked before
    /// is on its way.
    func sendUnsent(_ offer: Offering) {
        state.withLock { state in
            guard let event = state.unsent else { return }
            if offer(event) == .accepted { state.unsent = nil }
        }
    }
}

extension OutgoingStream {
    func offer(_ event: PickEvent) -> Offer { offer(LibraryReply.pick(event).encoded.span) }
}

extension PickEvent {
    /// The same without anything that was picked.
    fileprivate var takenBack: PickEvent {
        PickEvent(pick, items: [], isFinal: isFinal, isCancelled: isCancelled)
    }
}

/// The pickers of all apps.
final class OpenPicks: Sendable {
    private struct State {
        var next: UInt64 = 1
        var picks: [UInt64: OpenPick] = [:]
    }

    private let state = Mutex(State())

    func begin(app: String, session: UInt64, _ configuration: PickerConfiguration) -> OpenPick {
        state.withLock { state in
            defer { state.next += 1 }
            let pick = OpenPick(number: state.next, app: app, session: session, configuration)
            state.picks[state.next] = pick
            return pick
        }
    }

    func end(_ pick: OpenPick) {
        state.withLock { _ = $0.picks.removeValue(forKey: pick.number) }
        pick.end()
    }

    /// A pick of this connection's.
    func pick(_ number: UInt64, session: UInt64) throws(LibraryError) -> OpenPick {
        guard let pick = state.withLock({ $0.picks[number] }), pick.session == session else {
            throw LibraryError(.notFound, "there is no such pick on this connection")
        }
        return pick
    }

    var count: Int { state.withLock { $0.picks.count } }

    /// Takes back what an app was given.
    func revoke(app: String) {
        for pick in picks(of: app) { pick.revoke() }
    }

    /// Whether an app has any that were not taken back.
    func areOpen(of app: String) -> Bool { picks(of: app).contains { !$0.isRevoked } }

    /// How many assets each app can read now. Apps that can read none are not in it.
    var readableCounts: [String: Int] {
        let picks = state.withLock { Array($0.picks.values) }
        var readable: [String: Set<ObjectID>] = [:]
        for pick in picks { readable[pick.app, default: []].formUnion(pick.readable) }
        return readable.mapValues(\.count).filter { $0.value > 0 }
    }

    private func picks(of app: String) -> [OpenPick] { state.withLock { $0.picks.values.filter { $0.app == app } } }
}
