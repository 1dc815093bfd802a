import Glibc
import LinuxSystem

/// Calls `body` with a fresh folder that is gone afterwards.
func withScratchFolder<Result>(_ body: (FilePath) throws -> Result) throws -> Result {
    let folder = FilePath("/tmp/photolibrary-test-\(getpid())-\(UInt64.random(in: 0 ... .max))")
    try FileNames.makeFolder(folder)
    let result = Swift.Result { try body(folder) }
    try removeFolder(folder)
    return try result.get()
}

private func removeFolder(_ folder: FilePath) throws {
    var reader = try FolderReader(folder)
    while let entry = try reader.next() {
        let path = folder.appending(entry.name)
        if entry.kind == .folder { try removeFolder(path) } else { try FileNames.remove(path) }
    }
    try FileNames.removeFolder(folder)
}
