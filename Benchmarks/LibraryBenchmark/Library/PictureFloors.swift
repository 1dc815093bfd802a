import LibraryTestSupport
import LinuxSystem

/// Pictures and files in C: descriptors that are passed and mapped, and libjpeg-turbo.
struct PictureFloors {
    /// Where `run.sh` built the program.
    let folder: FilePath

    private var program: FilePath { folder.appending("pictures") }

    /// p50_us calls_per_second of passing a file's descriptor and mapping `mapped` bytes of it, all on one core.
    func pass(
        _ file: FilePath,
        mapped: Int64,
        seconds: Double,
        core: Int,
        sockets: ScratchFolder
    ) throws -> [Double] {
        let socket = sockets.file("pass.sock")
        try Files.remove(socket)
        let server = try RunningProgram.pinned(core, program, ["server", socket, file])
        // It listens soon after it has started.
        for _ in 0..<500 where !Files.exists(socket) {
            Parker().park(until: MonotonicClock.deadline(after: 10_000_000))
        }
        let client: [FilePath] = ["client", socket, FilePath("\(mapped)"), FilePath("\(seconds)")]
        let numbers = try RunningProgram.pinned(core, program, client).numbers()
        try server.send(signal: 15)
        try server.finish()
        return numbers
    }

    /// Milliseconds to decode a JPEG file at so many eighths of its size.
    func decode(_ file: FilePath, eighths: Int, repeats: Int) throws -> Double {
        let arguments: [FilePath] = ["decode", file, FilePath("\(eighths)"), FilePath("\(repeats)")]
        return try RunningProgram.pinned(nil, program, arguments).numbers()[0]
    }
}
