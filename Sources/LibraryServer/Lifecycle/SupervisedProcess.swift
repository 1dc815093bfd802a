internal import Glibc
internal import LinuxSystem

/// A program that the server started, shared by the thread that waits for its end and whoever ends it.
final class SupervisedProcess: Sendable {
    private let process: ChildProcess

    /// Starts a program that inherits the server's standard error and no other descriptor. `environment` is added to
    /// the server's own.
    init(_ program: FilePath, _ arguments: [FilePath], environment: [String: String]) throws(SystemCallError) {
        let nowhere = try OwnedDescriptor(opening: "/dev/null", [.readWrite])
        process = try ChildProcess(
            spawning: program,
            arguments: arguments,
            environment: EnvironmentVariables.adding(environment),
            descriptors: [
                .init(nowhere, as: STDIN_FILENO), .init(nowhere, as: STDOUT_FILENO),
                .init(rawValue: STDERR_FILENO, as: STDERR_FILENO),
            ]
        )
    }

    init(_ process: consuming ChildProcess) { self.process = process }

    var processIdentifier: Int32 { process.processIdentifier }

    func hasEnded(within nanoseconds: UInt64) throws(SystemCallError) -> Bool {
        try Poll.wait(process.pidfd, for: .readable, timeoutNanoseconds: nanoseconds)
    }

    func wait() throws(SystemCallError) { _ = try process.wait() }

    /// Kills and reaps it.
    func kill() throws(SystemCallError) {
        try process.send(signal: SIGKILL)
        _ = try process.wait()
    }

    /// Sends a signal. No error when it has ended.
    func send(signal: CInt) throws(SystemCallError) {
        do throws(SystemCallError) { try process.send(signal: signal) } catch {
            guard error.errorNumber == ESRCH else { throw error }
        }
    }
}
