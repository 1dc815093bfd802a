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

    private struct State {
        /// What may be read, by its number.
        var granted: [UInt32: ObjectID] = [:]
        /// Of everything that was ever given. A number is never used for another asset.
        var numbers: [ObjectID: UInt32] = [:]
        var isRevoked = false
        /// The last event, if it could not be sent for want of credit.
        var unsent: PickEvent?
    }

    private let state = Mutex(State())
    /// The question to the person, once it is put.
    let asker = Mutex<UInt64?>(nil)

    init(number: UInt64, app: String, session: UInt64, _ configuration: PickerConfiguration) {
        self.number = number
        self.app = app
        self.session = session
        self.configuration = configuration
    }

    /// The selection is this now. Returns the event that tells the app, and how many assets it was never given before.
    func select(
        _ assets: [ObjectID],
        isFinal: Bool,
        isCancelled: Bool = false
    ) -> (PickEvent, newlyGiven: Int) {
        let preselected = Set(configuration.preselected)
        return state.withLock { state in
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
            state.granted = granted
            return (PickEvent(number, items: items, isFinal: isFinal, isCancelled: isCancelled), newlyGiven)
        }
    }

    /// The asset that an item is.
    func asset(_ item: UInt32) throws(LibraryError) -> ObjectID {
        guard let found = state.withLock({ $0.granted[item] }) else {
            throw LibraryError(.notFound, "there is no such item in what was picked")
        }
        return found
    }

    /// Nothing can be read of it any more.
    func revoke() {
        state.withLock { state in
            state.isRevoked = true
            state.granted = [:]
        }
    }

    /// Sends an event; one that finds no room is sent when there is some, unless a later one took its place.
    func send(_ event: PickEvent, on stream: OutgoingStream) {
        state.withLock { $0.unsent = event }
        sendUnsent(on: stream, again: false)
    }

    /// `again`: the app had no room, and has some now.
    func sendUnsent(on stream: OutgoingStream, again: Bool) {
        guard let event = state.withLock({ $0.unsent }) else { return }
        let payload = LibraryReply.pick(event).encoded
        var offer = again ? stream.offerResynchronization(payload.span) : stream.offer(payload.span)
        if offer == .fellBehind && !again { offer = stream.offerResynchronization(payload.span) }
        guard offer == .accepted else { return }
        state.withLock { if $0.unsent == event { $0.unsent = nil } }
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
        pick.revoke()
    }

    /// A pick of this connection's.
    func pick(_ number: UInt64, session: UInt64) throws(LibraryError) -> OpenPick {
        guard let pick = state.withLock({ $0.picks[number] }), pick.session == session else {
            throw LibraryError(.notFound, "there is no such pick on this connection")
        }
        return pick
    }

    /// Takes back what an app was given.
    func revoke(app: String) {
        for pick in state.withLock({ $0.picks.values.filter { $0.app == app } }) { pick.revoke() }
    }
}
