import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Photos
import SamplePhotos

/// Memory of the server and its workers together while large photos are imported.
extension Bench {
    private static let sizes = [
        PixelSize(width: 6_000, height: 4_000), PixelSize(width: 7_200, height: 5_400),
        PixelSize(width: 8_000, height: 6_000),
    ]
    /// Photos of an import, when it is a part of the whole bench.
    private static let usualCount = 200

    /// This part alone. False when a target was missed.
    func runImportMemory(count: Int) throws -> Bool {
        let start = MonotonicClock.now()
        let figures = try measureImportMemory(ScratchFolder(), count: count)
        let seconds = Double(MonotonicClock.now() - start) / 1e9
        let report = Report(figures: figures, rounds: 1, assetCount: count, seconds: seconds)
        print(report.table)
        return report.missed.isEmpty
    }

    func measureImportMemory(_ scratch: ScratchFolder, count: Int = Bench.usualCount) throws -> [Figure] {
        let photos = scratch.file("large")
        try makeLargePhotos(photos, count)
        let server = try MeasuredServer(
            library: scratch.file("Memory.photolibrary"),
            socket: scratch.file("memory.sock")
        )
        let watch = try MemoryWatch { try server.familyMemory() }
        let start = MonotonicClock.now()
        let imported = try RunningProgram.run("photos", ["import", photos.text], environment: server.environment)
        let seconds = Double(MonotonicClock.now() - start) / 1e9
        let memory = try watch.stop()
        guard imported.status == .exited(0) else { throw BenchmarkError("the import failed: \(imported.errors)") }
        try server.stop()
        var most = Figure(
            "memory, import of \(count) photos of 24 to 48 MP",
            unit: "MiB",
            valueUnit: "MiB",
            .atMost(600)
        )
        most.add(memory.most, value: memory.most)
        var rate = Figure("their import (information)", unit: "1/s", valueUnit: "1/s", .none)
        rate.add(Double(count) / seconds, value: Double(count) / seconds)
        return [most, rate]
    }

    /// Copies of a few pictures, each with a comment of its own, so that no two files are the same.
    private func makeLargePhotos(_ folder: FilePath, _ count: Int) throws {
        try FileNames.makeFolder(folder)
        let pictures = try Bench.sizes.enumerated().map { try SamplePhoto(size: $1, seed: UInt64($0)).encoded() }
        for number in 0..<count {
            let comment = Array("photo \(number)".utf8)
            // COM, and its length with the two bytes that say it.
            let segment = [0xFF, 0xFE, 0, UInt8(comment.count + 2)] + comment
            let picture = pictures[number % pictures.count]
            let file = folder.appending(FilePath("IMG_\(number).JPG"))
            try Files.write(Array(picture.prefix(2)) + segment + picture.dropFirst(2), to: file)
        }
    }
}
