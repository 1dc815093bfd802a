package import LibraryModel
internal import LibraryProtocol
internal import LibraryTransport

// What an app asks the person.
extension LibraryClient {
    /// Shows a picker. Throws `nobodyToAsk` when no agent is there to show it.
    package func pick(_ configuration: PickerConfiguration) throws(LibraryError) -> Pick {
        try Pick(try ReplyStream(PickCall(configuration), on: try calls.connectionForPicks()), calls)
    }

    /// Asks the person to change what this app may see, and waits for them on this thread. Answers what they added;
    /// nothing, at once, unless access is limited.
    package func changeSelection() throws(LibraryError) -> [ObjectID] {
        try added(calls.askPerson(ChangeSelectionCall()))
    }

    /// The same without holding up a thread of Swift's. Cancelling the task takes the question back: `cancelled`.
    package func changeSelectionWithoutBlocking() async throws(LibraryError) -> [ObjectID] {
        let calls = calls
        return try added(
            await onOwnThread(named: "asking") { cancellation throws(LibraryError) in
                try calls.askPerson(ChangeSelectionCall(), cancellation)
            }
        )
    }

    /// Makes the changes of a block that the person has to confirm, once they have: `declined` when they do not. Waits
    /// for them on this thread.
    package func performAfterConfirmation(_ block: ChangeBlock) throws(LibraryError) -> ChangeToken {
        try token(of: calls.askPerson(PerformAfterConfirmationCall(block)))
    }

    /// The same without holding up a thread of Swift's. Cancelling the task takes the question back: `cancelled`,
    /// unless the person has allowed it in that very moment.
    package func performAfterConfirmationWithoutBlocking(
        _ block: ChangeBlock
    ) async throws(LibraryError) -> ChangeToken {
        let calls = calls
        return try token(
            of: await onOwnThread(named: "asking") { cancellation throws(LibraryError) in
                try calls.askPerson(PerformAfterConfirmationCall(block), cancellation)
            }
        )
    }

    private func added(_ reply: LibraryReply) throws(LibraryError) -> [ObjectID] {
        guard case .selection(let assets) = reply else { throw .unexpectedReply }
        return assets
    }
}
