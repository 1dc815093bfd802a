import Glibc
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Photos
import SamplePhotos

/// The whole way of photos into the library: beside libvips on as many threads, and into libraries of two sizes.
extension Bench {
    /// Photos of an import.
    private static let photoCount = 300
    /// Different ones among those.
    private static let pictureCount = 24
    /// A camera's sizes, 8 megapixels in the middle.
    private static let photoSizes = [
        PixelSize(width: 2_592, height: 1_944), PixelSize(width: 3_264, height: 2_448),
        PixelSize(width: 4_000, height: 3_000),
    ]
    /// The levels of noise in the pixels, with which files are as long as a camera's.
    private static let photoGrain = 40
    private static let fewAssets = 10_000

    /// This part alone. False when a target was missed.
    func runImport() throws -> Bool {
        let start = MonotonicClock.now()
        let figures = try measureImport(ScratchFolder())
        let seconds = Double(MonotonicClock.now() - start) / 1e9
        let report = Report(figures: figures, rounds: rounds, assetCount: recipe.assetCount, seconds: seconds)
        print(report.table)
        return report.missed.isEmpty
    }

    func measureImport(_ scratch: ScratchFolder) throws -> [Figure] {
        var rate = Figure("import of camera JPEGs, beside libvips", unit: "1/s", .atLeast(1.2))
        var price = Figure(
            "a photo's import: \(recipe.assetCount) assets beside \(Bench.fewAssets)",
            unit: "ms",
            .atMost(1.1)
        )
        let photos = scratch.file("photos")
        let count = try makeCameraPhotos(photos)
        let few = try LibraryRecipe(assetCount: Bench.fewAssets).database(in: folder)
        let many = try recipe.database(in: folder)
        let floor = ImportFloor(folder: folder)
        for round in 0..<rounds {
            var seconds: [FilePath: Double] = [:]
            // Each library is the first in every other round; C is between them.
            let libraries = round.isMultiple(of: 2) ? [few, many] : [many, few]
            seconds[libraries[0]] = try secondsOfImport(photos, into: libraries[0], scratch)
            let inC = try floor.secondsOfImport(photos, into: scratch.file("floor"))
            seconds[libraries[1]] = try secondsOfImport(photos, into: libraries[1], scratch)
            guard let amongFew = seconds[few], let amongMany = seconds[many] else { continue }
            rate.add(Double(count) / amongFew, floor: Double(count) / inC, value: inC / amongFew)
            price.add(
                amongMany * 1e3 / Double(count),
                floor: amongFew * 1e3 / Double(count),
                value: amongMany / amongFew
            )
        }
        return [rate, price]
    }

    /// The time of an import into a copy of a library, whose server has nothing else to do.
    private func secondsOfImport(
        _ photos: FilePath,
        into master: FilePath,
        _ scratch: ScratchFolder
    ) throws -> Double {
        let library = scratch.file("Import.photolibrary")
        try FileNames.makeFolder(library)
        try recipe.copy(master, to: library.appending("library.sqlite"))
        // The copy is not written to the disk while the import waits for it.
        sync()
        let server = try MeasuredServer(library: library, socket: scratch.file("import.sock"))
        try server.awaitIdleness()
        let start = MonotonicClock.now()
        let imported = try RunningProgram.run("photos", ["import", photos.text], environment: server.environment)
        let seconds = Double(MonotonicClock.now() - start) / 1e9
        guard imported.status == .exited(0) else { throw BenchmarkError("the import failed: \(imported.errors)") }
        try server.stop()
        try Files.remove(library)
        return seconds
    }

    // MARK: Photos

    /// Copies of a few pictures, no two files the same. Returns their number.
    private func makeCameraPhotos(_ photos: FilePath) throws -> Int {
        let pictures = try cameraPictures()
        try FileNames.makeFolder(photos)
        for number in 0..<Bench.photoCount {
            // What is behind a picture's end belongs to the file.
            let bytes = try Files.bytes(of: pictures[number % pictures.count]) + Array("photo \(number)".utf8)
            try Files.write(bytes, to: photos.appending(FilePath("IMG_\(number).JPG")))
        }
        return Bench.photoCount
    }

    /// JPEG files of the folder that BENCH_PHOTOS names; or made-up ones, which are kept.
    private func cameraPictures() throws -> [FilePath] {
        if let given = ProcessInfo.processInfo.environment["BENCH_PHOTOS"] {
            let names = try FileManager.default.subpathsOfDirectory(atPath: given).sorted()
            let pictures = names.filter { ["jpg", "jpeg"].contains($0.split(separator: ".").last?.lowercased()) }
            guard !pictures.isEmpty else { throw BenchmarkError("\(given) has no JPEG files") }
            return pictures.map { FilePath(given).appending(FilePath($0)) }
        }
        let kept = folder.appending(FilePath("photos-\(Bench.pictureCount)-grain-\(Bench.photoGrain)"))
        let names = (0..<Bench.pictureCount).map { FilePath("\($0).jpg") }
        if !Files.exists(kept) {
            let unfinished = FilePath(kept.text + ".unfinished")
            try Files.remove(unfinished)
            try FileNames.makeFolder(unfinished)
            for (number, name) in names.enumerated() {
                let size = Bench.photoSizes[number % Bench.photoSizes.count]
                var photo = SamplePhoto(size: size, seed: UInt64(number + 1), date: WallClock.microseconds())
                photo.grain = Bench.photoGrain
                try Files.write(try photo.encoded(), to: unfinished.appending(name))
            }
            try FileNames.rename(unfinished, to: kept)
        }
        return names.map { kept.appending($0) }
    }
}
