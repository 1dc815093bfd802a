import LibraryClient
import LibraryModel
import LinuxSystem
import Photos

/// An app as most are: a small call and a page of photos now and then.
extension Measurement {
    /// Nanoseconds between two of its calls.
    private static let pause: UInt64 = 2_000_000

    private static var page: FetchRequest {
        FetchRequest(.allAssets, sort: [SortKey("creationDate", isAscending: false)], limit: 100)
    }

    /// Prints: p99 of a small call and p99 of a fetch, in milliseconds.
    func pulse(seconds: Double) throws -> String {
        let client = LibraryClient(ServerAddress(path: socket))
        let payload = [UInt8](repeating: 7, count: 64)
        var (calls, fetches): ([Double], [Double]) = ([], [])
        func timed(_ body: () throws -> Void) throws -> Double {
            let start = MonotonicClock.now()
            try body()
            return Double(MonotonicClock.now() - start) / 1e6
        }
        func fetch() throws {
            guard try client.fetch(Measurement.page).count == 100 else { throw BenchmarkError("a page is missing") }
        }
        for _ in 0..<50 { try fetch() }
        let end = MonotonicClock.deadline(after: UInt64(seconds * 1e9))
        while MonotonicClock.now() < end {
            Parker().park(until: MonotonicClock.deadline(after: Measurement.pause))
            calls.append(try timed { _ = try client.ping(payload, replySize: 64) })
            fetches.append(try timed(fetch))
        }
        return "\(calls.percentile(0.99)) \(fetches.percentile(0.99))"
    }

    /// Fetches until it is denied. Prints when it received the last page (monotonic nanoseconds).
    func pagesUntilDenied() throws -> String {
        let client = LibraryClient(ServerAddress(path: socket))
        var last: UInt64 = 0
        while true {
            do throws(LibraryError) {
                if try client.fetch(Measurement.page).count == 0 { return "\(last)" }
                if last == 0 { FileHandle.standardError.write(Data("streaming\n".utf8)) }
                last = MonotonicClock.now()
            } catch {
                if error.code == .accessDenied { return "\(last)" }
                // Cut off in the middle of something: it comes again, and is told.
                guard error.isRetryable else { throw error }
            }
        }
    }
}
