package import LibraryClient
package import LibraryServer
internal import LibraryTransport
internal import LinuxSystem
internal import Photos

/// A library served within the test's own process: the same service and the same client as over a socket file, joined by
/// socket pairs.
package final class InProcessLibrary: Sendable {
    package let service: LibraryService
    /// The test program's own client, an app by its executable.
    package let app: LibraryClient
    /// The person's own tools.
    package let owner: LibraryClient
    /// The identity that the service knows the test program by.
    package let appIdentity: String

    package init(in folder: ScratchFolder, library name: String = "Test.photolibrary") throws {
        let nowhere = try OwnedDescriptor(opening: "/dev/null", [.writeOnly])
        let service = try LibraryService(
            at: folder.file(name),
            mediaWorker: BuiltProgram.path("photolibrary-media"),
            log: EventLog(to: nowhere)
        )
        self.service = service
        app = LibraryClient(ServerAddress(InProcessTransport { service.serve($0, isManagement: false) }))
        owner = LibraryClient(ServerAddress(InProcessTransport { service.serve($0, isManagement: true) }))
        appIdentity = "exe:" + (try FileNames.target(ofLink: "/proc/self/exe")).text
    }

    /// Makes this library the one that `PHPhotoLibrary.shared()` gives.
    package func share() { PHPhotoLibrary.share(app) }

    /// A further client of the test program, which says that it is called so.
    package func app(claiming name: String) -> LibraryClient {
        let service = service
        return LibraryClient(
            ServerAddress(InProcessTransport { service.serve($0, isManagement: false) }),
            claimedName: name
        )
    }

    package func stop() throws { try service.stop() }
}
