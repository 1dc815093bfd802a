import FoundationEssentials
import LibraryStore
import Testing

/// `STEPS` and `SEED` of the environment make the runs longer, and replay one that failed.
private enum ModelSettings {
    static let steps = number("STEPS").map { Int($0) } ?? 500
    static let seeds = number("SEED").map { [$0] } ?? (0..<4).map { _ in UInt64.random(in: 0...UInt64.max) }

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }
}

@Suite struct ModelTests {
    @Test(arguments: ModelSettings.seeds)
    func `whatever apps and the person do, each sees and is told what the rules say`(_ seed: UInt64) throws {
        print("model test: SEED=\(seed) STEPS=\(ModelSettings.steps)")
        var run = try ModelRun(seed: seed)
        try run.run(steps: ModelSettings.steps)
        #expect(try run.library.store.integrityCheck() == [])
        // A program that is refused or does nothing tests nothing.
        let steps = ModelSettings.steps
        print(
            "model test: SEED=\(seed): \(run.done) blocks done, \(run.refused) refused, \(run.expired) tokens expired,",
            "\(run.undone) sprees taken back,",
            "filters let \(run.passed) changes through and held \(run.heldBack) back"
        )
        #expect(run.done > steps / 4 && run.refused > steps / 50 && run.undone > 0)
        #expect(run.passed > steps && run.heldBack > steps)
        // A short run may do without.
        #expect(run.expired > 0 || steps < 5_000)
    }
}
