/// Who reads a connection that has no thread of its own: one of those who wait for something to come on it. A value
/// without a lock or a thread; its owner wakes whoever it names.
///
/// A waiter is nowhere, reads, or sleeps. The one who reads and has what it waited for, or gives up, names one who
/// sleeps to read on.
///
/// Invariants:
/// 1. At most one reads.
/// 2. While somebody sleeps, somebody reads, or has been named and is about to.
/// 3. Whoever has got something meanwhile is not named.
package struct ReadingTurn: Hashable, Sendable {
    /// The stream for whose sake somebody reads.
    package private(set) var reader: UInt32?
    /// Streams whose threads sleep, in the order in which they came.
    package private(set) var sleeping: [UInt32] = []

    package init() {}

    /// A thread has to wait for its stream. True: it reads. False: it sleeps until it is woken.
    package mutating func waitBegan(_ stream: UInt32) -> Bool {
        sleeping.removeAll { $0 == stream }
        if reader == nil { reader = stream }
        if reader == stream { return true }
        sleeping.append(stream)
        return false
    }

    /// A thread that sends a request reads when it has sent it, if nobody does. It does not wait yet.
    package mutating func requestBegan(_ stream: UInt32) -> Bool {
        if reader != nil { return false }
        reader = stream
        return true
    }

    /// Something has come for a stream whose thread does not read: it needs waking, and is not to read.
    package mutating func received(_ stream: UInt32) { sleeping.removeAll { $0 == stream } }

    /// A thread has what it waited for, or gives up. Returns who reads on, and has to be woken.
    package mutating func waitEnded(_ stream: UInt32) -> UInt32? {
        sleeping.removeAll { $0 == stream }
        guard reader == stream else { return nil }
        reader = sleeping.isEmpty ? nil : sleeping.removeFirst()
        return reader
    }

    /// The connection is gone: nobody reads any more.
    package mutating func connectionEnded() { self = ReadingTurn() }

    /// Traps when an invariant does not hold. For tests and debug builds.
    package func assertInvariants() {
        assert(reader != nil || sleeping.isEmpty, "somebody sleeps, and nobody reads")
        assert(reader.map { !sleeping.contains($0) } ?? true, "the one who reads does not sleep")
        assert(Set(sleeping).count == sleeping.count, "a thread sleeps once")
    }
}
