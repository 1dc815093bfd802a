import LinuxSystem
import Synchronization

/// A long request, from its arrival to the end of its work.
final class QueuedRequest: Sendable {
    let connection: ServerConnection
    let stream: UInt32
    let cancellation: Cancellation
    private let payload: DetachedPayload
    private let descriptors: Mutex<DescriptorList>
    /// What it takes of the pool's memory.
    private let reservation: WaitingRoom.Place

    /// Nil when there is no room for what it carries.
    init?(
        _ connection: ServerConnection,
        _ stream: UInt32,
        _ cancellation: Cancellation,
        _ payload: DetachedPayload,
        _ descriptors: consuming DescriptorList
    ) {
        let need = WaitingRoom.Capacity(bytes: payload.count, descriptors: descriptors.count)
        guard let reservation = connection.waitingRoom.enter(need) else { return nil }
        self.connection = connection
        self.stream = stream
        self.cancellation = cancellation
        self.payload = payload
        self.descriptors = Mutex(descriptors)
        self.reservation = reservation
    }

    /// Has it handled on this thread.
    func serve() {
        var descriptors = descriptors.withLock { descriptors in
            var taken = DescriptorList()
            swap(&taken, &descriptors)
            return taken
        }
        let request = IncomingRequest(connection, stream, cancellation)
        payload.withBytes { bytes in
            _ = connection.handler.handle(request, payload: bytes, descriptors: &descriptors)
        }
        connection.served(self, wasAnswered: request.hasAnswer)
    }
}
