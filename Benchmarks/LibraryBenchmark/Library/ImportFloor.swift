import LibraryTestSupport
import LinuxSystem
import Photos

/// An import in C: libvips in one process, with a thread for each core.
struct ImportFloor {
    /// Where `run.sh` built the program.
    let folder: FilePath

    /// The time of the whole program. `results` is made, and removed afterwards.
    func secondsOfImport(_ photos: FilePath, into results: FilePath) throws -> Double {
        try FileNames.makeFolder(results)
        let names = try FileManager.default.contentsOfDirectory(atPath: photos.text).sorted()
        let files = names.map { photos.appending(FilePath($0)) }
        let threads = FilePath("\(ProcessInfo.processInfo.activeProcessorCount)")
        let start = MonotonicClock.now()
        let program = try RunningProgram(path: folder.appending("import"), [threads, results] + files)
        let rate = try program.numbers()[0]
        let seconds = Double(MonotonicClock.now() - start) / 1e9
        guard rate > 0 else { throw BenchmarkError("the floor imported nothing") }
        try Files.remove(results)
        return seconds
    }
}
