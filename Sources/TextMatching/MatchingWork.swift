/// The steps that matching takes, and who is asked now and then whether to go on.
package struct MatchingWork {
    /// So far: each is one look at a byte, a scalar, or an instruction.
    package private(set) var steps = 0
    private var stepsUntilAsking = MatchingWork.interval
    private let isStopped: () -> Bool

    /// Somebody has stopped the work.
    package struct Stopped: Error {}

    /// Steps between two questions whether to go on: well under a millisecond.
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
