import LinuxSystem
import Synchronization

/// A long request on its way to a thread.
final class WaitingRequest: Sendable {
    let stream: UInt32
    let payload: DetachedPayload
    let cancellation = RequestCancellation()
    private let descriptors: Mutex<DescriptorList>
    private let arrivalTime = Atomic<UInt64>(0)

    init(_ stream: UInt32, _ payload: DetachedPayload, _ descriptors: consuming DescriptorList) {
        self.stream = stream
        self.payload = payload
        self.descriptors = Mutex(descriptors)
    }

    /// When it came, monotonic; 0 when it was not kept waiting.
    var arrival: UInt64 { arrivalTime.load(ordering: .relaxed) }

    func keptWaiting(since arrival: UInt64) { arrivalTime.store(arrival, ordering: .relaxed) }

    func takeDescriptors() -> DescriptorList {
        descriptors.withLock { descriptors in
            var taken = DescriptorList()
            swap(&taken, &descriptors)
            return taken
        }
    }
}
