import LibraryTestSupport
import LinuxSystem
import Photos

/// Durable changes, and how soon another process hears of one.
extension Bench {
    func measureChanges(
        _ server: MeasuredServer,
        _ floors: Floors,
        _ scratch: ScratchFolder,
        _ list: FilePath
    ) throws -> [Figure] {
        var gain = Figure("durable changes a second, 8 clients to 1", unit: "1/s", .atLeast(3))
        var one = Figure("durable changes a second of 1 (information)", unit: "1/s", .none)
        var eight = Figure("durable changes a second of 8 (information)", unit: "1/s", .none)
        let small = scratch.file("floor.sqlite")
        try Files.copyDatabase(LibraryRecipe(assetCount: 10_000).database(in: folder), to: small)
        for _ in 0..<rounds {
            let seconds = "1.5"
            let floorOfOne = try floors.database(small, ["commit", "1", seconds])[0]
            let productOfOne = try server.measure(["commits", "1", seconds, list.text])[2]
            let floorOfEight = try floors.database(small, ["commit", "8", seconds])[0]
            let productOfEight = try server.measure(["commits", "8", seconds, list.text])[2]
            gain.add(productOfEight, floor: productOfOne, value: productOfEight / productOfOne)
            one.add(productOfOne, floor: floorOfOne, value: productOfOne / floorOfOne)
            eight.add(productOfEight, floor: floorOfEight, value: productOfEight / floorOfEight)
        }
        return [gain, one, eight] + (try measureEvents(server, list)) + [try measureDetails(server)]
    }

    /// What one change did to a fetch result of 100,000.
    private func measureDetails(_ server: MeasuredServer) throws -> Figure {
        let count = min(100_000, recipe.assetCount / 2)
        var figure = Figure("change details of \(count) assets after one change", unit: "ms", valueUnit: "ms", .atMost(5))
        for _ in 0..<rounds {
            let time = try server.measure(["details", "\(count)", "21"])[0]
            figure.add(time, value: time)
        }
        return figure
    }

    /// From when a change was acknowledged to the one who made it, to when an observer in another process was told. Below
    /// zero when the observer heard of it first.
    private func measureEvents(_ server: MeasuredServer, _ list: FilePath) throws -> [Figure] {
        var half = Figure("event after acknowledgement, p50 (information)", unit: "us", valueUnit: "us", .none)
        var most = Figure("event after acknowledgement, p99 (information)", unit: "us", valueUnit: "us", .none)
        for _ in 0..<rounds {
            let observer = try RunningProgram(
                path: BuiltProgram.path("LibraryBenchmark"),
                ["measure", server.socket, "observe"],
                environment: server.environment
            )
            guard observer.waitForError(containing: "observing") else {
                throw BenchmarkError("the observer did not start: \(observer.errorText)")
            }
            let acknowledged = Bench.pairs(try server.measure(["events", list.text, "200"]))
            guard let last = acknowledged.last,
                observer.waitForOutput(containing: "\n\(Int(last.sequence)) ")
            else { throw BenchmarkError("the observer was not told") }
            try observer.send(signal: 9)
            let told = Bench.pairs(
                try observer.finish().output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
            )
            let times = acknowledged.compactMap { change in
                told.first { $0.sequence >= change.sequence }.map { ($0.time - change.time) / 1e3 }
            }
            half.add(times.median, value: times.median)
            most.add(times.percentile(0.99), value: times.percentile(0.99))
        }
        return [half, most]
    }

    private static func pairs(_ numbers: [Double]) -> [(sequence: Double, time: Double)] {
        stride(from: 0, to: numbers.count - 1, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
    }
}
