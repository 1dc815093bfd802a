internal import AgentPage
internal import AgentTerminal
internal import AgentText
internal import Glibc
internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem
internal import PhotosAgent

/// The program `photos-agent`, from its arguments to its exit status.
enum AgentProgram {
    /// Descriptors: a connection of the browser's takes one, and so does each file of a batch that it imports.
    private static let openFiles: UInt64 = 4_096

    static func main() -> Never {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let version = Release.line(of: "photos-agent", askedBy: arguments) {
            print(version)
            exit(0)
        }
        do {
            guard let options = try AgentOptions(arguments: arguments) else {
                print(try AgentHelp().text, terminator: "")
                exit(0)
            }
            try OpenFileLimit.raise(to: openFiles)
            try TerminationSignals.ignoreBrokenPipe()
            // Before any thread starts, so that none of them takes the signals.
            let signals = try TerminationSignals()
            try interface(options).run(LibraryClient.owner(socketPath: options.socket), until: signals)
            exit(0)
        } catch let error as AgentStartError {
            complain(error.description)
            exit(error.exitStatus)
        } catch {
            complain(AgentFailure(error).reason)
            exit(70)
        }
    }

    private static func interface(_ options: AgentOptions) -> any AgentInterface {
        switch options.interface(in: .current) {
        case .browser: PageInterface(options)
        case .terminal: TerminalInterface(pictures: options.pictures)
        case .text: TextInterface()
        }
    }

    private static func complain(_ text: String) {
        // Without a standard error there is nobody to complain to; the exit status still tells.
        do { try OwnProcess.standardError().write(Array("photos-agent: \(text)\n".utf8)) } catch {}
    }
}
