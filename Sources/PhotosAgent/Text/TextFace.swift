internal import LibraryClient
internal import LinuxSystem

/// The agent as lines on standard output, answered by lines on standard input: for screen readers, scripts and pipes.
///
/// It writes no control sequence. It leaves when the input ends and everything in it was used; what still waits goes to
/// the next agent.
enum TextFace {
    static func run(_ client: LibraryClient, until signals: borrowing TerminationSignals) throws {
        let feed = PromptFeed(client, face: Face.text.rawValue)
        let inbox = try Inbox<PromptFeed.Event>()
        let output = TextOutput(try OwnProcess.standardOutput())
        try feed.start { inbox.put($0) }
        let dialog = try FaceThread("dialog") {
            do throws(SystemCallError) {
                let dialog = TextDialog(client, feed, inbox, LineInput(try OwnProcess.standardInput()), output)
                dialog.run()
            } catch {
                // No input at all is one that has ended.
            }
        }
        try dialog.wait(orUntil: signals)
        feed.stop()
    }
}

/// Standard output, a line at a time.
final class TextOutput: Sendable {
    private let descriptor: OwnedDescriptor

    init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }

    /// Throws when nobody reads any more.
    func say(_ line: String) throws(SystemCallError) { try descriptor.write(Array((line + "\n").utf8)) }
}
