import LibraryModel
import Photos
import Testing

extension PhotosLibraryTests {
    @Suite struct AvailabilityTests {
        private final class Watcher: NSObject, PHPhotoLibraryAvailabilityObserver,
            PHPhotoLibraryPersistentChangesObserver
        {
            let losses: AsyncStream<Void>
            let updates: AsyncStream<Void>
            private let loss: AsyncStream<Void>.Continuation
            private let update: AsyncStream<Void>.Continuation

            override init() {
                (losses, loss) = AsyncStream.makeStream()
                (updates, update) = AsyncStream.makeStream()
            }

            func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary) { loss.yield() }
            func photoLibraryPersistentChangesDidUpdate(_ photoLibrary: PHPhotoLibrary) { update.yield() }
        }

        private func next(_ stream: AsyncStream<Void>) async {
            for await _ in stream { return }
        }

        @Test func `observers are told when the server goes away, and the reason is there until it is back`()
            async throws
        {
            let library = try TestLibrary(.socket)
            let photos = PHPhotoLibrary.shared()
            let watcher = Watcher()
            photos.register(watcher as any PHPhotoLibraryAvailabilityObserver)
            #expect(photos.unavailabilityReason == nil)
            try library.stop()
            await next(watcher.losses)
            #expect((photos.unavailabilityReason as? PHPhotosError)?.code == .libraryVolumeOffline)
            try library.start()
            #expect(photos.unavailabilityReason == nil)
            photos.unregisterAvailabilityObserver(watcher)
        }

        @Test func `a person's refusal is no unavailability`() throws {
            let library = try TestLibrary(.inProcess, .denied)
            #expect(PHPhotoLibrary.shared().unavailabilityReason == nil)
            try library.stop()
        }

        @Test(arguments: Transport.allCases)
        func `observers of history are told that there is more of it`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport)
            let photos = PHPhotoLibrary.shared()
            let watcher = Watcher()
            let token = photos.currentChangeToken
            photos.register(watcher as any PHPhotoLibraryPersistentChangesObserver)
            let added = try library.add(1)
            await next(watcher.updates)
            #expect(try Told.assets(since: token).map(\.inserted) == [Set(added)])
            photos.unregisterPersistentChangesObserver(watcher)
        }
    }
}
