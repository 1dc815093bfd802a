import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Photos

/// A release build of `photolibraryd` as a process of its own, which has authorized this program.
final class MeasuredServer: Sendable {
    /// Nanoseconds of which an idle server uses less than `idleSeconds` of the processor.
    private static let idlenessInterval: UInt64 = 500_000_000
    private static let idleSeconds = 0.02
    /// Nanoseconds.
    private static let idlenessTimeout: UInt64 = 120_000_000_000

    let socket: FilePath
    let program: RunningProgram

    /// `core` keeps all of its threads on one core.
    init(library: FilePath, socket: FilePath, options: [FilePath] = [], core: Int? = nil) throws {
        self.socket = socket
        let arguments = [FilePath("--library"), library, FilePath("--socket"), socket] + options
        program = try RunningProgram.pinned(core, BuiltProgram.path("photolibraryd"), arguments)
        guard program.waitForError(containing: "ready ") else {
            throw BenchmarkError("the server did not start: \(try program.finish().errors)")
        }
        let identity = "exe:" + (try FileNames.target(ofLink: "/proc/self/exe")).text
        try owner.setPreferences(ofApp: identity, confirmsChanges: false)
        try owner.setStatus(.authorized, ofApp: identity, for: .readWrite)
    }

    var owner: LibraryClient { LibraryClient.owner(socketPath: socket.text) }

    var environment: [String: String] { ["PHOTOLIBRARY_SOCKET": socket.text] }

    /// One line of numbers of a measurement in another process.
    func measure(_ arguments: [String], core: Int? = nil) throws -> [Double] {
        let program = try RunningProgram.pinned(
            core,
            BuiltProgram.path("LibraryBenchmark"),
            (["measure", socket.text] + arguments).map { FilePath($0) },
            environment: environment
        )
        return try program.numbers()
    }

    func stop() throws {
        try program.send(signal: 15)
        let finished = try program.finish()
        guard finished.status == .exited(0) else { throw BenchmarkError("the server failed: \(finished.errors)") }
    }

    /// Mebibytes of memory of the process: `VmHWM`, `VmRSS`, and `Pss`, its share of what is shared.
    func memory() throws -> (peak: Double, resident: Double, share: Double) {
        (
            try mebibytes("VmHWM", in: "status"), try mebibytes("VmRSS", in: "status"),
            try mebibytes("Pss", in: "smaps_rollup")
        )
    }

    /// Mebibytes that are in memory because of the process: its own, and what it has mapped that files do not back.
    func ownMemory() throws -> Double {
        try mebibytes("RssAnon", in: "status") + mebibytes("RssShmem", in: "status")
    }

    /// Mebibytes of the process and of those that it started: their shares of what is shared, and of sealed memory what
    /// nobody has mapped.
    func familyMemory() throws -> Double {
        let server = program.processIdentifier
        var sum = try mebibytes("Pss", in: "smaps_rollup") + ProcessFiles.unmappedMemory(of: server)
        for child in try ProcessFiles.children(of: server) {
            // It may have ended meanwhile.
            guard let share = ProcessFiles.mebibytes("Pss", in: "smaps_rollup", of: child) else { continue }
            sum += share
        }
        return sum
    }

    /// Of the process alone.
    func processorSeconds() throws -> Double { try ProcessFiles.processorSeconds(of: program.processIdentifier) }

    /// Waits until the server and its workers have nothing to do: a server that has started reads its library.
    func awaitIdleness() throws {
        let deadline = MonotonicClock.deadline(after: MeasuredServer.idlenessTimeout)
        var busy = try familyProcessorSeconds()
        while true {
            Parker().park(until: MonotonicClock.deadline(after: MeasuredServer.idlenessInterval))
            let now = try familyProcessorSeconds()
            if now - busy < MeasuredServer.idleSeconds { return }
            guard MonotonicClock.now() < deadline else { throw BenchmarkError("the server is always busy") }
            busy = now
        }
    }

    private func familyProcessorSeconds() throws -> Double {
        try ProcessFiles.children(of: program.processIdentifier).reduce(processorSeconds()) { sum, child in
            // It may have ended meanwhile.
            sum + ((try? ProcessFiles.processorSeconds(of: child)) ?? 0)
        }
    }

    private func mebibytes(_ name: String, in file: String) throws -> Double {
        guard let value = ProcessFiles.mebibytes(name, in: file, of: program.processIdentifier) else {
            throw BenchmarkError("/proc/\(program.processIdentifier)/\(file) has no \(name)")
        }
        return value
    }
}

extension RunningProgram {
    /// Starts a program, on one core or left free.
    static func pinned(
        _ core: Int?,
        _ path: FilePath,
        _ arguments: [FilePath],
        environment: [String: String] = [:]
    ) throws -> RunningProgram {
        guard let core else { return try RunningProgram(path: path, arguments, environment: environment) }
        let pinning: [FilePath] = ["-c", FilePath("\(core)"), path]
        return try RunningProgram(path: "/usr/bin/taskset", pinning + arguments, environment: environment)
    }

    /// The numbers that the program prints before it ends.
    func numbers() throws -> [Double] {
        let finished = try finish()
        let numbers = finished.output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard finished.status == .exited(0), !numbers.isEmpty else {
            throw BenchmarkError("a measurement failed: \(finished.errors)")
        }
        return numbers
    }
}
