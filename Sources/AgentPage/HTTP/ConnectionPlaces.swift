internal import Glibc

/// Decides which connection to close when there would be too many.
///
/// A new connection replaces the oldest one that has not presented a session, so idle connections cannot keep the
/// person out. When all have presented one, it is the new one that is closed.
package struct ConnectionPlaces {
    private let room: Int
    /// By their sockets, in the order in which they began.
    private var strangers: [CInt] = []
    private var known: Set<CInt> = []

    package init(room: Int) { self.room = room }

    /// Call when a connection begins. Returns the connection to close for it, which may be itself.
    package mutating func begins(_ socket: CInt) -> CInt? {
        strangers.append(socket)
        return strangers.count + known.count > room ? strangers.removeFirst() : nil
    }

    /// Call when the connection has presented a session.
    package mutating func isKnown(_ socket: CInt) {
        guard let position = strangers.firstIndex(of: socket) else { return }
        strangers.remove(at: position)
        known.insert(socket)
    }

    package mutating func ends(_ socket: CInt) {
        strangers.removeAll { $0 == socket }
        known.remove(socket)
    }
}
