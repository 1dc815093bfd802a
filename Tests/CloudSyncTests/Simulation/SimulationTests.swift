import Foundation
import Testing

/// Seeds that `make test` runs, in some seconds. `SEEDS=10000` runs more (`make torture`), `SEED=n` one.
private let usualSeeds = 200

struct SyncSimulationTests {
    private var environment: [String: String] { ProcessInfo.processInfo.environment }

    @Test func `whatever fails and whoever crashes, all devices come to the same library, and nothing is lost`() {
        let one = environment["SEED"].flatMap(UInt64.init)
        let count = environment["SEEDS"].flatMap(UInt64.init) ?? UInt64(usualSeeds)
        var reached = SimulatedBucket.Reached()
        for seed in one.map({ $0..<$0 + 1 }) ?? 0..<count {
            var simulation = Simulation(seed: seed)
            simulation.run(steps: 1_000)
            let violations = simulation.violations
            #expect(violations.isEmpty, "SEED=\(seed)")
            reached.add(simulation.reached)
        }
        if one != nil { return }
        // Else it would say nothing of them.
        #expect(reached.deletedBlobs > 0)
        #expect(reached.deletedSegments > 0)
        #expect(reached.readSnapshots > 0)
        #expect(reached.renamedBlobs > 0)
        #expect(reached.newIdentities > 0)
    }
}
