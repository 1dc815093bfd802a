internal import CLinux
import Glibc

/// Who is at the other end of a Unix socket, as the kernel recorded it when the connection was made.
package struct PeerCredentials: Hashable, Sendable {
    package var process: Int32
    package var user: UInt32
    package var group: UInt32

    package init(process: Int32, user: UInt32, group: UInt32) {
        self.process = process
        self.user = user
        self.group = group
    }
}

/// A pidfd of the peer's process.
package struct PeerProcess: ~Copyable, Sendable {
    package var pidfd: OwnedDescriptor
    /// True for a pidfd from SO_PEERPIDFD. False when it was opened by PID, which may have been reused since the
    /// process connected (kernels before 6.5).
    package var isPinnedByKernel: Bool
}

extension OwnedDescriptor {
    /// SO_PEERCRED.
    package borrowing func peerCredentials() throws(SystemCallError) -> PeerCredentials {
        let rawValue = self.rawValue
        var found = PeerCredentials(process: 0, user: 0, group: 0)
        _ = try retryingInterruptions("getsockopt(SO_PEERCRED)") {
            unsafe clinux_peer_credentials(rawValue, &found.process, &found.user, &found.group)
        }
        return found
    }

    /// SO_PEERPIDFD, or pidfd_open of the recorded process where the kernel does not have it. `ESRCH` or `EINVAL` when
    /// the process has gone.
    package borrowing func peerProcess() throws(SystemCallError) -> PeerProcess {
        let rawValue = self.rawValue
        do throws(SystemCallError) {
            let pidfd = try retryingInterruptions("getsockopt(SO_PEERPIDFD)") { clinux_peer_pidfd(rawValue) }
            return PeerProcess(pidfd: OwnedDescriptor(owning: pidfd), isPinnedByKernel: true)
        } catch {
            if error.errorNumber != ENOPROTOOPT { throw error }
        }
        let process = try peerCredentials().process
        let pidfd = try retryingInterruptions("pidfd_open") { clinux_pidfd_open(process) }
        return PeerProcess(pidfd: OwnedDescriptor(owning: pidfd), isPinnedByKernel: false)
    }
}
