internal import Languages
package import LibraryClient
package import LinuxSystem
package import PhotosAgent
internal import TerminalText

/// The agent as a page in the person's browser.
package struct PageInterface: AgentInterface {
    private let options: AgentOptions

    package init(_ options: AgentOptions) { self.options = options }

    package func run(_ client: LibraryClient, until signals: borrowing TerminationSignals) throws {
        let opener = PageOpener(printing: options.isPrintingLinks)
        let server: PageServer
        guard let user = try user else {
            let name = (options.user ?? "").sanitized
            throw AgentStartError.unavailable(localized("there is no user {name}", ["name": name]))
        }
        do throws(SystemCallError) {
            server = try PageServer(
                client,
                port: options.port,
                address: options.hasPlainAddress ? .plain : .random(),
                user: user,
                whenAsked: { opener.promptArrived() }
            )
        } catch {
            throw AgentStartError.unavailable(
                localized("the page cannot be served: {reason}", ["reason": AgentFailure(error).reason])
            )
        }
        try opener.start(server)
        if options.opensAtOnce || options.isPrintingLinks { opener.open(server, at: "#library") }
        _ = try signals.wait()
        opener.stop()
        server.stop()
    }

    /// The user whose browser may connect. Nil when there is none of that name.
    private var user: UInt32? {
        get throws(SystemCallError) {
            guard let name = options.user else { return OwnProcess.user }
            return try UserAccounts.number(of: name)
        }
    }
}
