import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Photos

/// The whole way of a file into the library, and what the server has become in memory after everything.
extension Bench {
    private static let photoCount = 200
    private static let photoSize = PixelSize(width: 1600, height: 1200)

    /// Photos are made once and kept.
    func measureImport(_ server: MeasuredServer) throws -> [Figure] {
        let photos = folder.appending(FilePath("photos-\(Bench.photoCount)"))
        if !Files.exists(photos) { try makePhotos(photos, server.owner) }
        let start = MonotonicClock.now()
        let finished = try RunningProgram.run("photos", ["import", photos.text], environment: server.environment)
        let seconds = Double(MonotonicClock.now() - start) / 1e9
        guard finished.status == .exited(0) else { throw BenchmarkError("the import failed: \(finished.errors)") }
        var figure = Figure("import of JPEGs of 2 megapixels (information)", unit: "1/s", valueUnit: "1/s", .none)
        figure.add(Double(Bench.photoCount) / seconds, value: Double(Bench.photoCount) / seconds)
        return [figure]
    }

    private func makePhotos(_ photos: FilePath, _ client: LibraryClient) throws {
        let unfinished = FilePath(photos.text + ".unfinished")
        try Files.remove(unfinished)
        try FileNames.makeFolder(unfinished)
        let size = Bench.photoSize
        for number in 0..<Bench.photoCount {
            var pixels = [UInt8](repeating: 255, count: size.width * size.height * 4)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let start = (y * size.width + x) * 4
                    pixels[start] = UInt8(truncatingIfNeeded: x * (number + 1) / 8)
                    pixels[start + 1] = UInt8(truncatingIfNeeded: y / 5 + number)
                    pixels[start + 2] = UInt8(truncatingIfNeeded: (x ^ y) / 4 &* 31)
                }
            }
            guard let image = PixelImage(size: size, rgba: pixels) else { throw BenchmarkError("a picture of no size") }
            try Files.write(
                try client.encodeJPEG(image, quality: 85),
                to: unfinished.appending(FilePath("IMG_\(number).JPG"))
            )
        }
        try FileNames.rename(unfinished, to: photos)
    }

    func measureMemory(_ server: MeasuredServer) throws -> [Figure] {
        let memory = try server.memory()
        var peak = Figure("server's memory at its peak", unit: "MiB", valueUnit: "MiB", .atMost(300))
        peak.add(memory.peak, value: memory.peak)
        var resident = Figure("server's memory at the end (information)", unit: "MiB", valueUnit: "MiB", .none)
        resident.add(memory.resident, value: memory.resident)
        var share = Figure("the same without what others share (Pss)", unit: "MiB", valueUnit: "MiB", .none)
        share.add(memory.share, value: memory.share)
        return [peak, resident, share]
    }
}
