import Synchronization

/// How many bytes of requests may wait for a thread, over all connections: many peers that each send large requests and
/// wait cannot fill the memory.
final class WaitingRoom: Sendable {
    private let capacity: Int
    private let used = Mutex(0)

    init(capacity: Int) { self.capacity = capacity }

    /// Room for one request, given back when the last reference goes.
    final class Place: Sendable {
        private let room: WaitingRoom
        private let byteCount: Int

        fileprivate init(_ room: WaitingRoom, _ byteCount: Int) {
            self.room = room
            self.byteCount = byteCount
        }

        deinit { room.used.withLock { $0 -= byteCount } }
    }

    /// Nil when there is not enough room.
    func enter(_ byteCount: Int) -> Place? {
        let hasRoom = used.withLock { used in
            guard used + byteCount <= capacity else { return false }
            used += byteCount
            return true
        }
        return hasRoom ? Place(self, byteCount) : nil
    }
}
