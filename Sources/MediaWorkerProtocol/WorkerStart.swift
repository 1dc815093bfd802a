internal import Glibc
internal import LibraryModel
package import LinuxSystem

/// The start of a program that works for the server: the server gives it one end of a socket pair, and nothing else.
package enum WorkerStart {
    /// The number of a worker's end of the socket pair in the worker.
    package static let socketNumber: CInt = 3

    /// Runs `work` with the socket and the arguments, and ends the process. For people there are only the version and
    /// the help. `purpose`: what the program does, as in "reads photos".
    package static func run(
        _ program: String,
        _ purpose: String,
        understands: ([String]) -> Bool,
        _ work: (consuming OwnedDescriptor, [String]) throws -> Void
    ) -> Never {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let version = Release.line(of: program, askedBy: arguments) {
            print(version)
            exit(0)
        }
        guard understands(arguments) else {
            print("\(program) \(purpose) for photolibraryd, which starts it. It is of no use by hand.")
            exit(arguments.contains("--help") ? 0 : 64)
        }
        do {
            let socket = OwnedDescriptor(owning: socketNumber)
            guard try socket.status().kind == .socket else { throw SystemCallError(ENOTSOCK, "fstat") }
            try work(socket, arguments)
            exit(0)
        } catch {
            let message = Array("\(program): \(error)\n".utf8)
            _ = unsafe message.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
            exit(1)
        }
    }

    /// Starts a thread that ends this process when its parent has. `socket`: a copy of the worker's end.
    package static func endWithParent(_ socket: consuming OwnedDescriptor) throws(SystemCallError) {
        let watched = socket
        _ = try SystemThread(name: "parent") { waitForEnd(of: watched) }
    }

    private static func waitForEnd(of socket: borrowing OwnedDescriptor) -> Never {
        do throws(SystemCallError) { _ = try Poll.wait(socket, for: .peerFinished) } catch { _exit(1) }
        _exit(0)
    }
}
