internal import LibraryMedia
internal import LibraryModel
internal import LibraryStore
package import LinuxSystem

/// One open library and the threads that serve its clients, whichever way their connections come in: over the sockets
/// of `photolibraryd`, or from within the same process.
package final class LibraryService: Sendable {
    /// Nanoseconds that running calls get to finish when the service stops.
    static let drainTimeout: UInt64 = 3_000_000_000

    package let log: EventLog
    private let bundle: LibraryBundle
    let library: ServedLibrary
    private let sessions: SessionRegistry
    private let maintenance: Maintenance

    /// Opens the library's folder, making it when it is missing. `mediaWorker`: nil for the one beside this program.
    /// `agent`: what to start when an app asks and no agent is there, with the socket at which the service is reached.
    /// `policy`: what the administrator forbids. `clock`: microseconds since 1970.
    /// Where somebody else keeps the place (`LibraryVolume`) an existing library is opened for reading, and none is
    /// made.
    package init(
        at path: FilePath,
        mediaWorker: FilePath? = nil,
        agent: (program: FilePath, socket: FilePath)? = nil,
        policy: (path: FilePath, mustExist: Bool)? = nil,
        environment: (String) -> String? = EnvironmentVariables.value,
        clock: @escaping @Sendable () -> Int64 = { WallClock.microseconds() },
        log: EventLog
    ) throws {
        self.log = log
        let policy = try CurrentPolicy(policy.map { PolicyFile(path: $0.path, mustExist: $0.mustExist) })
        let provider = try LibraryVolume(
            of: path,
            environment: environment,
            mounts: MountTable(),
            unclear: { what, why in log.event("place-unclear", ["looked-at": what, "error": why.reason]) }
        ).provider
        if let provider {
            guard try FileStatus.ifPresent(LibraryBundle.database(of: path)) != nil else {
                throw ServerStartError.place(path, provider)
            }
            log.event("changes-refused", ["provider": provider.name, "reason": provider.refusalReason])
        }
        let library: ServedLibrary
        do {
            bundle = try LibraryBundle(at: path)
            library = try ServedLibrary.open(
                path,
                provider: provider,
                mediaWorker: mediaWorker,
                agent: agent.map { AgentLauncher(program: $0.program, socket: $0.socket, log: log) },
                policy: policy,
                clock: clock,
                log: log
            )
        } catch {
            // What cannot be opened in such a place is likely not to be because of the place.
            guard let provider, let reason = LibraryService.reason(error) else { throw error }
            throw ServerStartError.library(path, "\(reason); \(provider.refusalReason)")
        }
        let maintenance = try Maintenance(library)
        self.library = library
        self.maintenance = maintenance
        sessions = try SessionRegistry(library, ownUser: OwnProcess.user)
        _ = try SystemThread(name: "observers") { library.observers.run() }
        _ = try SystemThread(name: "grants") { library.grantEnds.run(library) }
        _ = try SystemThread(name: "maintenance") { maintenance.run() }
    }

    private static func reason(_ error: any Error) -> String? {
        if let error = error as? SystemCallError { return "\(error)" }
        guard let error = error as? LibraryError, error.code != .libraryInSyncRoot else { return nil }
        return error.reason
    }

    /// The library's identifier, for the log.
    package var libraryName: String { library.store.libraryID.hexadecimal }

    /// Starts serving a client, or drops it and says why in the log.
    package func serve(_ socket: consuming OwnedDescriptor, isManagement: Bool) {
        sessions.begin(socket, isManagement: isManagement)
    }

    /// Waits for a client to leave, or for a moment.
    func waitForRoom() { sessions.waitForRoom() }

    /// Reads the administrator's policy again. It holds when this returns; one that cannot be used leaves everything as
    /// it was, and the log says why.
    package func reloadPolicy() {
        do {
            try library.policy.reload()
            library.policyChanged()
            log.event("policy-read")
        } catch {
            log.event("policy-unusable", ["reason": "\(error)"])
        }
    }

    /// The clock was set: grants that end by time are looked at again.
    package func clockWasSet() { library.grantEnds.wake() }

    /// Ends all sessions, and closes the library. Nothing can be served afterwards.
    package func stop() throws {
        library.prompts.stop()
        let hanging = try sessions.drain(timeout: LibraryService.drainTimeout)
        library.media.shutDown()
        library.copies.shutDown()
        guard hanging == 0 else {
            // What was acknowledged is on disk. Closing the files would wait for what hangs.
            return log.event("stopped-without-waiting", ["sessions": "\(hanging)"])
        }
        try library.observers.stop()
        try library.grantEnds.stop()
        try maintenance.stop()
        do throws(LibraryError) { try library.uses.write(to: library.store) } catch {
            log.event("uses-not-kept", ["error": error.reason])
        }
        library.store.close()
    }
}
