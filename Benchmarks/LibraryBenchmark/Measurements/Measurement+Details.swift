import LibraryClient
import LibraryModel
import LinuxSystem
import Photos
import Synchronization

/// How long an app takes to learn what a change did to a fetch result that it shows.
extension Measurement {
    /// Changes assets one after the other, each of which changes its place in a result of about `count`; the median of
    /// `changeDetails(for:)` in milliseconds.
    func details(of count: Int, repeats: Int) throws -> String {
        let newest = [NSSortDescriptor(key: "creationDate", ascending: false)]
        let options = PHFetchOptions()
        options.sortDescriptors = newest
        let all = PHAsset.fetchAssets(with: options)
        guard all.count > count, let oldest = all.object(at: count).creationDate else {
            throw BenchmarkError("the library is too small")
        }
        options.predicate = NSPredicate(format: "creationDate > %@", oldest as any CVarArg)
        var result = PHAsset.fetchAssets(with: options)
        let observer = WaitingObserver()
        PHPhotoLibrary.shared().register(observer)
        let client = LibraryClient(ServerAddress(path: socket))
        var times: [Double] = []
        for number in 0..<repeats {
            let asset = result.object(at: number * 7919 % result.count)
            guard let id = LocalIdentifier(asset.localIdentifier)?.id else { throw BenchmarkError("no identifier") }
            var update = AssetUpdate()
            update.creationDate = .set(
                Int64((oldest.timeIntervalSince1970 + Double(number * 104_729 % 1_000_000)) * 1e6) + 1)
            _ = try client.perform(ChangeBlock(operations: [.updateAsset(id, update)]))
            guard let change = observer.next() else { throw BenchmarkError("the observer was not told") }
            let start = MonotonicClock.now()
            let details = change.changeDetails(for: result)
            times.append(Double(MonotonicClock.now() - start) / 1e6)
            guard let details, details.hasIncrementalChanges else { throw BenchmarkError("the details are missing") }
            result = details.fetchResultAfterChanges
        }
        PHPhotoLibrary.shared().unregisterChangeObserver(observer)
        guard result.identifiersAreThose(of: PHAsset.fetchAssets(with: options)) else {
            throw BenchmarkError("the details led to another result")
        }
        return "\(times.median)"
    }
}

extension PHFetchResult<PHAsset> {
    fileprivate func identifiersAreThose(of other: PHFetchResult<PHAsset>) -> Bool {
        guard count == other.count else { return false }
        return stride(from: 0, to: count, by: 997)
            .allSatisfy { object(at: $0).localIdentifier == other.object(at: $0).localIdentifier }
    }
}

/// Hands over one change after the other.
private final class WaitingObserver: NSObject, PHPhotoLibraryChangeObserver, Sendable {
    private let changes = Mutex<[PHChange]>([])
    private let told = DispatchSemaphore(value: 0)

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        changes.withLock { $0.append(changeInstance) }
        told.signal()
    }

    func next() -> PHChange? {
        guard told.wait(timeout: .now() + 10) == .success else { return nil }
        return changes.withLock { $0.removeFirst() }
    }
}
