internal import Glibc
internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem

/// The program `photos-agent`, from its arguments to its exit status.
package enum AgentProgram {
    package static func main() -> Never {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let version = Release.line(of: "photos-agent", askedBy: arguments) {
            print(version)
            exit(0)
        }
        do {
            guard let options = try AgentOptions(arguments: arguments) else {
                print(AgentOptions.usage)
                exit(0)
            }
            try TerminationSignals.ignoreBrokenPipe()
            // Before any thread starts, so that none of them takes the signals.
            let signals = try TerminationSignals()
            try run(options, until: signals)
            exit(0)
        } catch let error as AgentStartError {
            complain(error.description)
            exit(error.exitStatus)
        } catch {
            complain("\(error)")
            exit(70)
        }
    }

    /// The faces meet here: each shows what the server asks until a signal comes.
    private static func run(_ options: AgentOptions, until signals: borrowing TerminationSignals) throws {
        let client = LibraryClient.owner(socketPath: options.socket)
        switch options.face == .auto && options.isAboutPage ? .browser : options.face.fitting() {
        case .browser, .auto: try BrowserFace.run(client, options, until: signals)
        case .terminal: try TerminalFace.run(client, options, until: signals)
        case .text: try TextFace.run(client, until: signals)
        }
    }

    private static func complain(_ text: String) {
        // Without a standard error there is nobody to complain to; the exit status still tells.
        do { try OwnProcess.standardError().write(Array("photos-agent: \(text)\n".utf8)) } catch {}
    }
}
