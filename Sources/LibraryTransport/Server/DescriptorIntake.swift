import Admission
import LinuxSystem
import Synchronization

/// Receives the descriptors that peers send through `DescriptorReceiver`, and limits how many receiver processes one
/// share can occupy.
///
/// A receiver process closes its copies once they are passed on, unless a file system does not answer (FUSE). It then
/// counts against the peer's share until it has closed them; a share that occupies too many is refused, others are not.
final class DescriptorIntake: Sendable {
    /// In receiver processes that still hold descriptors.
    private static let limits = AdmissionQueue<UInt64>.Limits(
        capacity: 144,
        reserved: 16,
        perApp: 8,
        waitingPerApp: 1_024
    )
    /// Nanoseconds in which a process closes descriptors whose file systems answer.
    private static let releaseTime: UInt64 = 5_000_000
    /// Nanoseconds to wait for a process to become free.
    private static let patience: UInt64 = 1_000_000_000

    enum Refusal: Error, Hashable, Sendable {
        /// The share's processes all wait for file systems that do not answer.
        case tooManyHeld
        case system(SystemCallError)
    }

    /// A receiver process that may still hold descriptors.
    private final class Hold: Sendable {
        private let admission: AdmissionControl.Admission
        /// Readable once the process has closed everything.
        private let released: OwnedDescriptor

        init(_ admission: consuming AdmissionControl.Admission, _ released: consuming OwnedDescriptor) {
            self.admission = admission
            self.released = released
        }

        func isOver(within nanoseconds: UInt64) -> Bool {
            do throws(SystemCallError) {
                return try Poll.wait(released, for: .readable, timeoutNanoseconds: nanoseconds)
            } catch {
                return false
            }
        }
    }

    private let receiver: DescriptorReceiver
    private let control = AdmissionControl(limits: limits)
    /// Processes that did not close everything within `releaseTime`.
    private let stuck = Mutex<[Hold]>([])

    init() throws(SystemCallError) { receiver = try DescriptorReceiver() }

    /// Receives the next bytes, which were peeked before, with their descriptors. Returns nil when the kernel dropped
    /// some of those.
    func receive(
        _ byteCount: Int,
        from socket: borrowing OwnedDescriptor,
        for share: Share
    ) throws(Refusal) -> DescriptorList? {
        stuck.withLock { stuck in stuck.removeAll { $0.isOver(within: 0) } }
        let admission: AdmissionControl.Admission
        let patience = Cancellation(deadline: MonotonicClock.deadline(after: DescriptorIntake.patience))
        do throws(AdmissionControl.Refusal) { admission = try control.enter(share, patience) } catch {
            throw .tooManyHeld
        }
        var descriptors: DescriptorList?
        let hold: Hold
        do throws(SystemCallError) {
            hold = Hold(admission, try receiver.receive(byteCount, from: socket, &descriptors))
        } catch {
            throw .system(error)
        }
        if !hold.isOver(within: DescriptorIntake.releaseTime) { stuck.withLock { $0.append(hold) } }
        return descriptors
    }
}
