import LibraryTestSupport
import LinuxSystem

/// What readers notice of an app that changes assets all the time.
extension Bench {
    private static let works: [(name: String, arguments: [String])] = [
        ("count: favourite videos", ["count-kind", "101"]),
        ("the latest 100 photos", ["first", "401"]),
        ("fetch all", ["ends", "5"]),
        ("iterate all", ["iterate", "1"]),
    ]

    func measureBesideWriter(_ server: MeasuredServer, _ list: FilePath) throws -> [Figure] {
        var figures = Bench.works.map { Figure("\($0.name), beside 100 changes a second", unit: "ms", .atMost(1.1)) }
        for _ in 0..<rounds {
            for (position, work) in Bench.works.enumerated() {
                let quiet = try server.measure(work.arguments)[0]
                let writer = try RunningProgram(
                    path: BuiltProgram.path("LibraryBenchmark"),
                    ["measure", server.socket, "write", list],
                    environment: server.environment
                )
                guard writer.waitForError(containing: "writing") else {
                    throw BenchmarkError("the writer did not start: \(writer.errorText)")
                }
                let beside = try server.measure(work.arguments)[0]
                try writer.send(signal: 9)
                _ = try writer.finish()
                figures[position].add(beside, floor: quiet, value: beside / quiet)
            }
        }
        return figures
    }
}
