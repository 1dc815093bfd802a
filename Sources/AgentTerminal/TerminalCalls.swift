internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem
internal import OwnerTools
internal import PhotoSearch
internal import PhotosAgent

/// The dialog's calls of the library, on threads of their own: keys work however slow the server is.
final class TerminalCalls: Sendable {
    private let searches: CallThread<PhotoQuery>
    private let lookups: CallThread<PhotoLookup.Wanted>
    private let others: CallThread<DialogRequest>
    /// Looks at how synchronisation stands, some after a pause.
    private let watches: CallThread<Bool>

    /// Nanoseconds between two looks.
    private static let watchInterval: UInt64 = 1_000_000_000

    /// Puts the results into `mailbox`.
    init(_ client: LibraryClient, _ mailbox: Mailbox<DialogEvent>) throws(SystemCallError) {
        let finder = PhotoFinder(client)
        searches = try CallThread("search", .latest) { query in
            // Nothing here observes changes of the library, so months that are new since are looked up anew.
            finder.libraryChanged()
            mailbox.put(.found(query, TerminalCalls.outcome { try finder.find(query) }))
        }
        lookups = try CallThread("lookup", .latest) { wanted in
            switch TerminalCalls.outcome({ try finder.look(at: wanted) }) {
            case .success(let answer): mailbox.put(.looked(answer))
            case .failure(let failure): mailbox.put(.failed(failure))
            }
        }
        watches = try CallThread("cloud", .latest) { isAfterPause in
            if isAfterPause { Parker().park(until: MonotonicClock.deadline(after: TerminalCalls.watchInterval)) }
            mailbox.put(.cloud(TerminalCalls.outcome { try client.cloudStatus() }))
        }
        others = try CallThread("calls", .all) { request in
            if let event = TerminalCalls.event(request, client, finder) { mailbox.put(event) }
        }
    }

    func stop() {
        searches.stop()
        lookups.stop()
        watches.stop()
        others.stop()
    }

    func ask(_ request: DialogRequest) {
        switch request {
        case .find(let query): searches.ask(query)
        case .cloud(let isAfterPause): watches.ask(isAfterPause)
        default: others.ask(request)
        }
    }

    func look(at wanted: PhotoLookup.Wanted) { lookups.ask(wanted) }

    private static func outcome<Value>(_ body: () throws -> Value) -> Result<Value, AgentFailure> {
        do { return .success(try body()) } catch { return .failure(AgentFailure(error)) }
    }

    /// The result; nil when the dialog does not need it.
    private static func event(
        _ request: DialogRequest,
        _ client: LibraryClient,
        _ finder: PhotoFinder
    ) -> DialogEvent? {
        switch request {
        case .albums: return .albums(outcome { try finder.albums() })
        case .apps: return .apps(outcome { try client.grants() })
        case .selection(let app): return .selection(ofApp: app, outcome { try client.selection(ofApp: app) })
        case .answer(let number, let answer, let silences, let removal):
            return .answered(
                number,
                outcome { try client.send(answer, to: number, silences: silences, removal: removal) }
            )
        case .answerSelection(let number, let app, let chosen, let before):
            return .answered(
                number,
                outcome { try client.send(selection: chosen, ofApp: app, before: before, to: number) }
            )
        case .picking(let number, let chosen, let removal):
            let outcome = outcome { try client.updatePicker(number, chosen, removal: removal) }
            guard case .failure(let failure) = outcome else { return nil }
            return .failed(failure)
        case .decide(let decision, let app):
            return .decided(decision, app: app, outcome { try decision.carryOut(client, app: app) })
        case .act(let action): return .acted(outcome { try action.carryOut(client) })
        case .find, .cloud, .discardKeys, .redraw, .leave: preconditionFailure("no call of the library: \(request)")
        }
    }
}
