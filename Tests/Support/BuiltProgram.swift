package import LinuxSystem
internal import Synchronization

/// The programs of this package, found beside the test bundle.
package enum BuiltProgram {
    package static func path(_ name: String) throws -> FilePath {
        try FileNames.target(ofLink: "/proc/self/exe").folder.appending(FilePath(name))
    }
}

/// A program that ran to its end.
package struct FinishedProgram: Sendable {
    package var status: ExitStatus
    package var output: String
    package var errors: String
}

/// Programs speak English to tests, whatever the language of the person who runs them.
private let englishPrograms = ["LC_ALL": "C.UTF-8"]

/// A program of the package that a test started. Output is read while it runs, so that a full pipe never stops it.
package final class RunningProgram: Sendable {
    private let child: ChildProcess
    private let output: DrainedPipe
    private let errors: DrainedPipe
    private let ended = Mutex<ExitStatus?>(nil)

    /// `environment` is added to the test's own.
    package convenience init(_ name: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        try self.init(path: BuiltProgram.path(name), arguments.map { FilePath($0) }, environment: environment)
    }

    /// `descriptors` are open in the program beside the standard ones.
    package init(
        path: FilePath,
        _ arguments: [FilePath],
        environment: [String: String] = [:],
        descriptors: [ChildProcess.InheritedDescriptor] = []
    ) throws {
        let nothing = try OwnedDescriptor(opening: "/dev/null", [.readOnly])
        output = try DrainedPipe()
        errors = try DrainedPipe()
        child = try ChildProcess(
            spawning: path,
            arguments: arguments,
            environment: EnvironmentVariables.adding(englishPrograms.merging(environment) { $1 }),
            descriptors: [
                .init(nothing, as: 0), .init(rawValue: output.sourceNumber, as: 1),
                .init(rawValue: errors.sourceNumber, as: 2),
            ] + descriptors
        )
        output.closeSource()
        errors.closeSource()
    }

    deinit {
        // A test that failed half-way leaves no process behind.
        if ended.withLock({ $0 }) == nil {
            do {
                try child.send(signal: 9)
                _ = try child.wait()
            } catch { print("cannot end a child: \(error)") }
        }
    }

    package var processIdentifier: Int32 { child.processIdentifier }

    /// What it has written to standard error so far.
    package var errorText: String { errors.text }

    /// What it has written to standard output so far.
    package var outputText: String { output.text }

    package func send(signal: Int32) throws { try child.send(signal: signal) }

    /// Waits until the program has written `text` to standard error. False when it ended without.
    package func waitForError(containing text: String) -> Bool { errors.wait(for: text) }

    /// Waits until the program has written `text` to standard output. False when it ended without.
    package func waitForOutput(containing text: String) -> Bool { output.wait(for: text) }

    /// Waits for its end.
    @discardableResult
    package func finish() throws -> FinishedProgram {
        let status = try ended.withLock { known in
            if let known { return known }
            let status = try child.wait()
            known = status
            return status
        }
        output.waitForEnd()
        errors.waitForEnd()
        return FinishedProgram(status: status, output: output.text, errors: errors.text)
    }

    /// Starts a program and waits for its end.
    package static func run(
        _ name: String,
        _ arguments: [String],
        environment: [String: String] = [:]
    ) throws -> FinishedProgram {
        try RunningProgram(name, arguments, environment: environment).finish()
    }
}
