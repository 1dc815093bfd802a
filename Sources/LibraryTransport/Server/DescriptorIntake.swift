import Admission
import LinuxSystem
import Synchronization

/// Receives the descriptors that peers send (`DescriptorReceiver`), and counts on whose account processes hold some of
/// them.
///
/// A process lets go as soon as they are passed on, unless a file system does not answer. Then it counts until it does
/// let go, and whoever keeps too many is refused further ones; others are not.
final class DescriptorIntake: Sendable {
    /// Processes that hold descriptors, those of them that only the owner's connections get, and those of one app.
    private static let limits = AdmissionQueue<UInt64>.Limits(
        capacity: 144,
        reserved: 16,
        perApp: 8,
        waitingPerApp: 1_024
    )
    /// Nanoseconds in which a process lets go of what answers.
    private static let releaseTime: UInt64 = 5_000_000
    /// Nanoseconds to wait for one that lets go.
    private static let patience: UInt64 = 1_000_000_000

    enum Refusal: Error, Hashable, Sendable {
        /// As many processes as may hold what file systems of the peer's do not let go of.
        case tooManyHeld
        case system(SystemCallError)
    }

    /// A process that has received something.
    private final class Hold: Sendable {
        private let admission: AdmissionControl.Admission
        private let sign: OwnedDescriptor

        init(_ admission: consuming AdmissionControl.Admission, _ sign: consuming OwnedDescriptor) {
            self.admission = admission
            self.sign = sign
        }

        func isOver(within nanoseconds: UInt64) -> Bool {
            do throws(SystemCallError) {
                return try Poll.wait(sign, for: .readable, timeoutNanoseconds: nanoseconds)
            } catch {
                return false
            }
        }
    }

    private let receiver: DescriptorReceiver
    private let desk = AdmissionControl(limits: limits)
    /// Those that do not let go.
    private let stuck = Mutex<[Hold]>([])

    init() throws(SystemCallError) { receiver = try DescriptorReceiver() }

    /// Takes the next bytes, which were looked at, and what came with them. Nil when some of that was lost.
    func receive(
        _ byteCount: Int,
        from socket: borrowing OwnedDescriptor,
        for share: Share
    ) throws(Refusal) -> DescriptorList? {
        stuck.withLock { stuck in stuck.removeAll { $0.isOver(within: 0) } }
        let admission: AdmissionControl.Admission
        let patience = Cancellation(deadline: MonotonicClock.deadline(after: DescriptorIntake.patience))
        do throws(AdmissionControl.Refusal) { admission = try desk.enter(share, patience) } catch { throw .tooManyHeld }
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
