package import LibraryModel
internal import LibraryProtocol
internal import LibraryTransport
package import LinuxSystem

/// An agent's subscription to prompts. Releasing it ends it, and the server gives the prompts to another agent.
package final class AgentSubscription: Sendable {
    private let stream: ReplyStream<SubscribeAgentCall>

    init(_ stream: ReplyStream<SubscribeAgentCall>) { self.stream = stream }

    deinit { stream.cancel() }

    /// Waits for the next event; one thread at a time. Throws `unavailable` when the server has gone, `cancelled` when
    /// the subscription was cancelled.
    package func next() throws(LibraryError) -> AgentEvent {
        guard let event = try stream.next() else {
            _ = try stream.last()
            throw .unexpectedReply
        }
        return event
    }

    /// Ends the subscription. From any thread.
    package func cancel() { stream.cancel() }
}

// The calls of agents, on the management socket.
extension LibraryClient {
    /// Subscribes to prompts, open ones first, until `cancellation`. `interface` is `browser`, `terminal` or `text`.
    package func subscribe(
        interface: String,
        until cancellation: Cancellation? = nil
    ) throws(LibraryError) -> AgentSubscription {
        let connection = try calls.connectionForStream()
        let call = SubscribeAgentCall(interface: interface)
        return AgentSubscription(try ReplyStream(call, on: connection, cancellation))
    }

    /// Answers a prompt. Throws `notFound` when the prompt is over. `silences`: shows no prompts of the app any more,
    /// until the person changes that. `removal`: what the app does not get of what the answer gives it.
    package func answer(
        _ prompt: UInt64,
        _ answer: PromptAnswer,
        silences: Bool = false,
        removal: MetadataRemoval = []
    ) throws(LibraryError) {
        let call = AnswerCall(prompt: prompt, answer, silences: silences, removal: removal)
        _ = try calls.ask(call)
    }

    /// Sends a picker's current selection, in the person's order.
    package func updatePicker(
        _ prompt: UInt64,
        _ assets: [ObjectID],
        removal: MetadataRemoval = []
    ) throws(LibraryError) {
        let call = PickerSelectionCall(prompt: prompt, assets, removal: removal)
        _ = try calls.ask(call)
    }

    /// Opens the stored thumbnail of an asset for reading: a JPEG file within 512 x 512 pixels.
    package func thumbnailFile(of asset: ObjectID) throws(LibraryError) -> OwnedDescriptor {
        var response = try calls.call(ThumbnailFileCall(of: asset))
        return try response.takeDescriptor()
    }

    /// The number of a fetch's assets per month, latest first, undated ones last. Months are those of a clock
    /// `utcOffset` seconds east of UTC.
    package func months(of fetch: FetchRequest, utcOffset: Int32) throws(LibraryError) -> [MonthCount] {
        try calls.ask(MonthsCall(fetch, utcOffset: utcOffset)).counts
    }

    /// Sets the person's preferences for an app. Nil leaves one unchanged.
    package func setPreferences(
        ofApp app: String,
        confirmsChanges: Bool? = nil,
        isSilenced: Bool? = nil,
        hidesPlaces: Bool? = nil
    ) throws(LibraryError) {
        let call = SetPreferencesCall(
            app: app,
            confirmsChanges: confirmsChanges,
            isSilenced: isSilenced,
            hidesPlaces: hidesPlaces
        )
        _ = try calls.ask(call)
    }

    /// Revokes what the person picked for an app: these alone, or everything.
    package func revokePicks(ofApp app: String, _ assets: [ObjectID]? = nil) throws(LibraryError) {
        _ = try calls.ask(RevokePicksCall(app: app, assets))
    }
}
