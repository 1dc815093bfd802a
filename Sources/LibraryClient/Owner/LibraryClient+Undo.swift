package import LibraryModel
internal import LibraryProtocol

/// The result of undoing an app's changes.
package struct UndoOutcome: Sendable {
    /// What was restored.
    package var objects: [LocalIdentifier] = []
    /// What was skipped.
    package var conflicts: [FieldChange] = []
    /// Why it ended early. Each step up to then is complete; undoing again continues.
    package var interruption: LibraryError?
}

// Changes, and undoing them.
extension LibraryClient {
    /// Erases assets of Recently Deleted for good. Others stay as they are.
    package func erase(_ assets: [ObjectID]) throws(LibraryError) {
        var rest = assets[...]
        while !rest.isEmpty {
            let call = rest.prefix(EraseCall.maximumAssets)
            rest = rest.dropFirst(call.count)
            _ = try calls.ask(EraseCall(Array(call)))
        }
    }

    /// A page of an app's transactions, or of the person's own with `app` nil, with their previous values, newest
    /// first. `since`: microseconds since 1970; `before`: the last sequence of the previous page.
    package func changes(
        ofApp app: String?,
        since: Int64? = nil,
        transaction: UInt64? = nil,
        before: UInt64? = nil
    ) throws(LibraryError) -> AppChanges {
        try calls.ask(AppChangesCall(app: app, since: since, transaction: transaction, before: before))
    }

    /// An app's newest `limit` transactions, read in pages.
    package func latestChanges(
        ofApp app: String?,
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

    /// The person's latest change that is in effect: what an undo that names none is about, so that one after another
    /// goes further back. Undos are passed over; an undo of an undo makes the change again, and counts as that. Nil
    /// when the history has none.
    package func latestToUndo() throws(LibraryError) -> AppTransaction? {
        var undone: Set<UInt64> = []
        var before: UInt64?
        while true {
            let page = try changes(ofApp: nil, before: before)
            for transaction in page.transactions {
                if undone.contains(transaction.sequence) { continue }
                guard let target = transaction.undoes, try isUndo(of: target) else { return transaction }
                undone.insert(target)
            }
            before = page.transactions.last?.sequence
            if !page.hasMore || before == nil { return nil }
        }
    }

    /// Whether an undo of this transaction takes a change back, rather than an undo.
    private func isUndo(of target: UInt64) throws(LibraryError) -> Bool {
        var (next, isUndo) = (target, true)
        while next != 0, let further = try changes(ofApp: nil, transaction: next).transactions.first?.undoes {
            (next, isUndo) = (further, !isUndo)
        }
        return isUndo
    }

    /// Undoes changes of an app or of the person step by step; what it added stays. Throws only when nothing was
    /// undone.
    package func undo(_ request: UndoRequest) throws(LibraryError) -> UndoOutcome {
        try UndoOutcome(request) { step throws(LibraryError) in
            try calls.ask(UndoCall(step))
        }
    }
}

extension UndoOutcome {
    /// Performs steps until none is left. Throws when the first fails.
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
