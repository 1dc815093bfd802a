internal import Glibc
internal import LibraryModel
internal import LinuxSystem

/// The program `photolibraryd`, from its arguments to its exit status.
package enum ServerProgram {
    /// Descriptors that a full house needs: connections, and those that wait with requests or are being worked with.
    private static let openFiles: UInt64 = 8_192

    package static func run() -> Never {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let version = Release.line(of: "photolibraryd", askedBy: arguments) {
            print(version)
            exit(0)
        }
        do {
            try TerminationSignals.ignoreBrokenPipe()
            // A server of its own user may see which programs ask. The workers, which read files, must not.
            try OwnProcess.keepCapabilitiesFromChildren()
            let options = try ServerOptions(
                arguments: arguments,
                environment: EnvironmentVariables.value
            )
            guard let options else {
                print(ServerOptions.usage)
                exit(0)
            }
            try OpenFileLimit.raise(to: ServerProgram.openFiles)
            // Before any thread starts, so that none of them takes the signals.
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
        // Without a standard error there is nobody to complain to; the exit status still tells.
        do { try OwnProcess.standardError().write(bytes) } catch {}
    }
}
