import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem

/// What others notice of an app that takes all it can get.
extension Bench {
    /// One kind of it.
    private struct Attack {
        var name: String
        var what: String
        var apps = 1
        var connections: Int
        /// What the person has granted the apps, if anything.
        var access: AuthorizationStatus?
    }

    private static let attacks = [
        Attack(name: "observers of one app", what: "observe", connections: 1_024, access: .authorized),
        Attack(name: "observers of eight apps", what: "observe", apps: 8, connections: 128, access: .authorized),
        Attack(name: "encoder, no grant", what: "encode", connections: 8),
        Attack(name: "sealed requests, no grant", what: "sealed", connections: 8),
        Attack(name: "connections, no grant", what: "connect", connections: 3),
        Attack(name: "prompts, no grant", what: "prompts", connections: 8),
        Attack(name: "predicates, limited", what: "predicates", connections: 8, access: .limited),
        Attack(name: "largest blocks", what: "largest-blocks", connections: 8, access: .authorized),
    ]
    private static let assetCount = 100_000
    private static let quietSeconds = 3.0
    private static let floodSeconds = 4.0
    /// Nanoseconds between two calls of the person's.
    private static let pause: UInt64 = 40_000_000
    /// Of these calls, one in so many is followed by a change.
    private static let callsPerChange = 8

    /// This part alone. False when a target was missed.
    func runShares() throws -> Bool {
        let start = MonotonicClock.now()
        let figures = try measureShares(ScratchFolder())
        let seconds = Double(MonotonicClock.now() - start) / 1e9
        let report = Report(figures: figures, rounds: rounds, assetCount: Bench.assetCount, seconds: seconds)
        print(report.table)
        return report.missed.isEmpty
    }

    /// Another app's calls and the person's, when it is quiet and while an app takes all it can get.
    func measureShares(_ scratch: ScratchFolder) throws -> [Figure] {
        let recipe = LibraryRecipe(assetCount: Bench.assetCount)
        let library = scratch.file("Shares.photolibrary")
        try FileNames.makeFolder(library)
        try recipe.copy(try recipe.database(in: folder), to: library.appending("library.sqlite"))
        let server = try MeasuredServer(library: library, socket: scratch.file("shares.sock"))
        let all = try server.owner.fetch(FetchRequest(.allAssets))
        let assets = (0..<all.count).map { all[$0] }
        let apps = scratch.file("apps")
        try FileNames.makeFolder(apps)
        let viewer = try HostileApps.copy(of: "LibraryBenchmark", to: apps.appending("viewer"))
        let agent = try TestAgent(server.owner)
        var rows: [[Figure]] = []
        for round in 0..<rounds {
            let quiet = try server.measure(["pulse", "\(Bench.quietSeconds)"])
            for (place, attack) in Bench.attacks.enumerated() {
                let watch = try MemoryWatch { try server.ownMemory() }
                let hostile = try start(attack, in: apps, server, assets)
                if round == 0 { rows.append(figures(attack, hostile)) }
                let (loud, tool) = try measureOthers(server, assets)
                for column in 0..<2 {
                    let excess = max(0, loud[column] - 2 * quiet[column])
                    rows[place][column].add(loud[column], floor: quiet[column], value: excess)
                }
                rows[place][2].add(tool, value: tool)
                let revoked = try measureRevocation(of: viewer, server)
                rows[place][3].add(revoked, value: revoked)
                let memory = try watch.stop()
                let growth = memory.most - memory.first
                rows[place][4].add(growth, value: growth)
                try hostile.stop()
            }
        }
        agent.leave()
        try server.stop()
        return rows.flatMap { $0 }
    }

    private func start(
        _ attack: Attack,
        in folder: FilePath,
        _ server: MeasuredServer,
        _ assets: [ObjectID]
    ) throws -> HostileApps {
        try HostileApps(attack.apps, attack.what, connections: attack.connections, in: folder, against: server) {
            guard let access = attack.access else { return }
            try server.owner.setPreferences(ofApp: $0, confirmsChanges: false)
            try server.owner.setStatus(access, ofApp: $0, for: .readWrite)
            // As much as it can be asked about.
            if access == .limited { try server.owner.select(assets, forApp: $0, deselects: false) }
        }
    }

    private func figures(_ attack: Attack, _ hostile: HostileApps) -> [Figure] {
        let got = hostile.connectionCounts.reduce(0, +)
        let wanted = attack.apps * attack.connections
        let name = attack.name + (got < wanted ? " (\(got) of \(wanted))" : "")
        return [
            Figure("\(name): call p99", unit: "ms", valueUnit: "ms", .atMost(5)),
            Figure("\(name): fetch p99", unit: "ms", valueUnit: "ms", .atMost(5)),
            Figure("\(name): person's call", unit: "ms", valueUnit: "ms", .atMost(100)),
            Figure("\(name): revocation", unit: "ms", valueUnit: "ms", .atMost(100)),
            Figure("\(name): memory", unit: "MiB", valueUnit: "MiB", .atMost(128)),
        ]
    }

    /// The other app's percentiles, and the longest that a tool of the person's took to connect and to be answered, or
    /// to have a change made.
    private func measureOthers(
        _ server: MeasuredServer,
        _ assets: [ObjectID]
    ) throws -> (pulse: [Double], tool: Double) {
        let pulse = try RunningProgram(
            "LibraryBenchmark",
            ["measure", server.socket.text, "pulse", "\(Bench.floodSeconds)"]
        )
        let end = MonotonicClock.deadline(after: UInt64(Bench.floodSeconds * 1e9))
        var (longest, number) = (0.0, 0)
        while MonotonicClock.now() < end {
            let start = MonotonicClock.now()
            let tool = server.owner
            _ = try tool.grants()
            var update = AssetUpdate()
            update.isFavorite = number % 2 == 0
            if number % Bench.callsPerChange == 0 {
                _ = try tool.perform(ChangeBlock(operations: [.updateAsset(assets[number % assets.count], update)]))
            }
            longest = max(longest, Double(MonotonicClock.now() - start) / 1e6)
            number += 1
            Parker().park(until: MonotonicClock.deadline(after: Bench.pause))
        }
        return (try pulse.numbers(), longest)
    }

    /// From the call that takes an app's access away to its answer or the last page that the app received, whichever is
    /// later, in milliseconds.
    private func measureRevocation(of viewer: FilePath, _ server: MeasuredServer) throws -> Double {
        let (owner, identity) = (server.owner, "exe:" + viewer.text)
        try owner.setStatus(.authorized, ofApp: identity, for: .readWrite)
        let app = try RunningProgram(path: viewer, ["measure", server.socket, "pages"])
        guard app.waitForError(containing: "streaming") else {
            throw BenchmarkError("the app does not stream: \(app.errorText)")
        }
        let start = MonotonicClock.now()
        try owner.setStatus(.denied, ofApp: identity, for: .readWrite)
        let told = Double(MonotonicClock.now())
        return (max(told, try app.numbers()[0]) - Double(start)) / 1e6
    }
}
