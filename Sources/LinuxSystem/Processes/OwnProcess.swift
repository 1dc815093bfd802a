internal import CLinux
import Glibc

/// This process, as others see it.
package enum OwnProcess {
    package static var processIdentifier: Int32 { getpid() }
    /// The effective user.
    package static var user: UInt32 { geteuid() }

    /// Clears the ambient capabilities, so that programs that this process starts do not inherit them.
    package static func keepCapabilitiesFromChildren() throws(SystemCallError) {
        _ = try retryingInterruptions("prctl") { clinux_clear_ambient_capabilities() }
    }

    /// `denyNewPrivileges`, and makes the process undumpable, so that no process of the same user may trace it.
    package static func confine() throws(SystemCallError) {
        try denyNewPrivileges()
        _ = try retryingInterruptions("prctl") { clinux_refuse_tracers() }
    }

    /// PR_SET_NO_NEW_PRIVS: execve no longer grants this process or its children privileges.
    package static func denyNewPrivileges() throws(SystemCallError) {
        _ = try retryingInterruptions("prctl") { clinux_deny_new_privileges() }
    }

    /// Divides the threads over one arena of malloc for each processor (M_ARENA_MAX, mallopt(3)); without this, over
    /// eight. What a thread frees stays in its arena, so each arena keeps the memory of its threads' largest requests.
    package static func limitArenas() { clinux_limit_arenas() }

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

    /// Whether the process has a controlling terminal, whose end it learns of by SIGHUP.
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
