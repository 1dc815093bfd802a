package import LibraryModel
internal import LibraryProtocol
internal import LibraryTransport

// Questions to the person.
extension LibraryClient {
    /// Shows a picker. Throws `nobodyToAsk` without an agent.
    package func pick(_ configuration: PickerConfiguration) throws(LibraryError) -> Pick {
        Pick(try ReplyStream(PickCall(configuration), on: try calls.connectionForPicks()), calls)
    }

    /// Asks the person to change this app's selection. Blocks until they have, and returns what they added; returns
    /// nothing, at once, unless access is limited.
    package func changeSelection() throws(LibraryError) -> [ObjectID] {
        try calls.askPerson(ChangeSelectionCall()).assets
    }

    /// Like `changeSelection`, for async code. Cancelling the task withdraws the question and throws `cancelled`.
    package func changeSelectionWithoutBlocking() async throws(LibraryError) -> [ObjectID] {
        let calls = calls
        return try await onOwnThread(named: "asking") { cancellation throws(LibraryError) in
            try calls.askPerson(ChangeSelectionCall(), cancellation).assets
        }
    }

    /// Performs a change block once the person has confirmed it. Blocks until they decide; throws `declined` when they
    /// refuse.
    package func performAfterConfirmation(_ block: ChangeBlock) throws(LibraryError) -> ChangeToken {
        try calls.askPerson(PerformAfterConfirmationCall(block)).changeToken()
    }

    /// Like `performAfterConfirmation`, for async code. Cancelling the task withdraws the question and throws
    /// `cancelled`, unless the person has just confirmed.
    package func performAfterConfirmationWithoutBlocking(
        _ block: ChangeBlock
    ) async throws(LibraryError) -> ChangeToken {
        let calls = calls
        return try await onOwnThread(named: "asking") { cancellation throws(LibraryError) in
            try calls.askPerson(PerformAfterConfirmationCall(block), cancellation).changeToken()
        }
    }
}
