import LinuxSystem
import Synchronization

/// A request of the pool's, from its arrival to the end of its work.
final class QueuedRequest: Sendable {
    let connection: ServerConnection
    let stream: UInt32
    let cancellation: Cancellation
    private let payload: DetachedPayload
    private let estimate: RequestEstimate
    private let descriptors: Mutex<DescriptorList>
    /// Its part of the waiting quota.
    private let reservation: RequestQuota.Reservation

    /// Fails when the quota has no room for the request's bytes and descriptors.
    init?(
        _ connection: ServerConnection,
        _ stream: UInt32,
        _ cancellation: Cancellation,
        _ payload: DetachedPayload,
        _ descriptors: consuming DescriptorList,
        _ estimate: RequestEstimate
    ) {
        let cost = RequestQuota.Capacity(bytes: payload.count, descriptors: descriptors.count)
        guard let reservation = connection.waitingQuota.reserve(cost) else { return nil }
        self.connection = connection
        self.stream = stream
        self.cancellation = cancellation
        self.payload = payload
        self.estimate = estimate
        self.descriptors = Mutex(descriptors)
        self.reservation = reservation
    }

    /// Runs the handler on this thread.
    func serve() {
        var descriptors = descriptors.withLock { descriptors in
            var taken = DescriptorList()
            swap(&taken, &descriptors)
            return taken
        }
        let start = MonotonicClock.now()
        let request = IncomingRequest(connection, stream, estimate, cancellation, deadline: cancellation.deadline)
        payload.withBytes { bytes in
            _ = connection.handler.handle(request, payload: bytes, descriptors: &descriptors)
        }
        if let trialKind = estimate.trialKind {
            connection.trials.noteEnd(trialKind, after: MonotonicClock.now() - start)
        }
        connection.served(self, wasAnswered: request.hasAnswer)
    }
}
