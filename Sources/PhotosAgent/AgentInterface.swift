package import LibraryClient
package import LinuxSystem

/// A way of asking the person: a page in their browser, pictures in a terminal, lines of text.
package protocol AgentInterface {
    /// Shows prompts and sends the answers, until the person leaves or a signal comes.
    func run(_ client: LibraryClient, until signals: borrowing TerminationSignals) throws
}
