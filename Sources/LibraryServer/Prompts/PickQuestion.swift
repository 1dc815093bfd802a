internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LibraryTransport

/// One picker's question to the person: turns what the person selects into events of the app's stream.
final class PickQuestion: Sendable {
    private let pick: OpenPick
    private let stream: OutgoingStream
    private let library: ServedLibrary
    private let claimedName: String
    private weak let session: Session?

    init(_ pick: OpenPick, _ stream: OutgoingStream, _ session: Session) {
        self.pick = pick
        self.stream = stream
        self.session = session
        library = session.library
        claimedName = session.claim.name
    }

    /// Shows the picker to the person.
    func ask(_ source: PromptQueue.Source) throws(LibraryError) {
        let requester = PromptBroker.Requester(
            session: pick.session,
            ended: { [self] outcome in ended(outcome) },
            selectionChanged: { [self] assets in
                if pick.configuration.isContinuous { select(assets, isFinal: false) }
            },
            removalChanged: { [self] removal in
                // Replies in flight are made again.
                if pick.remove(removal) { library.barriers.advance(pick.app, narrows: false) }
            }
        )
        try library.prompts.ask(.picker(pick.configuration), from: source, requester, as: pick.requester)
        // The app may have updated or dismissed the picker since its stream was opened.
        while let update = pick.takeEarlyUpdate() { library.prompts.update(pick.requester, update) }
        if pick.isOver { library.prompts.withdraw(pick.requester) }
    }

    /// Ends the pick and its stream with an error.
    func fail(_ error: LibraryError) {
        library.picks.end(pick)
        stream.finish(error.encoded.span)
        session?.streamEnded(stream.stream)
    }

    /// The stream has ended: closes the picker and ends the pick.
    func withdraw() {
        library.prompts.withdraw(pick.requester)
        library.picks.end(pick)
    }

    private func ended(_ outcome: PromptBroker.Outcome) {
        switch outcome {
        case .answered(.picked(let assets)): select(assets, isFinal: true)
        // Cancelled: what was preselected stays selected.
        case .answered: select(pick.configuration.preselected, isFinal: true, isCancelled: true)
        case .nobodyToAsk: fail(.nobodyToAsk)
        }
    }

    private func select(_ assets: [ObjectID], isFinal: Bool, isCancelled: Bool = false) {
        if isFinal { stream.clearDeadline() }
        do throws(LibraryError) {
            let removesItems = try pick.select(assets, isFinal: isFinal, isCancelled: isCancelled) {
                count throws(LibraryError) in
                // Recorded before the app can read any of them.
                try library.store.notePicked(count, for: pick.app, claimedName: claimedName)
            } send: { event in
                pick.send(event) { stream.offer($0) }
            }
            // Replies in flight for a deselected item are made again. Slow connections are not closed: the person may
            // select it again.
            if removesItems { library.barriers.advance(pick.app, narrows: false) }
        } catch {
            fail(error)
        }
    }
}
