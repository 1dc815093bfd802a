internal import Glibc
internal import LibraryClient
internal import LinuxSystem

/// The agent as a page in the person's browser.
enum BrowserFace {
    /// Shows prompts until a signal comes.
    static func run(
        _ client: LibraryClient,
        _ options: AgentOptions,
        until signals: borrowing TerminationSignals
    ) throws {
        let opener = try PageOpener(printing: options.isPrintingLinks)
        let server: PageServer
        do throws(SystemCallError) {
            server = try PageServer(
                client,
                port: options.port,
                address: options.hasPlainAddress ? .plain : .random(),
                user: try user(options),
                whenAsked: { opener.somebodyAsks() }
            )
        } catch {
            throw AgentStartError.unavailable("the page cannot be served: \(error)")
        }
        try opener.start(server)
        if options.opensAtOnce || options.isPrintingLinks { opener.open(server) }
        _ = try signals.wait()
        opener.stop()
        server.stop()
    }

    /// Who may look at the page.
    private static func user(_ options: AgentOptions) throws(SystemCallError) -> UInt32 {
        guard let name = options.user else { return OwnProcess.user }
        guard let number = try UserAccounts.number(of: name) else {
            throw SystemCallError(SystemCallError.notFound, "getpwnam")
        }
        return number
    }
}
