import FoundationEssentials
import Testing

/// `STEPS` and `SEED` of the environment make the runs longer, and replay one that failed.
private enum ModelSettings {
    static let steps = number("STEPS").map { Int($0) } ?? 400
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
    }
}
