import Synchronization

/// How much may wait: bytes of requests, for a thread or for their end, and descriptors that came with them.
///
/// There is one for all connections of a server, and one inside it for each peer that is to have its share and no more.
/// So many peers that each send large requests and wait cannot fill the memory, and one peer cannot keep others out.
package final class WaitingRoom: Sendable {
    package struct Capacity: Hashable, Sendable {
        package var bytes: Int
        package var descriptors: Int

        package init(bytes: Int, descriptors: Int) {
            self.bytes = bytes
            self.descriptors = descriptors
        }
    }

    private let capacity: Capacity
    private let outer: WaitingRoom?
    private let used = Mutex(Capacity(bytes: 0, descriptors: 0))

    package init(capacity: Capacity, inside outer: WaitingRoom? = nil) {
        self.capacity = capacity
        self.outer = outer
    }

    /// Room for one request, given back when the last reference goes.
    final class Place: Sendable {
        private let room: WaitingRoom
        private let need: Capacity
        private let outer: Place?

        fileprivate init(_ room: WaitingRoom, _ need: Capacity, _ outer: Place?) {
            self.room = room
            self.need = need
            self.outer = outer
        }

        deinit {
            room.used.withLock {
                $0.bytes -= need.bytes
                $0.descriptors -= need.descriptors
            }
        }
    }

    /// Nil when there is not enough room.
    func enter(_ need: Capacity) -> Place? {
        var outerPlace: Place?
        if let outer {
            guard let place = outer.enter(need) else { return nil }
            outerPlace = place
        }
        let hasRoom = used.withLock { used in
            guard used.bytes + need.bytes <= capacity.bytes, used.descriptors + need.descriptors <= capacity.descriptors
            else { return false }
            used.bytes += need.bytes
            used.descriptors += need.descriptors
            return true
        }
        return hasRoom ? Place(self, need, outerPlace) : nil
    }
}
