package import LibraryModel
internal import LibraryProtocol

/// What came of taking back what an app changed.
package struct UndoOutcome: Sendable {
    /// What is as it was before.
    package var objects: [LocalIdentifier] = []
    /// What was left as it is.
    package var conflicts: [FieldChange] = []
    /// Why it ended before everything was taken back. What was taken back until then is whole; to undo again goes on.
    package var interruption: LibraryError?
}

// What an app changed, and taking it back.
extension LibraryClient {
    /// What an app changed, with what was there before: a page of transactions, the newest first. `since`: microseconds
    /// since 1970; `before`: the sequence of the last of the page before.
    package func changes(
        ofApp app: String,
        since: Int64? = nil,
        transaction: UInt64? = nil,
        before: UInt64? = nil
    ) throws(LibraryError) -> AppChanges {
        let call = AppChangesCall(app: app, since: since, transaction: transaction, before: before)
        guard case .appChanges(let changes) = try calls.ask(call) else { throw .unexpectedReply }
        return changes
    }

    /// The newest `limit` transactions of an app, in as many pages as it takes.
    package func latestChanges(
        ofApp app: String,
        since: Int64? = nil,
        transaction: UInt64? = nil,
        limit: Int
    ) throws(LibraryError) -> AppChanges {
        var found = AppChanges()
        repeat {
            let before = found.transactions.last?.sequence
            let page = try changes(ofApp: app, since: since, transaction: transaction, before: before)
            found.transactions += page.transactions
            found.hasMore = page.hasMore && !page.transactions.isEmpty
        } while found.hasMore && found.transactions.count < limit
        if found.transactions.count > limit {
            found.transactions.removeLast(found.transactions.count - limit)
            found.hasMore = true
        }
        return found
    }

    /// Takes back what an app changed, step by step; fails only when nothing was taken back. What the app added stays.
    package func undo(_ request: UndoRequest) throws(LibraryError) -> UndoOutcome {
        try UndoOutcome(request) { step throws(LibraryError) in
            guard case .undo(let result) = try calls.ask(UndoCall(step)) else { throw .unexpectedReply }
            return result
        }
    }
}

extension UndoOutcome {
    /// Makes steps until none is left. Throws when the first fails.
    init(_ request: UndoRequest, step: (UndoRequest) throws(LibraryError) -> UndoResult) throws(LibraryError) {
        var request = request
        var told: Set<LocalIdentifier> = []
        repeat {
            do throws(LibraryError) {
                let result = try step(request)
                objects += result.objects.filter { told.insert($0).inserted }
                conflicts += result.conflicts
                request.position = result.next
            } catch {
                guard request.position != nil else { throw error }
                interruption = error
                return
            }
        } while request.position != nil
    }
}
