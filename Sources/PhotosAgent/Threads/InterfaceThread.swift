package import LinuxSystem

/// The thread that an interface runs on while the program's first thread waits for signals, so that a signal ends the
/// program even while a call waits for a slow server.
package final class InterfaceThread: Sendable {
    private let ended: EventDescriptor

    /// Runs `body` on a thread of its own.
    package init(_ name: String, _ body: @escaping @Sendable () -> Void) throws(SystemCallError) {
        ended = try EventDescriptor()
        _ = try SystemThread(name: name, stackSize: 4 * 1024 * 1024) { [self] in
            body()
            ended.signal()
        }
    }

    /// Returns when the interface has ended or a signal comes, whichever is first.
    package func wait(orUntil signals: borrowing TerminationSignals) throws(SystemCallError) {
        var entries = [
            PollEntry(signals.descriptor.rawValue, .readable), PollEntry(ended.descriptor.rawValue, .readable),
        ]
        _ = try Poll.wait(&entries)
    }
}
