package import LibraryClient
package import LinuxSystem
internal import PhotosAgent

/// The agent as lines on standard output, answered by lines on standard input: for screen readers, scripts and pipes.
///
/// Writes no control sequence. Leaves when the input has ended and every line of it was used; questions that still wait
/// go to the next agent.
package struct TextInterface: AgentInterface {
    package init() {}

    package func run(_ client: LibraryClient, until signals: borrowing TerminationSignals) throws {
        let feed = PromptFeed(client, .text)
        let mailbox = try Mailbox<PromptFeed.Event>()
        let output = TextOutput(try OwnProcess.standardOutput())
        try feed.start { mailbox.put($0) }
        let dialog = try InterfaceThread("dialog") {
            do throws(SystemCallError) {
                let input = LineInput(try OwnProcess.standardInput())
                TextDialog(client, feed, mailbox, input, output).run()
            } catch {
                // No input at all is one that has ended.
            }
        }
        try dialog.wait(orUntil: signals)
        feed.stop()
    }
}
