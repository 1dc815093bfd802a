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
        /// The app has taken the picker away: what was given stays, and nothing is added.
        var isDismissed = false
        /// Where the app is told; nil before and after.
        var stream: OutgoingStream?
        /// The last event, if it could not be sent for want of credit.
        var unsent: PickEvent?
    }

    private let state = Mutex(State())
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

    /// The app is told through this, until `end`.
    func begin(_ stream: OutgoingStream) { state.withLock { $0.stream = stream } }

    /// Nothing can be read any more, and nobody is told anything.
    func end() {
        revoke()
        state.withLock { $0.stream = nil }
    }

    var isDismissed: Bool { state.withLock { $0.isDismissed } }

    /// The app takes the picker away. It keeps what it was given of a selection that the person has not confirmed, and
    /// hears a last event.
    func dismiss() {
        let (event, stream) = state.withLock { state in
            state.isDismissed = true
            let items = state.granted.keys.sorted().map { number in
                PickEvent.Item(number, asset: configuration.givesIdentifiers ? state.granted[number] : nil)
            }
            return (PickEvent(number, items: items, isFinal: true, isCancelled: true), state.stream)
        }
        if let stream { send(event, on: stream) }
    }

    /// The selection is this now. Returns the event that tells the app, and how many assets it was never given before;
    /// nil when the app has taken the picker away.
    func select(
        _ assets: [ObjectID],
        isFinal: Bool,
        isCancelled: Bool = false
    ) -> (PickEvent, newlyGiven: Int)? {
        let preselected = Set(configuration.preselected)
        return state.withLock { state in
            guard !state.isDismissed else { return nil }
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

    /// Nothing can be read of it any more.
    func revoke() {
        state.withLock { state in
            state.isRevoked = true
            state.granted = [:]
            state.unsent = nil
        }
    }

    /// Sends an event; one that finds no room is sent when there is some, unless a later one took its place.
    func send(_ event: PickEvent, on stream: OutgoingStream) {
        state.withLock { state in
            // Made before the person took everything back: nothing of it is told.
            let isTakenBack = state.isRevoked && event.items.contains { $0.number != 0 }
            state.unsent =
                isTakenBack
                ? PickEvent(number, items: [], isFinal: event.isFinal, isCancelled: event.isCancelled) : event
        }
        sendUnsent(on: stream, again: false)
    }

    /// `again`: the app had no room, and has some now. The lock is held, so that after `revoke` nothing that was picked
    /// before is on its way.
    func sendUnsent(on stream: OutgoingStream, again: Bool) {
        state.withLock { state in
            guard let event = state.unsent else { return }
            let payload = LibraryReply.pick(event).encoded
            var offer = again ? stream.offerResynchronization(payload.span) : stream.offer(payload.span)
            if offer == .fellBehind && !again { offer = stream.offerResynchronization(payload.span) }
            if offer == .accepted { state.unsent = nil }
        }
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

    /// Takes back what an app was given.
    func revoke(app: String) {
        for pick in state.withLock({ $0.picks.values.filter { $0.app == app } }) { pick.revoke() }
    }
}
