internal import Glibc
internal import LibraryModel
internal import LinuxSystem

/// The main program of `photolibraryd`.
package enum ServerProgram {
    /// File descriptors needed at the connection limit, with those of queued and running requests.
    private static let openFiles: UInt64 = 8_192

    package static func run() -> Never {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let version = Release.line(of: "photolibraryd", askedBy: arguments) {
            print(version)
            exit(0)
        }
        OwnProcess.limitArenas()
        do {
            try TerminationSignals.ignoreBrokenPipe()
            // A server with its own user has CAP_SYS_PTRACE to identify apps. Its workers must not inherit it.
            try OwnProcess.keepCapabilitiesFromChildren()
            let options = try ServerOptions(
                arguments: arguments,
                environment: EnvironmentVariables.value
            )
            guard let options else {
                print(ServerOptions.usage)
                exit(0)
            }
            if options.checksOnly { exit(MachineCheck.run(options)) }
            try OpenFileLimit.raise(to: ServerProgram.openFiles)
            // Before any thread starts, so that all of them block these signals.
            let signals = try TerminationSignals()
            let server = try LibraryServer(options)
            try server.run(until: signals)
            exit(0)
        } catch let error as ServerStartError {
            complain(error.description)
            exit(error.exitStatus)
        } catch {
            complain("photolibraryd: \(error)")
            exit(70)
        }
    }

    private static func complain(_ text: String) {
        var bytes = Array(text.utf8)
        bytes.append(UInt8(ascii: "\n"))
        // Without standard error, only the exit status reports the failure.
        do { try OwnProcess.standardError().write(bytes) } catch {}
    }
}
