import LibraryTestSupport
import LinuxSystem

/// Round trips, against a raw ping-pong over the same kind of socket, and against one that checks the sender like the
/// product: what security costs and what our code costs are two figures.
extension Bench {
    /// This part alone. False when a target was missed.
    func runCalls() throws -> Bool {
        let start = MonotonicClock.now()
        let scratch = try ScratchFolder()
        let floors = try Floors(folder: folder, sockets: scratch, core: Bench.core)
        let figures = try measureCalls(scratch, floors)
        try floors.stop()
        let seconds = Double(MonotonicClock.now() - start) / 1e9
        print(Report(figures: figures, rounds: rounds, assetCount: 0, seconds: seconds).table)
        return !figures.contains(where: \.isMissed)
    }

    func measureCalls(_ scratch: ScratchFolder, _ floors: Floors) throws -> [Figure] {
        var small = Figure("small call, p50, one core", unit: "us", .atMost(1.25))
        var checked = Figure("small call, to C with the sender's check", unit: "us", .atMost(1.05))
        var large = Figure("64 KiB reply, p50, one core", unit: "us", .atMost(1.05))
        var largeChecked = Figure("64 KiB reply, to C with the sender's check", unit: "us", .atMost(1.05))
        var many = Figure("calls a second of 8 clients", unit: "1/s", .atLeast(0.9))
        var status = Figure("authorization status, p50, one core", unit: "us", .none)
        let (replySize, seconds) = (64 * 1024, 0.6)
        let pinned = try MeasuredServer(
            library: scratch.file("Calls.photolibrary"),
            socket: scratch.file("calls.sock"),
            core: Bench.core
        )
        let free = try MeasuredServer(
            library: scratch.file("Calls8.photolibrary"),
            socket: scratch.file("calls8.sock")
        )
        for _ in 0..<rounds {
            let core = Bench.core
            let smallFloor = try floors.pingPong(clients: 1, replySize: 64, seconds: seconds, core: core)[0]
            let smallCall = try pinned.measure(["calls", "1", "64", "\(seconds)"], core: core)[0]
            small.add(smallCall, floor: smallFloor, value: smallCall / smallFloor)
            let checkedFloor = try floors.pingPong(
                clients: 1,
                replySize: 64,
                seconds: seconds,
                core: core,
                checks: true
            )[0]
            checked.add(smallCall, floor: checkedFloor, value: smallCall / checkedFloor)
            let statusCall = try pinned.measure(["status", "\(seconds)"], core: core)[0]
            status.add(statusCall, floor: smallFloor, value: statusCall / smallFloor)
            let largeFloor = try floors.pingPong(clients: 1, replySize: replySize, seconds: seconds, core: core)[0]
            let largeCall = try pinned.measure(["calls", "1", "\(replySize)", "\(seconds)"], core: core)[0]
            large.add(largeCall, floor: largeFloor, value: largeCall / largeFloor)
            let largeCheckedFloor = try floors.pingPong(
                clients: 1,
                replySize: replySize,
                seconds: seconds,
                core: core,
                checks: true
            )[0]
            largeChecked.add(largeCall, floor: largeCheckedFloor, value: largeCall / largeCheckedFloor)
            let manyFloor = try floors.pingPong(clients: 8, replySize: 64, seconds: seconds)[2]
            let manyCalls = try free.measure(["calls", "8", "64", "\(seconds)"])[2]
            many.add(manyCalls, floor: manyFloor, value: manyCalls / manyFloor)
        }
        try pinned.stop()
        try free.stop()
        return [small, checked, large, largeChecked, many, status]
    }
}
