package import LibraryClient
package import LinuxSystem

/// A user interface of the agent: a page in a browser, pictures in a terminal, or lines of text.
package protocol AgentInterface {
    /// Shows prompts and sends the answers, until the person leaves or a signal comes.
    func run(_ client: LibraryClient, until signals: borrowing TerminationSignals) throws
}
