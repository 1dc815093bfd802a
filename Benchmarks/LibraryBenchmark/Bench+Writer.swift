import LibraryModel
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

    /// The longest that anybody waited for an answer while an app changed 100,000 assets in one block.
    func measureBesideLargestBlock(_ server: MeasuredServer) throws -> [Figure] {
        let beside = "beside a block of \(min(ChangeBlock.maximumOperations, recipe.assetCount)) changes, longest"
        var calls = Figure("small call \(beside)", unit: "ms", valueUnit: "ms", .atMost(50))
        var fetches = Figure("the latest 100 photos \(beside)", unit: "ms", valueUnit: "ms", .atMost(50))
        var blocks = Figure("such a block (information)", unit: "ms", valueUnit: "ms", .none)
        for _ in 0..<rounds {
            let times = try server.measure(["largest-blocks", "3"])
            calls.add(times[0], value: times[0])
            fetches.add(times[1], value: times[1])
            blocks.add(times[2], value: times[2])
        }
        return [calls, fetches, blocks]
    }
}
