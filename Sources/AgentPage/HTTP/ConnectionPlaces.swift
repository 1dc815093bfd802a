internal import Glibc

/// Which connections stay when there are more than there is room for.
///
/// A value: it is told what happens, and says whom to end. Room is made for every connection that begins, by the oldest
/// one on which nobody has shown a session: whoever holds idle connections keeps nobody out. Only where all have shown
/// one is there none.
package struct ConnectionPlaces {
    private let room: Int
    /// By their sockets, in the order in which they began.
    private var strangers: [CInt] = []
    private var known: Set<CInt> = []

    package init(room: Int) { self.room = room }

    /// A connection begins. Returns the one that has to end for it, which may be itself.
    package mutating func begins(_ socket: CInt) -> CInt? {
        strangers.append(socket)
        return strangers.count + known.count > room ? strangers.removeFirst() : nil
    }

    /// Whoever is at the other end has shown a session.
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
