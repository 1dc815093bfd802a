internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem
internal import Synchronization
internal import TerminalText

/// Why the library is read-only, for the page. Asks on a thread of its own, because the server counts every file for
/// the answer.
final class ReadOnlyNotice: Sendable {
    private let client: LibraryClient
    private let known = Mutex<String?>(nil)

    init(_ client: LibraryClient) { self.client = client }

    /// Nil when the library takes changes, or has not answered yet.
    var reason: String? { known.withLock { $0 } }

    /// Asks the server, and calls `whenChanged` if the answer differs from the last one.
    func refresh(whenChanged: @escaping @Sendable () -> Void) throws(SystemCallError) {
        _ = try SystemThread(name: "read-only") { [self] in
            let reason: String?
            do throws(LibraryError) { reason = try client.statistics().readOnlyReason?.sanitized } catch {
                // The server has gone; `refresh` is called again when it is back.
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
