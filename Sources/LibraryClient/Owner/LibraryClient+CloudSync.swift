package import LibraryModel
internal import LibraryProtocol
package import LinuxSystem

// Synchronisation with a bucket: calls of the owner's tools and of the sync process.
extension LibraryClient {
    package func cloudStatus() throws(LibraryError) -> CloudStatus { try calls.ask(CloudStatusCall()) }

    /// Sets synchronisation up, changes it, or ends it with nil. `key`: nil to keep the one that is there.
    package func setCloud(_ settings: CloudSettings?, key: [UInt8]? = nil) throws(LibraryError) {
        _ = try calls.ask(SetCloudCall(settings, key: key))
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
    package func cloudCommands(until cancellation: Cancellation? = nil) throws(LibraryError) -> CloudCommands {
        CloudCommands(try ReplyStream(CloudCommandsCall(), on: try calls.connectionForStream(), cancellation))
    }
}

/// Commands to the sync process. Releasing it ends the stream.
package final class CloudCommands: Sendable {
    private let stream: ReplyStream<CloudCommandsCall>

    init(_ stream: ReplyStream<CloudCommandsCall>) { self.stream = stream }

    deinit { stream.cancel() }

    /// Waits for the next one. Throws `unavailable` when the server has gone.
    package func next() throws(LibraryError) -> NumberedCloudCommand {
        guard let command = try stream.next() else {
            _ = try stream.last()
            throw .unexpectedReply
        }
        return command
    }
}
