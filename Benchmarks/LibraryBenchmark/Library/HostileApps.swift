import LibraryClient
import LibraryTestSupport
import LinuxSystem

/// Apps that take all they can get, while something else is measured: copies of `hostile-app` in a folder, each of
/// which the server knows as another app. They are killed by `stop`.
struct HostileApps {
    private let programs: [RunningProgram]
    /// How the server knows them.
    let identities: [String]
    /// Connections that the server gave to each.
    let connectionCounts: [Int]

    /// Comes back when all of them are at it.
    init(
        _ count: Int,
        _ what: String,
        connections: Int,
        in folder: FilePath,
        against server: MeasuredServer,
        prepare: (_ identity: String) throws -> Void
    ) throws {
        var (programs, identities): ([RunningProgram], [String]) = ([], [])
        for number in 0..<count {
            let copy = try HostileApps.copy(of: "hostile-app", to: folder.appending(FilePath("\(what)-\(number)")))
            let identity = "exe:" + copy.text
            try prepare(identity)
            identities.append(identity)
            programs.append(
                try RunningProgram(path: copy, [server.socket, FilePath(what), FilePath("\(connections)")])
            )
        }
        for program in programs where !program.waitForError(containing: "flooding ") {
            throw BenchmarkError("a hostile app failed: \(try program.finish().errors)")
        }
        self.programs = programs
        self.identities = identities
        connectionCounts = programs.map { program in
            program.errorText.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? 0
        }
    }

    func stop() throws {
        for program in programs { try program.send(signal: 9) }
        for program in programs {
            let finished = try program.finish()
            guard finished.status == .killed(signal: 9) else {
                throw BenchmarkError("a hostile app failed: \(finished.errors)")
            }
        }
    }

    /// A program of the package under another path, once.
    static func copy(of program: String, to path: FilePath) throws -> FilePath {
        if Files.exists(path) { return path }
        let finished = try RunningProgram(path: "/bin/cp", [BuiltProgram.path(program), path]).finish()
        guard finished.status == .exited(0) else { throw BenchmarkError("cp: \(finished.errors)") }
        return path
    }
}
