internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem

/// Tells the pages when synchronisation stands otherwise than before. While a page is open it asks the server, which
/// knows it without any work; without one it sleeps.
final class CloudWatch: Sendable {
    /// Nanoseconds between two looks. `photolibrary-sync` reports as often while it works.
    private static let interval: UInt64 = 1_000_000_000

    private let client: LibraryClient
    private let pages: OpenPages
    private let thread = ServiceThread()

    init(_ client: LibraryClient, _ pages: OpenPages) {
        self.client = client
        self.pages = pages
    }

    func start() throws(SystemCallError) {
        // The thread keeps this object until `stop`.
        try thread.start("cloud") { [self] in run() }
    }

    /// A page is open from now on, or the person has done something.
    func wake() { thread.wake() }

    /// Does not wait for a call of the server that is under way.
    func stop() { thread.requestStop() }

    private func run() {
        var known: CloudStatus?
        while true {
            let isWatched = pages.count > 0
            if isWatched { look(&known) }
            let next = isWatched ? MonotonicClock.deadline(after: CloudWatch.interval) : nil
            if !thread.wait(until: next) { return }
        }
    }

    private func look(_ known: inout CloudStatus?) {
        let status: CloudStatus
        do throws(LibraryError) { status = try client.cloudStatus() } catch {
            // The server has gone: the pages hear that from `PromptFeed`, and read everything again when it is back.
            return
        }
        guard status != known else { return }
        known = status
        do { try pages.send(.cloud()) } catch { preconditionFailure("an event without content: \(error)") }
    }
}
