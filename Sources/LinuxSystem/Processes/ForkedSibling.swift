internal import CLinux
import Glibc

/// Where a process is after `OwnProcess.forkSibling`.
package enum ForkedSibling: ~Copyable, Sendable {
    /// In the new process.
    case child
    /// In the process that forked it.
    case parent(processIdentifier: Int32, pidfd: OwnedDescriptor)
}

extension OwnProcess {
    /// Forks a process whose parent is this process's parent, which can wait for it (CLONE_PARENT). Throws EBUSY where
    /// this process has more than one thread: the child has one alone, and locks that others held stay locked in it.
    package static func forkSibling() throws(SystemCallError) -> ForkedSibling {
        guard try ProcessSandbox.threadCount() == 1 else { throw SystemCallError(EBUSY, "clone") }
        var pidfd: CInt = -1
        let process = try retryingInterruptions("clone") { unsafe clinux_fork_sibling(&pidfd) }
        if process == 0 { return .child }
        return .parent(processIdentifier: process, pidfd: OwnedDescriptor(owning: pidfd))
    }

    /// Makes a descriptor this process's standard error.
    package static func setStandardError(_ descriptor: borrowing OwnedDescriptor) throws(SystemCallError) {
        let rawValue = descriptor.rawValue
        _ = try retryingInterruptions("dup3") { clinux_redirect(rawValue, STDERR_FILENO) }
    }
}
