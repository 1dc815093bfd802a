/// Elects the thread that reads a connection without a reading thread of its own: leader/followers, among the threads
/// that wait for a reply. A value without locks or threads; its owner wakes the thread that is promoted.
///
/// The leader reads; followers sleep. A leader that has its reply, or gives up, promotes the longest-waiting follower.
///
/// Invariants:
/// 1. There is at most one leader.
/// 2. While there are followers, there is a leader.
/// 3. A thread whose reply has arrived is not promoted.
package struct ReaderElection: Hashable, Sendable {
    /// The stream of the thread that reads, or that was promoted and is about to.
    package private(set) var leader: UInt32?
    /// The streams of the threads that sleep, in order of arrival.
    package private(set) var followers: [UInt32] = []

    package init() {}

    /// A thread begins to wait. Returns whether it leads, and reads; otherwise it sleeps until it is woken.
    package mutating func beginWaiting(_ stream: UInt32) -> Bool {
        followers.removeAll { $0 == stream }
        if leader == nil { leader = stream }
        if leader == stream { return true }
        followers.append(stream)
        return false
    }

    /// A thread begins a call. Returns whether it leads, and reads once it has sent its request.
    package mutating func beginCall(_ stream: UInt32) -> Bool {
        if leader != nil { return false }
        leader = stream
        return true
    }

    /// A frame for a follower has arrived: its owner wakes it, and it will not be promoted.
    package mutating func delivered(_ stream: UInt32) { followers.removeAll { $0 == stream } }

    /// A thread has its reply, or gives up. Returns the promoted follower, which has to be woken.
    package mutating func endWaiting(_ stream: UInt32) -> UInt32? {
        followers.removeAll { $0 == stream }
        guard leader == stream else { return nil }
        leader = followers.isEmpty ? nil : followers.removeFirst()
        return leader
    }

    /// The connection has ended: nobody reads it any more.
    package mutating func connectionEnded() { self = ReaderElection() }

    /// Traps when an invariant does not hold. For tests and debug builds.
    package func assertInvariants() {
        assert(leader != nil || followers.isEmpty, "followers without a leader")
        assert(leader.map { !followers.contains($0) } ?? true, "a leader that is a follower")
        assert(Set(followers).count == followers.count, "a follower twice")
    }
}
