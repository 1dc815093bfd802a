import LibraryClient
import LibraryModel
import LinuxSystem
import Photos
import Synchronization

/// An app that takes from the library what it can get, until it is told that it may not.
extension Measurement {
    /// Each on a connection of its own, half of them for pictures and half for pages.
    private static let threadCount = 4
    /// Things that each has had before the other side is told that the app streams.
    private static let warmUp = 50
    private static let pictureSize = PixelSize(width: 256, height: 256)

    /// Prints: when the app received the last thing (monotonic nanoseconds), and how many it received.
    func streamUntilDenied() throws -> String {
        let results = Mutex<[Result<(last: UInt64, count: Int), any Error>]>([])
        let ready = Atomic(0)
        var threads = ThreadList()
        let socket = socket
        for thread in 0..<Measurement.threadCount {
            try threads.start(named: "app") {
                let result = Result {
                    try Measurement.take(
                        pictures: thread % 2 == 0,
                        LibraryClient(ServerAddress(path: socket)),
                        whenWarm: {
                            guard ready.add(1, ordering: .relaxed).newValue == Measurement.threadCount else { return }
                            FileHandle.standardError.write(Data("streaming\n".utf8))
                        }
                    )
                }
                results.withLock { $0.append(result) }
            }
        }
        threads.join()
        let taken = try results.withLock { try $0.map { try $0.get() } }
        return "\(taken.map(\.last).max() ?? 0) \(taken.reduce(0) { $0 + $1.count })"
    }

    private static func take(
        pictures: Bool,
        _ client: LibraryClient,
        whenWarm: () -> Void
    ) throws -> (last: UInt64, count: Int) {
        let all = try client.fetch(FetchRequest(.allAssets))
        let photos = (0..<all.count).map { all[$0] }
        guard !photos.isEmpty else { throw BenchmarkError("there is nothing to stream") }
        var (last, count): (UInt64, Int) = (0, 0)
        while true {
            do throws(LibraryError) {
                if pictures {
                    _ = try client.thumbnail(of: photos[count % photos.count], fitting: pictureSize)
                } else if try client.fetch(FetchRequest(.allAssets)).count == 0 {
                    return (last, count)
                }
                last = MonotonicClock.now()
                count += 1
                if count == warmUp { whenWarm() }
            } catch {
                if error.code == .accessDenied { return (last, count) }
                // Cut off in the middle of something: it comes again, and is told.
                guard error.isRetryable else { throw error }
            }
        }
    }
}
