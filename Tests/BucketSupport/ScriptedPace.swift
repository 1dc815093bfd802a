package import CloudBuckets
package import LibraryModel
internal import LinuxSystem
internal import Synchronization

/// A clock for limits that moves only when somebody waits for it.
package final class ScriptedPace: Sendable {
    private let moment = Mutex<UInt64>(0)

    package init() {}

    /// Nanoseconds that were waited for.
    package var waited: UInt64 { moment.withLock { $0 } }

    package func pace(_ limits: TransferLimits) -> TransferPace {
        TransferPace(
            limits,
            clock: .init(now: { self.waited }) { pause, cancellation in
                self.moment.withLock { $0 += pause }
                return cancellation.isStopped
            }
        )
    }
}
