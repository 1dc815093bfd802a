internal import Glibc
internal import LibraryModel
package import LinuxSystem

/// The server: a library service behind two listening sockets, until a signal comes.
///
/// Starts in order of dependency (lock, database, files, sockets) and reports READY once clients can connect. Stops in
/// reverse: accepts no connections, finishes running calls, ends streams with GOAWAY. What was acknowledged is on disk
/// already.
package final class LibraryServer: Sendable {
    private let service: LibraryService
    private let sockets: ListeningSockets
    private let stopFlag: EventDescriptor
    private let options: ServerOptions

    /// Nanoseconds after a signal until the process exits, whatever hangs.
    private static let stopTime: UInt64 = 4_500_000_000

    package init(_ options: ServerOptions) throws {
        let log = EventLog(to: try OwnProcess.standardError())
        do {
            service = try LibraryService(
                at: options.library,
                mediaWorker: options.mediaWorker,
                mediaSandbox: options.mediaSandbox,
                agent: options.agent.program().map { ($0, options.socket) },
                sync: (try ServerOptions.syncProgram(), options.socket),
                policy: options.policy.map { ($0, true) } ?? (ServerOptions.systemPolicy, false),
                log: log
            )
        } catch let error as SystemCallError {
            throw ServerStartError.library(options.library, "\(error)")
        } catch let error as LibraryError {
            throw ServerStartError.library(options.library, error.reason)
        } catch let error as InvalidPolicy {
            throw ServerStartError(description: error.description, exitStatus: 78)
        }
        sockets = try ListeningSockets.open(options)
        stopFlag = try EventDescriptor()
        self.options = options
    }

    /// Serves until a signal comes, and then stops.
    package func run(until signals: borrowing TerminationSignals) throws {
        let apps = try SystemThread(name: "accept-apps") { [self] in accept(sockets.apps, isManagement: false) }
        let tools = try SystemThread(name: "accept-tools") { [self] in accept(sockets.management, isManagement: true) }
        service.log.event(
            "ready",
            [
                "pid": "\(OwnProcess.processIdentifier)", "library": service.libraryName,
                "folder": options.library.text,
                "socket": sockets.areOwn ? options.socket.text : "systemd's",
            ]
        )
        try ServiceSupervisor.notify("READY=1")

        let signal = try signalToStop(signals)
        service.log.event("stopping", ["signal": "\(signal)"])
        try ServiceSupervisor.notify("STOPPING=1")
        let watchdog = try SystemThread(name: "stop-limit") { [log = service.log] in
            _ = Parker().park(until: MonotonicClock.deadline(after: LibraryServer.stopTime))
            log.event("stopped-without-waiting")
            OwnProcess.exitAtOnce(status: 0)
        }
        defer { withExtendedLifetime(watchdog) {} }
        stopFlag.signal()
        apps.join()
        tools.join()
        try service.stop()
        try sockets.removeFiles()
        service.log.event("stopped")
    }

    /// Waits for the signal that ends the server. SIGHUP reloads the policy, unless the server runs in a terminal: then
    /// it means that the terminal was closed.
    private func signalToStop(_ signals: borrowing TerminationSignals) throws(SystemCallError) -> CInt {
        while true {
            let signal = try signals.wait()
            guard signal == SIGHUP, !OwnProcess.hasTerminal else { return signal }
            service.reloadPolicy()
        }
    }

    private func accept(_ listener: borrowing UnixSocketListener, isManagement: Bool) {
        while true {
            do throws(SystemCallError) {
                guard let socket = try listener.accept(until: stopFlag) else { return }
                service.serve(socket, isManagement: isManagement)
            } catch {
                // Out of descriptors or memory: accepts again once a client has left.
                service.log.event("accept-failed", ["error": error.reason], of: .anybody)
                service.waitForRoom()
            }
        }
    }
}
