import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Photos
import Testing

/// What observers hear when calls fail or their start is late.
extension PhotosLibraryTests {
    @Suite struct InterruptedObservationTests {
        private func favorite(_ photo: String, in library: TestLibrary) throws {
            var update = AssetUpdate()
            update.isFavorite = true
            try library.change(.updateAsset(try photo.id(), update))
        }

        /// Ends the connection for calls and has the next one fail, so that one call fails. Events go on.
        private func failNextCall(_ faults: ConnectionFaults) throws {
            faults.refuseNextConnection()
            try faults.end(0)
        }

        @Test func `a change is told though reading history failed, without another event`() async throws {
            let library = try TestLibrary(.inProcess)
            let photos = try library.add(2)
            let faults = ConnectionFaults()
            try library.connectApp(with: faults)
            let observer = RecordingObserver.registered()
            try favorite(photos[0], in: library)
            _ = await observer.changes.next()
            let before = PHAsset.fetchAssets(with: nil)
            try failNextCall(faults)
            try favorite(photos[1], in: library)
            let details = try #require(await observer.changes.next().changeDetails(for: before))
            #expect(details.hasIncrementalChanges && details.changedIndexes == [1])
            PHPhotoLibrary.shared().unregisterChangeObserver(observer)
        }

        @Test func `a sequence of changes goes on though reading history failed, without another event`() async throws {
            let library = try TestLibrary(.inProcess)
            let photos = try library.add(2)
            let faults = ConnectionFaults()
            try library.connectApp(with: faults)
            let start = PHPhotoLibrary.shared().currentChangeToken
            var changes = PHPhotoLibrary.shared().changes(since: start).makeAsyncIterator()
            try favorite(photos[0], in: library)
            _ = try #require(try await changes.next())
            try failNextCall(faults)
            try favorite(photos[1], in: library)
            let change = try #require(try await changes.next())
            let details: PHPersistentObjectChangeDetails = try change.changeDetails(for: .asset)
            #expect(details.updatedLocalIdentifiers == [photos[1]])
        }

        @Test func `a sequence of changes that begins while the library is away waits for it`() async throws {
            let library = try TestLibrary(.inProcess)
            let photos = try library.add(1)
            let faults = ConnectionFaults()
            try library.connectApp(with: faults)
            let start = PHPhotoLibrary.shared().currentChangeToken
            for _ in 0..<4 { faults.refuseNextConnection() }
            try faults.end(0)
            var changes = PHPhotoLibrary.shared().changes(since: start).makeAsyncIterator()
            try favorite(photos[0], in: library)
            let change = try #require(try await changes.next())
            let details: PHPersistentObjectChangeDetails = try change.changeDetails(for: .asset)
            #expect(details.updatedLocalIdentifiers == Set(photos))
        }

        /// One that says when it goes that it wants to hear no more.
        private final class Leaving: NSObject, PHPhotoLibraryChangeObserver {
            func photoLibraryDidChange(_ changeInstance: PHChange) {}
            deinit { PHPhotoLibrary.shared().unregisterChangeObserver(self) }
        }

        // one thread                     | another
        // lets its observer go           | looks whether observers are gone, which holds them for a moment
        //                                | lets go of the last reference: the observer's end calls the library again
        @Test func `observers may go, and say so, while others come`() async throws {
            let library = try TestLibrary(.inProcess)
            let photos = try library.add(1)
            let staying = RecordingObserver.registered()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        for _ in 0..<3_000 { PHPhotoLibrary.shared().register(Leaving()) }
                    }
                }
            }
            try favorite(photos[0], in: library)
            _ = await staying.changes.next()
            PHPhotoLibrary.shared().unregisterChangeObserver(staying)
        }

        @Test func `an observer that comes while another's start is under way misses nothing`() async throws {
            let library = try TestLibrary(.inProcess)
            let photos = try library.add(2)
            let faults = ConnectionFaults()
            try library.connectApp(with: faults)
            let before = PHAsset.fetchAssets(with: nil)
            let second = RecordingObserver()
            let (owner, photo) = (library.owner, try photos[1].id())
            faults.beforeNextConnection { () throws(SystemCallError) in
                PHPhotoLibrary.shared().register(second)
                do {
                    _ = try owner.perform(ChangeBlock(operations: [.deleteAssets([photo])]))
                } catch { Issue.record("the change failed: \(error)") }
            }
            let first = RecordingObserver.registered()
            let details = try #require(await second.changes.next().changeDetails(for: before))
            #expect(details.fetchResultAfterChanges.identifiers == [photos[0]])
            PHPhotoLibrary.shared().unregisterChangeObserver(first)
            PHPhotoLibrary.shared().unregisterChangeObserver(second)
        }

        @Test func `an observer whose start failed is told what was committed before the next attempt`() async throws {
            let library = try TestLibrary(.inProcess)
            let photos = try library.add(2)
            let faults = ConnectionFaults()
            try library.connectApp(with: faults)
            let before = PHAsset.fetchAssets(with: nil)
            faults.refuseNextConnection()
            let observer = RecordingObserver.registered()
            try library.change(.deleteAssets([try photos[0].id()]))
            var result = before
            while result.identifiers != [photos[1]] {
                guard let details = await observer.changes.next().changeDetails(for: result) else { continue }
                result = details.fetchResultAfterChanges
            }
            PHPhotoLibrary.shared().unregisterChangeObserver(observer)
        }
    }
}
