/// Counts the steps of matching, and checks for interruption now and then.
package struct MatchingWork {
    /// The steps so far. A step examines a byte, a scalar, or an instruction.
    package private(set) var steps = 0
    private var stepsUntilAsking = MatchingWork.interval
    private let isStopped: () -> Bool

    /// The work was interrupted.
    package struct Stopped: Error {}

    /// Steps between checks for interruption: well under a millisecond.
    private static let interval = 65_536

    package init(isStopped: @escaping () -> Bool = { false }) {
        self.isStopped = isStopped
    }

    mutating func spend(_ count: Int) throws(Stopped) {
        steps += count
        stepsUntilAsking -= count
        if stepsUntilAsking > 0 { return }
        stepsUntilAsking = MatchingWork.interval
        if isStopped() { throw Stopped() }
    }
}
