package import LinuxSystem

/// The only process that a server accepts a connection's bytes from: the one that connected, while it runs the
/// executable by which it was identified.
///
/// A connected socket outlives what the server learned about its peer: a child inherits it, it is passed to another
/// process, the process calls execve. So the kernel names the sender of each receive (SCM_CREDENTIALS; the listening
/// socket must have SO_PASSCRED before anybody can connect), and the process must not have executed since.
///
/// What was sent before the process was pinned may come from another program. It may be the HELLO, which grants
/// nothing, and no more.
package final class ExpectedSender: Sendable {
    private let process: PinnedProcess
    /// Bytes that had arrived when the process was pinned.
    let earlierByteCount: Int

    package init(_ process: consuming PinnedProcess, earlierByteCount: Int) {
        self.process = process
        self.earlierByteCount = earlierByteCount
    }

    package var processIdentifier: Int32 { process.identifier }

    /// Whether the process still runs the executable that it ran when it was pinned.
    package var isUnchanged: Bool {
        // If /proc cannot say, the process is refused.
        do throws(SystemCallError) { return try process.isUnchanged() } catch { return false }
    }

    func isSender(_ sender: Int32?) -> Bool { sender == process.identifier && isUnchanged }
}
