internal import Digests
internal import LibraryMedia
internal import LibraryModel
internal import LibraryStore
package import LinuxSystem

/// A server: one library, its sockets, and the threads that serve them.
///
/// It starts in the order in which things depend on each other (lock, database, files, sockets) and says that it is
/// ready when a client could connect. It stops in the reverse order: no new connections, running calls are finished,
/// streams end with GOAWAY, what was acknowledged is on disk already.
package final class LibraryServer: Sendable {
    /// Nanoseconds that running calls get to finish when the server stops.
    static let drainTimeout: UInt64 = 10_000_000_000

    private let bundle: LibraryBundle
    private let sockets: ListeningSockets
    private let library: ServedLibrary
    private let sessions: SessionRegister
    private let housekeeping: Housekeeping
    private let stopFlag: EventDescriptor

    package init(_ options: ServerOptions) throws {
        let log = EventLog(to: try OwnProcess.standardError())
        bundle = try LibraryBundle(at: options.library)
        library = try ServedLibrary.open(bundle.path, mediaWorker: options.mediaWorker, log: log)
        sockets = try ListeningSockets(options)
        sessions = try SessionRegister(library, ownUser: OwnProcess.user)
        housekeeping = try Housekeeping(library)
        stopFlag = try EventDescriptor()
    }

    /// Serves until a signal comes, and then stops.
    package func run(until signals: borrowing TerminationSignals) throws {
        let observing = try SystemThread(name: "observers") { [library] in library.observers.run() }
        let tidying = try SystemThread(name: "housekeeping") { [housekeeping] in housekeeping.run() }
        let apps = try SystemThread(name: "accept-apps") { [self] in accept(sockets.apps, isManagement: false) }
        let tools = try SystemThread(name: "accept-tools") { [self] in accept(sockets.management, isManagement: true) }
        library.log.event("ready", ["pid": "\(OwnProcess.processIdentifier)", "library": library.store.libraryID.hexadecimal])
        try ServiceSupervisor.notify("READY=1")

        let signal = try signals.wait()
        library.log.event("stopping", ["signal": "\(signal)"])
        try ServiceSupervisor.notify("STOPPING=1")
        stopFlag.signal()
        apps.join()
        tools.join()
        try sessions.drain(timeout: LibraryServer.drainTimeout)
        library.observers.stop()
        housekeeping.stop()
        observing.join()
        tidying.join()
        library.media.shutDown()
        library.store.close()
        try sockets.removeFiles()
        library.log.event("stopped")
    }

    private func accept(_ listener: borrowing UnixSocketListener, isManagement: Bool) {
        while true {
            do throws(SystemCallError) {
                guard let socket = try listener.accept(until: stopFlag) else { return }
                sessions.begin(socket, isManagement: isManagement)
            } catch {
                // Out of descriptors or memory: the next client may have more luck when others have gone.
                library.log.event("accept-failed", ["error": error.reason])
                sessions.waitForRoom()
            }
        }
    }
}
