internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem
internal import Synchronization
internal import TerminalText

/// Whether the library takes changes, as the page tells people. It is asked for on a thread of its own: the server
/// counts every file for the answer.
final class ReadOnlyNotice: Sendable {
    private let client: LibraryClient
    private let known = Mutex<String?>(nil)

    init(_ client: LibraryClient) { self.client = client }

    /// Why it takes none, as far as is known; nil when it does.
    var reason: String? { known.withLock { $0 } }

    /// Asks the server. `whenChanged` is called when the answer is another one than before.
    func refresh(whenChanged: @escaping @Sendable () -> Void) throws(SystemCallError) {
        _ = try SystemThread(name: "read-only") { [self] in
            let reason: String?
            do throws(LibraryError) { reason = try client.statistics().readOnlyReason?.shown } catch {
                // The server has gone: it is asked again when it comes back.
                return
            }
            let isNew = known.withLock { known in
                defer { known = reason }
                return known != reason
            }
            if isNew { whenChanged() }
        }
    }
}
