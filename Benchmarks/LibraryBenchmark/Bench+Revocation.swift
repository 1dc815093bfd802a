import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos

/// What still comes to an app when the person has been told that it may not see anything any more.
extension Bench {
    private static let streamedCount = 16
    private static let streamedSize = PixelSize(width: 1600, height: 1200)

    /// This part alone. False when a target was missed.
    func runRevocation() throws -> Bool {
        let start = MonotonicClock.now()
        let figures = try measureRevocation(ScratchFolder())
        let seconds = Double(MonotonicClock.now() - start) / 1e9
        let report = Report(figures: figures, rounds: rounds, assetCount: Bench.streamedCount, seconds: seconds)
        print(report.table)
        return report.missed.isEmpty
    }

    /// From the answer to the person to the last picture or page that an app received, on real sockets, while it takes
    /// as many as it can; and how long the answer itself takes. Both start from a call of the person's own tools.
    func measureRevocation(_ scratch: ScratchFolder) throws -> [Figure] {
        var late = Figure("revocation: answer to the app's last thing", unit: "ms", valueUnit: "ms", .atMost(100))
        var answer = Figure("revocation: call to answer (information)", unit: "ms", valueUnit: "ms", .none)
        let server = try MeasuredServer(
            library: scratch.file("Revoked.photolibrary"),
            socket: scratch.file("revoked.sock")
        )
        let folder = scratch.file("revoked")
        try FileNames.makeFolder(folder)
        for seed in 0..<Bench.streamedCount {
            let photo = SamplePhoto(size: Bench.streamedSize, seed: UInt64(seed + 1))
            try Files.write(try photo.encoded(), to: folder.appending(FilePath("\(seed).jpg")))
        }
        let imported = try RunningProgram.run("photos", ["import", folder.text], environment: server.environment)
        guard imported.status == .exited(0) else { throw BenchmarkError("the import failed: \(imported.errors)") }
        let owner = server.owner
        let identity = "exe:" + (try FileNames.target(ofLink: "/proc/self/exe")).text
        for _ in 0..<rounds {
            try owner.setStatus(.authorized, ofApp: identity, for: .readWrite)
            let app = try RunningProgram("LibraryBenchmark", ["measure", server.socket.text, "stream"])
            guard app.waitForError(containing: "streaming") else {
                throw BenchmarkError("the app does not stream: \(app.errorText)")
            }
            let start = MonotonicClock.now()
            try owner.setStatus(.denied, ofApp: identity, for: .readWrite)
            let told = MonotonicClock.now()
            let last = try app.numbers()[0]
            // It is not early when it got nothing after the answer, nor is that below nothing.
            let lateness = max(0, (last - Double(told)) / 1e6)
            late.add(lateness, value: lateness)
            let duration = Double(told - start) / 1e6
            answer.add(duration, value: duration)
        }
        try server.stop()
        return [late, answer]
    }
}
