import Synchronization

/// Bounds the bytes and descriptors of requests that are queued or arriving.
///
/// A server has one for all connections and, inside it, one for each peer: many peers together cannot exhaust memory,
/// and one peer cannot lock out others.
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

    /// One request's part, given back on deinit.
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

    /// Returns nil when the quota has no room.
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
