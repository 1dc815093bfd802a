package import LibraryClient
package import LibraryServer
internal import LibraryTransport
package import LinuxSystem

/// A library served within the test's own process: the same service and the same client as over a socket file, joined
/// by socket pairs.
package final class InProcessLibrary: Sendable {
    package let service: LibraryService
    /// The test program's own client, an app by its executable.
    package let app: LibraryClient
    /// The person's own tools.
    package let owner: LibraryClient
    /// The identity that the service knows the test program by.
    package let appIdentity: String

    /// `claims` is what `app` says of itself. `clock`: microseconds since 1970. `monotonicClock`: nanoseconds, by which
    /// what is read grows too old.
    package init(
        in folder: ScratchFolder,
        library name: String = "Test.photolibrary",
        claims: AppClaims = AppClaims(),
        policy: FilePath? = nil,
        clock: @escaping @Sendable () -> Int64 = { WallClock.microseconds() },
        monotonicClock: @escaping @Sendable () -> UInt64 = { MonotonicClock.now() }
    ) throws {
        let nowhere = try OwnedDescriptor(opening: "/dev/null", [.writeOnly])
        let service = try LibraryService(
            at: folder.file(name),
            mediaWorker: BuiltProgram.path("photolibrary-media"),
            policy: policy.map { ($0, true) },
            clock: clock,
            monotonicClock: monotonicClock,
            log: EventLog(to: nowhere)
        )
        self.service = service
        app = LibraryClient(ServerAddress(InProcessTransport { service.serve($0, isManagement: false) }), claims)
        owner = LibraryClient(ServerAddress(InProcessTransport { service.serve($0, isManagement: true) }))
        appIdentity = "exe:" + (try FileNames.target(ofLink: "/proc/self/exe")).text
    }

    /// A further client of the test program, which says that it is called so.
    package func app(claiming name: String) -> LibraryClient {
        let service = service
        return LibraryClient(
            ServerAddress(InProcessTransport { service.serve($0, isManagement: false) }),
            AppClaims(name: name)
        )
    }

    /// A further client of the test program, to whose connections happens what `faults` says.
    package func app(with faults: ConnectionFaults) -> LibraryClient { client(with: faults, isManagement: false) }

    /// The same of the person's tools.
    package func owner(with faults: ConnectionFaults) -> LibraryClient { client(with: faults, isManagement: true) }

    private func client(with faults: ConnectionFaults, isManagement: Bool) -> LibraryClient {
        let service = service
        let source = InProcessTransport { service.serve($0, isManagement: isManagement) }
        return LibraryClient(ServerAddress(FaultySource(source: source, faults: faults)))
    }

    package func stop() throws { try service.stop() }
}
