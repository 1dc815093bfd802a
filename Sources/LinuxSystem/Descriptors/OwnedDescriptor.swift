internal import CLinux
import Glibc

/// A file descriptor with one owner, closed on deinit. This module creates all descriptors close-on-exec.
package struct OwnedDescriptor: ~Copyable, Sendable {
    /// The number, valid while this value lives.
    package let rawValue: CInt

    /// Takes ownership of an open descriptor.
    package init(owning rawValue: CInt) {
        precondition(rawValue >= 0, "not a descriptor")
        self.rawValue = rawValue
    }

    deinit {
        // Linux releases the number even when close fails: never retry it.
        _ = close(rawValue)
    }

    /// Gives up ownership: the caller closes the descriptor.
    package consuming func release() -> CInt {
        let value = rawValue
        discard self
        return value
    }

    /// O_NONBLOCK: calls fail with EAGAIN instead of waiting, in every process that shares the open file.
    package borrowing func doNotWait() throws(SystemCallError) {
        let rawValue = self.rawValue
        _ = try retryingInterruptions("fcntl") { clinux_set_not_waiting(rawValue) }
    }

    /// A second descriptor of the same open file.
    package borrowing func duplicate() throws(SystemCallError) -> OwnedDescriptor {
        let rawValue = self.rawValue
        return OwnedDescriptor(owning: try retryingInterruptions("dup") { clinux_duplicate(rawValue) })
    }
}
