internal import LinuxSystem
internal import Synchronization

/// Makes the threads of all transfers wait as the limits require.
package final class TransferPace: Sendable {
    private let allowance: Mutex<TransferAllowance>

    package init(_ limits: TransferLimits) {
        allowance = Mutex(TransferAllowance(limits, now: MonotonicClock.now()))
    }

    package func set(_ limits: TransferLimits) {
        allowance.withLock { $0 = TransferAllowance(limits, now: MonotonicClock.now()) }
    }

    func wait(for amount: Int, of kind: TransferAllowance.Kind, _ cancellation: Cancellation) throws(BucketFailure) {
        while let pause = allowance.withLock({ $0.take(amount, of: kind, now: MonotonicClock.now()) }) {
            if cancellation.pause(pause) { try checkStopped(cancellation) }
        }
    }
}
