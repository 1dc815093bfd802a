import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem

/// How soon a server answers that its first client has started.
extension Bench {
    /// Milliseconds for which a server that has made what it keeps in memory uses no processor.
    private static let restTime: UInt64 = 300

    func measureStart(_ library: FilePath, _ scratch: ScratchFolder) throws -> [Figure] {
        var figure = Figure("first answer after the start", unit: "ms", valueUnit: "ms", .atMost(150))
        for _ in 0..<rounds {
            let start = MonotonicClock.now()
            let server = try MeasuredServer(library: library, socket: scratch.file("start.sock"))
            let page = FetchRequest(.allAssets, sort: [SortKey("creationDate", isAscending: false)], limit: 100)
            guard try LibraryClient(ServerAddress(path: server.socket.text)).fetch(page).count == 100 else {
                throw BenchmarkError("a page is missing")
            }
            let time = Double(MonotonicClock.now() - start) / 1e6
            figure.add(time, value: time)
            try server.stop()
        }
        return [figure]
    }
}
