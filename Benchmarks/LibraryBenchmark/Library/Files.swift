import LibraryTestSupport
import LinuxSystem
import Photos

/// Files of the bench's work folder.
enum Files {
    static func exists(_ path: FilePath) -> Bool { FileManager.default.fileExists(atPath: path.text) }

    static func text(of path: FilePath) throws -> String? {
        exists(path) ? try String(contentsOfFile: path.text, encoding: .utf8) : nil
    }

    static func bytes(of path: FilePath) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(fileURLWithPath: path.text)))
    }

    static func write(_ text: String, to path: FilePath) throws {
        try text.write(toFile: path.text, atomically: true, encoding: .utf8)
    }

    static func write(_ bytes: [UInt8], to path: FilePath) throws {
        let file = try OwnedDescriptor(opening: path, [.writeOnly, .create, .truncate], mode: 0o600)
        try file.write(bytes)
    }

    static func remove(_ path: FilePath) throws {
        if exists(path) { try FileManager.default.removeItem(atPath: path.text) }
    }

    /// A database with the files that SQLite keeps beside it.
    static func removeDatabase(_ path: FilePath) throws {
        for suffix in ["", "-wal", "-shm"] { try remove(FilePath(path.text + suffix)) }
    }

    /// A copy of a database that nobody has open.
    static func copyDatabase(_ source: FilePath, to target: FilePath) throws {
        try removeDatabase(target)
        let finished = try RunningProgram(
            path: "/bin/cp",
            ["--reflink=auto", "--sparse=never", source, target]
        ).finish()
        guard finished.status == .exited(0) else { throw BenchmarkError("cp: \(finished.errors)") }
    }
}
