package import LibraryModel
internal import LibraryProtocol
internal import LibraryTransport
package import LinuxSystem

/// An agent's place at the server: it hears which prompts to show.
///
/// It ends with this object, and the prompts go to another agent.
package final class AgentSubscription: Sendable {
    private let stream: ReplyStream

    init(_ stream: ReplyStream) throws(LibraryError) {
        guard case .done = stream.first else { throw .unexpectedReply }
        self.stream = stream
    }

    deinit { stream.cancel() }

    /// Waits for the next event, on this thread; one thread at a time. Throws when the server has gone (`unavailable`)
    /// or the attendance was cancelled (`cancelled`).
    package func next() throws(LibraryError) -> AgentEvent {
        guard let reply = try stream.next() else {
            _ = try stream.last()
            throw .unexpectedReply
        }
        guard case .agentEvent(let event) = reply else { throw .unexpectedReply }
        return event
    }

    /// Leaves. From any thread.
    package func cancel() { stream.cancel() }
}

// The calls of agents, on the management socket.
extension LibraryClient {
    /// Shows prompts from now on, those that wait already first, until `cancellation`. `face` is `browser`, `terminal`
    /// or `text`.
    package func subscribe(interface: String, until cancellation: Cancellation? = nil) throws(LibraryError) -> AgentSubscription
    {
        let connection = try calls.connectionForStream()
        return try AgentSubscription(try ReplyStream(SubscribeAgentCall(interface: interface), on: connection, cancellation))
    }

    /// Answers a prompt. `notFound` when nobody waits for the answer any more. With `silences`, the app's prompts are
    /// not shown any more until the person says otherwise.
    package func answer(
        _ prompt: UInt64,
        _ answer: PromptAnswer,
        silences: Bool = false
    ) throws(LibraryError) {
        let call = AnswerCall(prompt: prompt, answer, silences: silences)
        guard case .done = try calls.ask(call) else { throw .unexpectedReply }
    }

    /// A picker's selection has changed, in the person's order.
    package func updatePicker(_ prompt: UInt64, _ assets: [ObjectID]) throws(LibraryError) {
        guard case .done = try calls.ask(PickerSelectionCall(prompt: prompt, assets)) else { throw .unexpectedReply }
    }

    /// The stored thumbnail of an asset: a JPEG file that fits into 512 x 512 pixels, open for reading.
    package func thumbnailFile(of asset: ObjectID) throws(LibraryError) -> OwnedDescriptor {
        var response = try calls.call(ThumbnailFileCall(of: asset))
        return try response.takeDescriptor()
    }

    /// How the assets of a fetch are spread over the months, the latest first and those without a date last. Months
    /// are those of a clock `utcOffset` seconds east of Greenwich.
    package func months(of fetch: FetchRequest, utcOffset: Int32) throws(LibraryError) -> [MonthCount] {
        guard case .months(let months) = try calls.ask(MonthsCall(fetch, utcOffset: utcOffset)) else {
            throw .unexpectedReply
        }
        return months
    }

    /// How the person wants an app to be treated. Nil leaves something as it is.
    package func setPreferences(
        ofApp app: String,
        confirmsChanges: Bool? = nil,
        isSilenced: Bool? = nil
    ) throws(LibraryError) {
        let call = SetPreferencesCall(app: app, confirmsChanges: confirmsChanges, isSilenced: isSilenced)
        guard case .done = try calls.ask(call) else { throw .unexpectedReply }
    }

    /// Takes back what an app was given in pickers: it can read none of it from now on.
    package func revokePicks(ofApp app: String) throws(LibraryError) {
        guard case .done = try calls.ask(RevokePicksCall(app: app)) else { throw .unexpectedReply }
    }
}
