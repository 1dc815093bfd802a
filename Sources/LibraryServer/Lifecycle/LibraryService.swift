internal import LibraryMedia
internal import LibraryModel
internal import LibraryStore
package import LinuxSystem
package import MediaWorkerProtocol

/// One open library and the threads that serve its clients, over the sockets of `photolibraryd` or within one process.
package final class LibraryService: Sendable {
    /// Nanoseconds for running calls to finish when the service stops.
    static let drainTimeout: UInt64 = 3_000_000_000

    package let log: EventLog
    private let bundle: LibraryBundle
    let library: ServedLibrary
    private let sessions: SessionRegistry
    private let maintenance: Maintenance

    /// Opens the library's folder, and creates it when it is missing. On a synced volume (`LibraryVolume`) opens an
    /// existing library read-only, and creates none.
    ///
    /// `mediaWorker`: nil for the program beside this one. `agent`: the program to start when an app asks and no agent
    /// subscribes, and the apps' socket. `sync`: the program that synchronises, likewise. `policy`: what the
    /// administrator forbids. `clock`: microseconds since 1970. `monotonicClock`: nanoseconds, for the age of database
    /// snapshots and the refill of writing allowances.
    package init(
        at path: FilePath,
        mediaWorker: FilePath? = nil,
        mediaSandbox: MediaSandbox = .full,
        agent: (program: FilePath, socket: FilePath)? = nil,
        sync: (program: FilePath, socket: FilePath)? = nil,
        policy: (path: FilePath, mustExist: Bool)? = nil,
        environment: (String) -> String? = EnvironmentVariables.value,
        clock: @escaping @Sendable () -> Int64 = { WallClock.microseconds() },
        monotonicClock: @escaping @Sendable () -> UInt64 = { MonotonicClock.now() },
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
                mediaSandbox: mediaSandbox,
                agent: agent.map { AgentLauncher(program: $0.program, socket: $0.socket, log: log) },
                sync: provider == nil ? sync : nil,
                policy: policy,
                clock: clock,
                monotonicClock: monotonicClock,
                log: log
            )
        } catch {
            // On a synced volume, the sync is the likely cause: the error says so.
            guard let provider, let reason = LibraryService.reason(error) else { throw error }
            throw ServerStartError.library(path, "\(reason); \(provider.refusalReason)")
        }
        self.library = library
        maintenance = Maintenance(library)
        sessions = try SessionRegistry(library, ownUser: OwnProcess.user)
        try library.observers.start()
        try library.grantExpiry.start(library)
        try maintenance.start()
        try library.renditionMaker?.start()
        try library.uploads?.start(library)
        try library.uploadApps?.start(library)
        try library.cloud.start()
    }

    private static func reason(_ error: any Error) -> String? {
        if let error = error as? SystemCallError { return "\(error)" }
        guard let error = error as? LibraryError, error.code != .libraryInSyncRoot else { return nil }
        return error.reason
    }

    /// The library's identifier, for the log.
    package var libraryName: String { library.store.libraryID.hexadecimal }

    /// Starts a session for a client, or closes its socket and logs why.
    package func serve(_ socket: consuming OwnedDescriptor, isManagement: Bool) {
        sessions.begin(socket, isManagement: isManagement)
    }

    /// Waits until a client has left, at most for a moment.
    func waitForRoom() { sessions.waitForRoom() }

    /// Reads the administrator's policy again and applies it before returning. Logs an invalid one, and keeps the old.
    package func reloadPolicy() {
        do {
            try library.policy.reload()
            library.policyChanged()
            log.event("policy-read")
        } catch {
            log.event("policy-unusable", ["reason": "\(error)"])
        }
    }

    /// The clock was set: grants may have expired.
    package func clockWasSet() { library.grantExpiry.wake() }

    /// Ends all sessions and closes the library, for good.
    package func stop() throws {
        library.prompts.stop()
        library.cloud.stop()
        let hanging = try sessions.drain(timeout: LibraryService.drainTimeout)
        library.media.shutDown()
        library.copies.shutDown()
        library.exports.shutDown()
        library.renditionMaker?.requestStop()
        guard hanging == 0 else {
            // What was acknowledged is on disk. Closing the database would wait for the calls that hang.
            return log.event("stopped-without-waiting", ["sessions": "\(hanging)"])
        }
        library.uploadApps?.stop()
        library.uploads?.stop()
        library.observers.stop()
        library.grantExpiry.stop()
        maintenance.stop()
        library.renditionMaker?.stop()
        do throws(LibraryError) {
            try library.uses.write(to: library.store)
            try library.originalUses.write(to: library.store)
        } catch {
            log.event("uses-not-kept", ["error": error.reason])
        }
        library.store.close()
    }
}
