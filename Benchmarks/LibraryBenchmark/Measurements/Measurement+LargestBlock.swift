import LibraryClient
import LibraryModel
import LinuxSystem
import Photos
import Synchronization

/// What readers notice of the largest block that an app may send.
extension Measurement {
    /// Changes as many assets as a block may, again and again, while another client reads. Prints in milliseconds: the
    /// longest small call, the longest fetch of the latest 100, and the median of the blocks.
    func largestBlocks(repeats: Int) throws -> String {
        let reader = LibraryClient(ServerAddress(path: socket))
        let all = try reader.fetch(FetchRequest(.allAssets, limit: ChangeBlock.maximumOperations))
        let assets = (0..<all.count).map { all[$0] }
        let page = FetchRequest(.allAssets, sort: [SortKey("creationDate", isAscending: false)], limit: 100)
        let payload = [UInt8](repeating: 7, count: 64)
        let blocks = Mutex<Result<[Double], any Error>?>(nil)
        let socket = socket
        var threads = ThreadList()
        try threads.start(named: "writer") {
            let result = Result {
                let writer = LibraryClient(ServerAddress(path: socket))
                return try (0..<repeats).map { number in
                    let block = ChangeBlock.rating(assets, UInt32(number % 2) + 1)
                    return try Measurement.milliseconds { _ = try writer.perform(block) }
                }
            }
            blocks.withLock { $0 = result }
        }
        var (call, fetch) = (0.0, 0.0)
        while blocks.withLock({ $0 == nil }) {
            call = max(call, try Measurement.milliseconds { _ = try reader.ping(payload, replySize: 64) })
            fetch = max(fetch, try Measurement.milliseconds { _ = try reader.fetch(page) })
        }
        threads.join()
        let times = try blocks.withLock { try $0?.get() } ?? []
        return "\(call) \(fetch) \(times.median)"
    }

    private static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
        let start = MonotonicClock.now()
        try body()
        return Double(MonotonicClock.now() - start) / 1e6
    }
}

extension ChangeBlock {
    fileprivate static func rating(_ assets: [ObjectID], _ stars: UInt32) -> ChangeBlock {
        var update = AssetUpdate()
        update.rating = stars
        return ChangeBlock(operations: assets.map { .updateAsset($0, update) })
    }
}
