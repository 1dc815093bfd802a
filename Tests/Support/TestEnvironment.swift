import Foundation

/// What the environment says of a run: `SEED` replays it, and `FILES`, `STEPS` and their like make it longer.
package enum TestEnvironment {
    package static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }
}
