import Synchronization

/// How much may wait: bytes of requests, for a thread or for their end, and descriptors that came with them.
///
/// A server has one for all its connections, and inside it one for each peer. So many peers that each send large
/// requests and wait cannot fill the memory, and one peer cannot keep others out.
package final class RequestQuota: Sendable {
    package struct Capacity: Hashable, Sendable {
        package var bytes: Int
        package var descriptors: Int

        package init(bytes: Int, descriptors: Int) {
            self.bytes = bytes
            self.descriptors = descriptors
        }
    }

    private let capacity: Capacity
    private let outer: RequestQuota?
    private let used = Mutex(Capacity(bytes: 0, descriptors: 0))

    package init(capacity: Capacity, inside outer: RequestQuota? = nil) {
        self.capacity = capacity
        self.outer = outer
    }

    /// The share of one request, given back when the last reference goes.
    final class Reservation: Sendable {
        private let quota: RequestQuota
        private let cost: Capacity
        private let outer: Reservation?

        fileprivate init(_ quota: RequestQuota, _ cost: Capacity, _ outer: Reservation?) {
            self.quota = quota
            self.cost = cost
            self.outer = outer
        }

        deinit {
            quota.used.withLock {
                $0.bytes -= cost.bytes
                $0.descriptors -= cost.descriptors
            }
        }
    }

    /// Nil when it does not fit.
    func reserve(_ cost: Capacity) -> Reservation? {
        var outerReservation: Reservation?
        if let outer {
            guard let reservation = outer.reserve(cost) else { return nil }
            outerReservation = reservation
        }
        let fits = used.withLock { used in
            guard used.bytes + cost.bytes <= capacity.bytes, used.descriptors + cost.descriptors <= capacity.descriptors
            else { return false }
            used.bytes += cost.bytes
            used.descriptors += cost.descriptors
            return true
        }
        return fits ? Reservation(self, cost, outerReservation) : nil
    }
}
