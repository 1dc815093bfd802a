package import LibraryClient
internal import Synchronization

/// The photo library as this app's process reaches it: one client for every module of Apple's names.
package enum AppLibrary {
    private static let shared = Mutex(LibraryClient(.ofEnvironment, .ofThisProgram))

    /// The client. It connects with the first call that needs a connection.
    package static var client: LibraryClient { shared.withLock { $0 } }

    /// Replaces the client, for a process that holds its server itself.
    package static func use(_ client: LibraryClient) { shared.withLock { $0 = client } }
}
