import Glibc
import LibraryClient
import LibraryMedia
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

@testable import LibraryServer

@Suite(.timeLimit(.minutes(2))) struct PictureRequestTests {
    private static let size = PixelSize(width: 20, height: 20)

    /// Waits for what is told to nobody, a minute at most.
    private func eventually(_ isSo: () -> Bool) -> Bool {
        let deadline = MonotonicClock.deadline(after: 60_000_000_000)
        let pause = Parker()
        while MonotonicClock.now() < deadline {
            if isSo() { return true }
            pause.park(until: MonotonicClock.deadline(after: 2_000_000))
        }
        return isSo()
    }

    private func thumbnail(of asset: ObjectID, in served: Served) throws -> FilePath {
        let digest = try #require(try served.owner.resources(of: asset).first).digest
        let name = digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        return served.folder.file("Test.photolibrary/derivatives/\(name.prefix(2))/\(name)-512.jpg")
    }

    @Test func `cancelling a call ends the decoding, and the next call has another worker`() async throws {
        let served = try Served(photos: 1)
        let (owner, photo) = (served.owner, served.photos[0])
        _ = try owner.thumbnail(of: photo, fitting: Self.size)
        let media = served.library.service.library.media
        // A decoder that never ends.
        let stopped = media.processIdentifiers
        for process in stopped { kill(process, SIGSTOP) }
        let cancellation = Cancellation()
        async let outcome = onThread {
            errorCode { try owner.thumbnail(of: photo, fitting: Self.size, cancellation: cancellation) }
        }
        #expect(eventually { media.load.working == 1 })
        cancellation.cancel()
        #expect(try await outcome == .cancelled)
        #expect(eventually { Set(stopped).subtracting(media.processIdentifiers).count == 1 })
        for process in media.processIdentifiers { kill(process, SIGCONT) }
        #expect(try owner.thumbnail(of: photo, fitting: Self.size).size.width > 0)
        // Too late for this one.
        #expect(
            errorCode { try owner.thumbnail(of: photo, fitting: Self.size, cancellation: cancellation) } == .cancelled
        )
    }

    @Test func `a picture that is stored is given, and none is made to be given`() throws {
        let served = try Served(photos: 1)
        let photo = served.photos[0]
        let stored = try served.owner.thumbnail(of: photo, fitting: PixelSize(width: 9, height: 9), isStored: true)
        #expect(stored.size == PixelSize(width: 9, height: 6))
        let large = PixelSize(width: 4_000, height: 4_000)
        #expect(try served.owner.thumbnail(of: photo, fitting: large, isStored: true).size.width == 24)
        let file = try thumbnail(of: photo, in: served)
        try FileNames.remove(file)
        let code = errorCode { try served.owner.thumbnail(of: photo, fitting: Self.size, isStored: true) }
        #expect(code == .missingResource)
        #expect(try FileStatus.ifPresent(file) == nil)
        _ = try served.owner.thumbnail(of: photo, fitting: Self.size)
        #expect(try served.owner.thumbnail(of: photo, fitting: Self.size, isStored: true).size.width == 20)
    }
}
