internal import CLinux
import Glibc

/// This process, as others see it.
package enum OwnProcess {
    package static var processIdentifier: Int32 { getpid() }
    /// The effective user.
    package static var user: UInt32 { geteuid() }

    /// Keeps capabilities that this process was started with from the programs that it starts.
    package static func keepCapabilitiesFromChildren() throws(SystemCallError) {
        _ = try retryingInterruptions("prctl") { clinux_clear_ambient_capabilities() }
    }

    /// From now on neither this process nor what it executes gets rights that it does not have, and no process of the
    /// same user may trace it.
    package static func confine() throws(SystemCallError) {
        try denyNewPrivileges()
        _ = try retryingInterruptions("prctl") { clinux_refuse_tracers() }
    }

    /// From now on neither this process nor what it executes gets rights that it does not have.
    package static func denyNewPrivileges() throws(SystemCallError) {
        _ = try retryingInterruptions("prctl") { clinux_deny_new_privileges() }
    }

    /// A copy of the descriptor for standard input.
    package static func standardInput() throws(SystemCallError) -> OwnedDescriptor {
        let copy = try retryingInterruptions("fcntl") { clinux_duplicate(STDIN_FILENO) }
        return OwnedDescriptor(owning: copy)
    }

    /// A copy of the descriptor for standard output.
    package static func standardOutput() throws(SystemCallError) -> OwnedDescriptor {
        let copy = try retryingInterruptions("fcntl") { clinux_duplicate(STDOUT_FILENO) }
        return OwnedDescriptor(owning: copy)
    }

    /// Whether the process belongs to a terminal, which tells it with SIGHUP that it has gone.
    package static var hasTerminal: Bool {
        do throws(SystemCallError) {
            _ = try OwnedDescriptor(opening: "/dev/tty", [.readOnly, .nonBlocking])
            return true
        } catch { return false }
    }

    /// Ends the process without running anything more of it (_exit).
    package static func exitAtOnce(status: Int32) -> Never { _exit(status) }

    /// A copy of the descriptor for standard error.
    package static func standardError() throws(SystemCallError) -> OwnedDescriptor {
        let copy = try retryingInterruptions("fcntl") { clinux_duplicate(STDERR_FILENO) }
        return OwnedDescriptor(owning: copy)
    }
}
