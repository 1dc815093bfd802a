internal import LibraryTransport
package import LinuxSystem

/// A real `photolibraryd` on a library of the test's own.
package final class ServerProcess: Sendable {
    package let program: RunningProgram
    package let socket: FilePath
    package let library: FilePath

    /// Starts a server and waits until it says that it is ready. `launcher`: a program, and its arguments before the
    /// server's command line, that starts it, for example as another user.
    package init(
        in folder: ScratchFolder,
        _ arguments: [String] = [],
        library name: String = "Test.photolibrary",
        socketName: String = "library.sock",
        environment: [String: String] = [:],
        launcher: [String] = []
    ) throws {
        library = folder.file(name)
        socket = folder.file(socketName)
        let server = try BuiltProgram.path("photolibraryd")
        let command = launcher.map { FilePath($0) } + [server, "--library", library, "--socket", socket]
        program = try RunningProgram(
            path: command[0],
            command.dropFirst() + arguments.map { FilePath($0) },
            environment: environment
        )
        guard program.waitForError(containing: "ready ") else {
            throw ServerDidNotStart(errors: try program.finish().errors)
        }
    }

    /// Where the person's own tools connect.
    package var managementSocket: FilePath { ManagementSocket.path(besideApps: socket) }

    /// Environment for programs that are to find this server.
    package var environment: [String: String] { ["PHOTOLIBRARY_SOCKET": socket.text] }

    /// Runs the `photos` command against this server.
    @discardableResult
    package func photos(_ arguments: String...) throws -> FinishedProgram { try photos(arguments) }

    /// Runs the `photos` command against this server.
    @discardableResult
    package func photos(_ arguments: [String]) throws -> FinishedProgram {
        try RunningProgram.run("photos", arguments, environment: environment)
    }

    /// Stops it in the ordinary way.
    @discardableResult
    package func stop() throws -> FinishedProgram {
        try program.send(signal: 15)
        return try program.finish()
    }

    /// kill -9.
    package func kill() throws {
        try program.send(signal: 9)
        try program.finish()
    }
}

package struct ServerDidNotStart: Error {
    package var errors: String
}
