import LinuxSystem
import Synchronization

/// A request that is not short, on its way to a thread.
final class WaitingRequest: Sendable {
    let stream: UInt32
    let mayBeShort: Bool
    let payload: DetachedPayload
    let cancellation = RequestCancellation()
    private let descriptors: Mutex<DescriptorList>
    private let arrivalTime = Atomic<UInt64>(0)
    /// What its payload takes of the pool's room while it waits.
    private let room = Mutex<WaitingRoom.Place?>(nil)

    init(
        _ stream: UInt32,
        _ payload: DetachedPayload,
        _ descriptors: consuming DescriptorList,
        mayBeShort: Bool
    ) {
        self.stream = stream
        self.mayBeShort = mayBeShort
        self.payload = payload
        self.descriptors = Mutex(descriptors)
    }

    /// What it takes up while it waits.
    var need: WaitingRoom.Capacity {
        WaitingRoom.Capacity(bytes: payload.count, descriptors: descriptors.withLock { $0.count })
    }

    /// When it came, monotonic; 0 when it was not kept waiting.
    var arrival: UInt64 { arrivalTime.load(ordering: .relaxed) }

    func keptWaiting(since arrival: UInt64, in place: WaitingRoom.Place) {
        arrivalTime.store(arrival, ordering: .relaxed)
        room.withLock { $0 = place }
    }

    func takeDescriptors() -> DescriptorList {
        descriptors.withLock { descriptors in
            var taken = DescriptorList()
            swap(&taken, &descriptors)
            return taken
        }
    }
}
