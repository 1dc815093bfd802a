package import LinuxSystem

/// The one process that a server takes a connection's bytes from: the one that connected, for as long as it runs the
/// program that it was recognised by.
///
/// A connected socket outlives what the server learned about its peer: a child inherits it, another process gets it
/// handed over, the process itself executes another program. So the kernel says with each receive who sent the bytes
/// (the socket must have asked for that before it could be connected to), and the process must not have changed.
///
/// What was sent before the process was pinned may be another program's: it may be the HELLO, which decides nothing,
/// but nothing beyond it.
package final class ExpectedSender: Sendable {
    private let process: PinnedProcess
    /// The bytes that were there already when the process was pinned.
    let earlierByteCount: Int

    package init(_ process: consuming PinnedProcess, earlierByteCount: Int) {
        self.process = process
        self.earlierByteCount = earlierByteCount
    }

    package var processIdentifier: Int32 { process.identifier }

    /// Whether the process is there and runs what it ran when it was pinned.
    package var isUnchanged: Bool {
        // What cannot be told is no.
        do throws(SystemCallError) { return try process.isUnchanged() } catch { return false }
    }

    func isSender(_ sender: Int32?) -> Bool { sender == process.identifier && isUnchanged }
}
