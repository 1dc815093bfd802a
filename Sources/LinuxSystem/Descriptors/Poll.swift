internal import CLinux
import Glibc

/// A descriptor to wait for.
package struct PollEntry: Sendable {
    /// What a descriptor can be ready for.
    package struct Events: OptionSet, Sendable {
        package let rawValue: Int16
        package init(rawValue: Int16) { self.rawValue = rawValue }

        package static let readable = Events(rawValue: Int16(POLLIN))
        package static let writable = Events(rawValue: Int16(POLLOUT))
        /// Reported without being asked for: an error, or the peer has closed.
        package static let closed = Events(rawValue: Int16(POLLERR | POLLHUP | POLLNVAL))
        /// The peer of a socket will send no more.
        package static let peerFinished = Events(rawValue: clinux_poll_peer_finished())
    }

    package var rawValue: CInt
    package var wanted: Events
    /// The events that are ready after the wait.
    package var ready: Events = []

    package init(_ rawValue: CInt, _ wanted: Events) {
        self.rawValue = rawValue
        self.wanted = wanted
    }
}

/// poll(2).
package enum Poll {
    /// Waits until an entry is ready or the timeout passes; nil waits for ever. Returns the number of ready entries.
    package static func wait(
        _ entries: inout [PollEntry],
        timeoutNanoseconds: UInt64? = nil
    ) throws(SystemCallError) -> Int {
        let deadline = timeoutNanoseconds.map { MonotonicClock.deadline(after: $0) }
        var polled = entries.map { pollfd(fd: $0.rawValue, events: $0.wanted.rawValue, revents: 0) }
        while true {
            let count = unsafe polled.withUnsafeMutableBufferPointer { polled in
                unsafe poll(polled.baseAddress, nfds_t(polled.count), milliseconds(until: deadline))
            }
            let errorNumber = errno
            if count >= 0 {
                for index in entries.indices { entries[index].ready = .init(rawValue: polled[index].revents) }
                return Int(count)
            }
            // An interrupted wait continues with the rest of its timeout.
            if errorNumber != EINTR { throw SystemCallError(errorNumber, "poll") }
        }
    }

    /// Waits for one descriptor. Returns false when the timeout passes.
    package static func wait(
        _ descriptor: borrowing OwnedDescriptor,
        for events: PollEntry.Events,
        timeoutNanoseconds: UInt64? = nil
    ) throws(SystemCallError) -> Bool {
        var entries = [PollEntry(descriptor.rawValue, events)]
        return try wait(&entries, timeoutNanoseconds: timeoutNanoseconds) > 0
    }

    private static func milliseconds(until deadline: UInt64?) -> CInt {
        guard let deadline else { return -1 }
        let now = MonotonicClock.now()
        if now >= deadline { return 0 }
        // Rounded up, so that the last wait does not become a busy loop.
        return CInt(clamping: (deadline - now).saturatingAdding(999_999) / 1_000_000)
    }
}
