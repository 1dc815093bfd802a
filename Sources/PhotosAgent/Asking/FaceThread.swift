internal import LinuxSystem

/// A face's own thread, while the program's first waits for signals: a call that the server is slow to answer keeps
/// nobody from ending the program.
final class FaceThread: Sendable {
    private let ended: EventDescriptor

    /// Runs `body` on a thread of its own.
    init(_ name: String, _ body: @escaping @Sendable () -> Void) throws(SystemCallError) {
        ended = try EventDescriptor()
        _ = try SystemThread(name: name, stackSize: 4 * 1024 * 1024) { [self] in
            body()
            ended.signal()
        }
    }

    /// Waits until the face has ended or a signal comes, whichever is first.
    func wait(orUntil signals: borrowing TerminationSignals) throws(SystemCallError) {
        var entries = [
            PollEntry(signals.descriptor.rawValue, .readable), PollEntry(ended.descriptor.rawValue, .readable),
        ]
        _ = try Poll.wait(&entries)
    }
}
