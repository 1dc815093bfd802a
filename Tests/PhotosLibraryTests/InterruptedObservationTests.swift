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
            let before = PHAsset.fetchAssets(with: nil)
            let observer = RecordingObserver.registered()
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
