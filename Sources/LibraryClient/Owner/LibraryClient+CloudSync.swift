package import LibraryModel
internal import LibraryProtocol
package import LinuxSystem

// Synchronisation with a bucket: calls of the owner's tools and of the sync process.
extension LibraryClient {
    package func cloudStatus() throws(LibraryError) -> CloudStatus { try calls.ask(CloudStatusCall()) }

    /// Sets synchronisation up, changes it, or ends it with nil. `key`: nil to keep the one that is there.
    /// Ending it fails while originals are in the bucket alone, unless they are abandoned.
    package func setCloud(
        _ settings: CloudSettings?,
        key: [UInt8]? = nil,
        abandonsOriginals: Bool = false
    ) throws(LibraryError) {
        _ = try calls.ask(SetCloudCall(settings, key: key, abandonsOriginals: abandonsOriginals))
    }

    /// The key of the bucket; nil when it is not encrypted.
    package func cloudKey() throws(LibraryError) -> [UInt8]? { try calls.ask(CloudKeyCall()).key }

    /// Passes a command to the sync process, and returns its number.
    package func commandCloud(_ command: CloudCommand) throws(LibraryError) -> UInt64 {
        try calls.ask(CommandCloudCall(command)).lastCommand
    }

    /// Reports the state of synchronisation.
    package func reportCloud(_ report: CloudReport) throws(LibraryError) { _ = try calls.ask(ReportCloudCall(report)) }

    /// Subscribes to commands, those that are not done first.
    package func cloudCommands(
        until cancellation: Cancellation? = nil
    ) throws(LibraryError) -> CloudEvents<NumberedCloudCommand> {
        CloudEvents(try ReplyStream(CloudCommandsCall(), on: try calls.connectionForStream(), cancellation))
    }

    // MARK: Optimised storage

    /// Which originals to evict or to bring back, after one.
    package func planStorage(after last: PlannedOriginal?) throws(LibraryError) -> StoragePlan {
        try calls.ask(PlanStorageCall(after: last))
    }

    /// Evicts an original that was just read from the bucket, under this generation, and is whole there. Throws
    /// `changeNotSupported` for one that is in use.
    package func evict(_ content: [UInt8], generation: UInt32) throws(LibraryError) {
        _ = try calls.ask(EvictCall(content, generation: generation))
    }

    /// Subscribes to originals that somebody waits for.
    package func wantedOriginals(
        until cancellation: Cancellation? = nil
    ) throws(LibraryError) -> CloudEvents<WantedOriginal> {
        CloudEvents(try ReplyStream(WantedOriginalsCall(), on: try calls.connectionForStream(), cancellation))
    }

    /// Says how far a wanted original is.
    package func report(_ download: DownloadReport) throws(LibraryError) {
        _ = try calls.ask(ReportDownloadCall(download))
    }
}

/// Events for the sync process. Releasing it ends the stream.
package final class CloudEvents<Event: Sendable>: Sendable {
    private let wait: @Sendable () throws(LibraryError) -> Event
    private let cancel: @Sendable () -> Void

    init<Call: StreamCall>(_ stream: ReplyStream<Call>) where Call.Event == Event {
        wait = { () throws(LibraryError) in
            guard let event = try stream.next() else {
                _ = try stream.last()
                throw .unexpectedReply
            }
            return event
        }
        cancel = { stream.cancel() }
    }

    deinit { cancel() }

    /// Waits for the next one. Throws `unavailable` when the server has gone.
    package func next() throws(LibraryError) -> Event { try wait() }
}
