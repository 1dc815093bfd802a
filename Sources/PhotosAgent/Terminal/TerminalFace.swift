internal import LibraryClient
internal import LinuxSystem

enum TerminalFace {
    static func run(
        _ client: LibraryClient,
        _ options: AgentOptions,
        until signals: borrowing TerminationSignals
    ) throws {
        throw AgentStartError.unavailable("not yet")
    }
}
