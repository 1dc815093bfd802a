import LibraryTestSupport
import LinuxSystem
import Testing

/// Running hostile apps, each a program of its own for the server. They are killed when the test lets go of them.
final class Flooders: Sendable {
    private let programs: [RunningProgram]
    /// How the server knows them.
    let apps: [String]
    /// Connections that each was given.
    let connectionCounts: [Int]

    /// Comes back when all of them are at it. `prepare` is told each app before it is started.
    init(
        _ count: Int = 1,
        of what: String,
        connections: Int,
        against attack: Attack,
        prepare: (String) throws -> Void = { _ in }
    ) throws {
        var (programs, apps): ([RunningProgram], [String]) = ([], [])
        let original = try BuiltProgram.path("hostile-app")
        for number in 0..<count {
            let copy = attack.folder.file("hostile-\(number)")
            try RunningProgram(path: "/bin/cp", [original, copy]).finish()
            apps.append("exe:" + copy.text)
            try prepare(apps[number])
            let arguments = [attack.server.socket, FilePath(what), FilePath("\(connections)")]
            programs.append(try RunningProgram(path: copy, arguments))
        }
        for program in programs where !program.waitForError(containing: "flooding ") {
            throw FloodFailed(errors: try program.finish().errors)
        }
        self.programs = programs
        self.apps = apps
        connectionCounts = programs.map { program in
            program.errorText.split(separator: " ").last.flatMap { Int($0.dropLast()) } ?? 0
        }
    }

    /// Ends them, which were at it until now.
    func stop(_ location: SourceLocation = #_sourceLocation) throws {
        for program in programs { try program.send(signal: 9) }
        for program in programs {
            let finished = try program.finish()
            #expect(finished.status == .killed(signal: 9), "\(finished.errors)", sourceLocation: location)
        }
    }
}

struct FloodFailed: Error {
    var errors: String
}
