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
        var figure = Figure(
            "change details of \(count) assets after one change",
            unit: "ms",
            valueUnit: "ms",
            .atMost(5)
        )
        for _ in 0..<rounds {
            let time = try server.measure(["details", "\(count)", "21"])[0]
            figure.add(time, value: time)
        }
        return figure
    }

    /// From when a change was asked for, which is before its commit, and from when it was acknowledged to the one who
    /// made it, to when an observer in another process was told. Below zero when the observer heard of it first.
    private func measureEvents(_ server: MeasuredServer, _ list: FilePath) throws -> [Figure] {
        var half = Figure("event after acknowledgement, p50 (information)", unit: "us", valueUnit: "us", .none)
        var most = Figure("event after acknowledgement, p99 (information)", unit: "us", valueUnit: "us", .none)
        var whole = Figure("change made to event in another process, p99", unit: "ms", valueUnit: "ms", .atMost(50))
        for _ in 0..<rounds {
            let observer = try RunningProgram(
                path: BuiltProgram.path("LibraryBenchmark"),
                ["measure", server.socket, "observe"],
                environment: server.environment
            )
            guard observer.waitForError(containing: "observing") else {
                throw BenchmarkError("the observer did not start: \(observer.errorText)")
            }
            let changes = Bench.rows(try server.measure(["events", list.text, "200"]), of: 3)
            guard let last = changes.last,
                observer.waitForOutput(containing: "\n\(Int(last[0])) ")
            else { throw BenchmarkError("the observer was not told") }
            try observer.send(signal: 9)
            let told = Bench.rows(
                try observer.finish().output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) },
                of: 2
            )
            let events = changes.compactMap { change in
                told.first { $0[0] >= change[0] }.map { (asked: $0[1] - change[1], acknowledged: $0[1] - change[2]) }
            }
            let longest = events.map { $0.asked / 1e6 }.percentile(0.99)
            whole.add(longest, value: longest)
            let times = events.map { $0.acknowledged / 1e3 }
            half.add(times.median, value: times.median)
            most.add(times.percentile(0.99), value: times.percentile(0.99))
        }
        return [whole, half, most]
    }

    private static func rows(_ numbers: [Double], of count: Int) -> [[Double]] {
        stride(from: 0, to: numbers.count - count + 1, by: count).map { Array(numbers[$0..<$0 + count]) }
    }
}
