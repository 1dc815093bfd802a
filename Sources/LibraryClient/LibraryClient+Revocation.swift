package import LibraryModel
internal import LibraryProtocol

// What the person takes back from an app: as a whole, or what it changed. What it has read already it has.
extension LibraryClient {
    /// Denies an app everything, and takes back what was picked for it. What was selected for it is remembered.
    package func revoke(app: String) throws(LibraryError) {
        guard case .done = try calls.ask(.revoke(app: app)) else { throw .unexpectedReply }
    }

    /// Treats an app as if it had never come: nothing is kept of it, and what it changed can no longer be taken back.
    package func forget(app: String) throws(LibraryError) {
        guard case .done = try calls.ask(.forget(app: app)) else { throw .unexpectedReply }
    }

    /// What an app changed, with what was there before: a page of transactions, the newest first. `since`: microseconds
    /// since 1970; `before`: the sequence of the last of the page before.
    package func changes(
        ofApp app: String,
        since: Int64? = nil,
        transaction: UInt64? = nil,
        before: UInt64? = nil
    ) throws(LibraryError) -> AppChanges {
        let call = LibraryCall.appChanges(app: app, since: since, transaction: transaction, before: before)
        guard case .appChanges(let changes) = try calls.ask(call) else { throw .unexpectedReply }
        return changes
    }

    /// Takes back what an app changed, step by step. What the app added stays.
    package func undo(_ request: UndoRequest) throws(LibraryError) -> UndoResult {
        var (request, whole) = (request, UndoResult())
        repeat {
            guard case .undo(let result) = try calls.ask(.undo(request)) else { throw .unexpectedReply }
            whole.objects += result.objects
            whole.conflicts += result.conflicts
            request.position = result.next
        } while request.position != nil
        return whole
    }
}
