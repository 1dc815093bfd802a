package import LibraryModel
internal import LibraryProtocol
internal import LibraryTransport

// What an app asks the person.
extension LibraryClient {
    /// Shows a picker. Throws `nobodyToAsk` when no agent is there to show it.
    package func pick(_ configuration: PickerConfiguration) throws(LibraryError) -> Pick {
        try Pick(try ReplyStream(.pick(configuration), on: try calls.connectionForPicks()), calls)
    }

    /// Asks the person to change what this app may see, and waits for them on this thread. Answers what they added;
    /// nothing, at once, unless access is limited.
    package func changeSelection() throws(LibraryError) -> [ObjectID] {
        let connection = try calls.connectionForStream()
        guard case .selection(let assets) = try ReplyStream(.changeSelection, on: connection).end() else {
            throw .unexpectedReply
        }
        return assets
    }

    /// Makes the changes of a block that the person has to confirm, once they have: `declined` when they do not.
    func performAfterConfirmation(_ block: ChangeBlock) throws(LibraryError) -> LibraryReply {
        try ReplyStream(.performAfterConfirmation(block), on: try calls.connectionForStream()).end()
    }
}
