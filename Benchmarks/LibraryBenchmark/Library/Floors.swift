import LibraryTestSupport
import LinuxSystem

/// The programs in C that the product is measured beside.
struct Floors {
    /// Where `run.sh` built them.
    let folder: FilePath
    private let pingPongServers: [RunningProgram]
    private let pinnedSocket: FilePath
    private let checkingSocket: FilePath
    private let freeSocket: FilePath

    init(folder: FilePath, sockets: ScratchFolder, core: Int) throws {
        self.folder = folder
        pinnedSocket = sockets.file("pinned.sock")
        checkingSocket = sockets.file("checking.sock")
        freeSocket = sockets.file("free.sock")
        let program = folder.appending("pingpong")
        pingPongServers = [
            try RunningProgram.pinned(core, program, ["server", pinnedSocket]),
            try RunningProgram.pinned(core, program, ["server", checkingSocket, "checks"]),
            try RunningProgram.pinned(nil, program, ["server", freeSocket]),
        ]
        // They listen soon after they have started.
        for socket in [pinnedSocket, checkingSocket, freeSocket] {
            for _ in 0..<500 where !Files.exists(socket) {
                Parker().park(until: MonotonicClock.deadline(after: 10_000_000))
            }
        }
    }

    /// p50_us p99_us calls_per_second; with a core, all on that one. `checks`: beside a server on that core that checks
    /// who sends.
    func pingPong(
        clients: Int,
        replySize: Int,
        seconds: Double,
        core: Int? = nil,
        checks: Bool = false
    ) throws -> [Double] {
        let socket = core == nil ? freeSocket : checks ? checkingSocket : pinnedSocket
        let numbers = [clients, replySize].map { FilePath("\($0)") } + [FilePath("\(seconds)")]
        return try RunningProgram.pinned(core, folder.appending("pingpong"), ["client", socket] + numbers).numbers()
    }

    /// median_ms checksum, or transactions_per_second 0.
    func database(_ path: FilePath, _ arguments: [String]) throws -> [Double] {
        try RunningProgram(path: folder.appending("sqlite_floor"), [path] + arguments.map { FilePath($0) }).numbers()
    }

    func stop() throws {
        for server in pingPongServers {
            try server.send(signal: 15)
            try server.finish()
        }
    }
}
