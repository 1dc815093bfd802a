import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Photos
import SamplePhotos

/// Pictures and files as they are looked at, beside passed descriptors and libjpeg-turbo; and what the sandbox costs an
/// import.
extension Bench {
    private static let photo = PixelSize(width: 4_000, height: 3_000)
    /// The levels of noise in its pixels, with which its file is as long as a camera's. Without noise decoding takes a
    /// third of the time.
    private static let grain = 40
    /// Pixels of the picture that is asked for, and libjpeg's scale that gives as many.
    private static let side = 2_000
    private static let eighths = 4
    /// Pixels of a preview, which is a JPEG file of its own.
    private static let previewSide = Rendition.preview.box.width
    private static let pictures = 9
    /// Bytes.
    private static let largeFileSize = 100 << 20
    private static let callSeconds = 0.6
    private static let readSeconds = 1.5
    private static let importedCount = 60
    private static let importedSize = PixelSize(width: 2_400, height: 1_800)
    /// Nanoseconds for the server to make a preview.
    private static let previewTimeout: UInt64 = 60_000_000_000

    /// This part alone. False when a target was missed.
    func runPictures() throws -> Bool {
        let start = MonotonicClock.now()
        let figures = try measurePictures(ScratchFolder())
        let seconds = Double(MonotonicClock.now() - start) / 1e9
        let report = Report(figures: figures, rounds: rounds, assetCount: 1, seconds: seconds)
        print(report.table)
        return report.missed.isEmpty
    }

    func measurePictures(_ scratch: ScratchFolder) throws -> [Figure] {
        try measurePhoto(scratch) + measureLargeFile(scratch) + measureSandbox(scratch)
    }

    /// A photo of 12 megapixels, alone in a library.
    private func measurePhoto(_ scratch: ScratchFolder) throws -> [Figure] {
        var thumbnail = Figure("stored thumbnail, p50, one core", unit: "us", .atMost(2))
        var decoded = Figure("2,000 pixels of 12 megapixels", unit: "ms", .atMost(1.1))
        var stored = Figure("stored preview of 2,048 pixels", unit: "ms", .atMost(1.1))
        var resized = Figure("2,000 pixels of it, beside 12 megapixels", unit: "ms", .none)
        let file = try kept("twelve-megapixels-grain-\(Bench.grain).jpg") {
            var photo = SamplePhoto(size: Bench.photo, seed: 1)
            photo.grain = Bench.grain
            return try photo.encoded()
        }
        let (server, library) = try server(of: file, scratch, "Photo", core: Bench.core)
        try awaitPreview(server.owner)
        let free = try self.server(of: file, scratch, "Preview").server
        try awaitPreview(free.owner)
        let floors = PictureFloors(folder: folder)
        let thumbnailFile = try rendition(512, in: library)
        let size = try FileStatus(of: thumbnailFile).size
        for _ in 0..<rounds {
            let passed = try floors.pass(
                thumbnailFile,
                mapped: size,
                seconds: Bench.callSeconds,
                core: Bench.core,
                sockets: scratch
            )[0]
            let call = try server.measure(["thumbnail-files", "\(Bench.callSeconds)"], core: Bench.core)[0]
            thumbnail.add(call, floor: passed, value: call / passed)
            let whole = try floors.decode(file, eighths: Bench.eighths, repeats: Bench.pictures)
            let fromPreview = try picture(Bench.side, isStored: true, of: free)
            resized.add(fromPreview, floor: whole, value: fromPreview / whole)
            // The same file, and all of its pixels.
            let preview = try rendition(Bench.previewSide, in: scratch.file("Preview.photolibrary"))
            let own = try floors.decode(preview, eighths: 8, repeats: Bench.pictures)
            let asStored = try picture(Bench.previewSide, isStored: true, of: free)
            stored.add(asStored, floor: own, value: asStored / own)
            // The same server without its preview.
            let hidden = try hiddenPreview(scratch.file("Preview.photolibrary"))
            let fromFile = try picture(Bench.side, isStored: false, of: free)
            decoded.add(fromFile, floor: whole, value: fromFile / whole)
            try FileNames.rename(hidden.place, to: hidden.file)
        }
        try server.stop()
        try free.stop()
        return [thumbnail, decoded, stored, resized]
    }

    /// Milliseconds.
    private func picture(_ side: Int, isStored: Bool, of server: MeasuredServer) throws -> Double {
        let arguments = ["picture", "\(side)", isStored ? "stored" : "decoded", "\(Bench.pictures)"]
        let numbers = try server.measure(arguments)
        guard numbers[1] == Double(side) else { throw BenchmarkError("a picture of another size") }
        return numbers[0]
    }

    /// A file of 100 MiB: handed over alone, and read.
    private func measureLargeFile(_ scratch: ScratchFolder) throws -> [Figure] {
        var read = Figure("100 MiB original: handed over and read", unit: "ms", .atMost(1.1))
        var call = Figure("the same without reading it (information)", unit: "us", .none)
        let file = try kept("large.jpg") {
            var photo = try SamplePhoto(size: Bench.importedSize, seed: 2).encoded()
            // What is behind a picture's end is kept with it. It ends as a JPEG file does.
            photo += [UInt8](repeating: 1, count: Bench.largeFileSize - photo.count - 2) + [0xFF, 0xD9]
            return photo
        }
        let (server, library) = try server(of: file, scratch, "Large", core: Bench.core)
        // The same file: how it lies in memory decides what reading it costs.
        let original = try original(in: library)
        let floors = PictureFloors(folder: folder)
        for _ in 0..<rounds {
            for isRead in [true, false] {
                let seconds = isRead ? Bench.readSeconds : Bench.callSeconds
                let passed = try floors.pass(
                    original,
                    mapped: isRead ? Int64(Bench.largeFileSize) : 0,
                    seconds: seconds,
                    core: Bench.core,
                    sockets: scratch
                )[0]
                let arguments = ["originals", isRead ? "read" : "open", "\(seconds)"]
                let product = try server.measure(arguments, core: Bench.core)[0]
                if isRead {
                    read.add(product / 1e3, floor: passed / 1e3, value: product / passed)
                } else {
                    call.add(product, floor: passed, value: product / passed)
                }
            }
        }
        try server.stop()
        return [read, call]
    }

    /// The same import by servers whose workers are confined, and are not, in turn.
    private func measureSandbox(_ scratch: ScratchFolder) throws -> [Figure] {
        var figure = Figure("import: with the sandbox, and without", unit: "s", .atMost(1.1))
        let photos = scratch.file("imported")
        try FileNames.makeFolder(photos)
        for seed in 0..<Bench.importedCount {
            let photo = SamplePhoto(size: Bench.importedSize, seed: UInt64(seed + 1))
            try Files.write(try photo.encoded(), to: photos.appending(FilePath("\(seed).jpg")))
        }
        for round in 0..<rounds {
            var seconds: [String: Double] = [:]
            // Each is the first in every other round.
            for sandbox in round.isMultiple(of: 2) ? ["full", "none"] : ["none", "full"] {
                let name = "Import-\(sandbox)-\(round)"
                let server = try MeasuredServer(
                    library: scratch.file("\(name).photolibrary"),
                    socket: scratch.file("\(name).sock"),
                    options: ["--media-sandbox", FilePath(sandbox)]
                )
                let start = MonotonicClock.now()
                try importFiles(photos, into: server)
                seconds[sandbox] = Double(MonotonicClock.now() - start) / 1e9
                try server.stop()
            }
            guard let confined = seconds["full"], let free = seconds["none"] else { continue }
            figure.add(confined, floor: free, value: confined / free)
        }
        return [figure]
    }

    // MARK: Files

    /// A file of the work folder, which is made once.
    private func kept(_ name: String, _ make: () throws -> [UInt8]) throws -> FilePath {
        let file = folder.appending(FilePath(name))
        if !Files.exists(file) {
            let unfinished = FilePath(file.text + ".unfinished")
            try Files.write(try make(), to: unfinished)
            try FileNames.rename(unfinished, to: file)
        }
        return file
    }

    /// A server whose library has this photo.
    private func server(
        of file: FilePath,
        _ scratch: ScratchFolder,
        _ name: String,
        core: Int? = nil
    ) throws -> (server: MeasuredServer, library: FilePath) {
        let library = scratch.file("\(name).photolibrary")
        let server = try MeasuredServer(library: library, socket: scratch.file("\(name).sock"), core: core)
        try importFiles(file, into: server)
        return (server, library)
    }

    private func importFiles(_ files: FilePath, into server: MeasuredServer) throws {
        let imported = try RunningProgram.run("photos", ["import", files.text], environment: server.environment)
        guard imported.status == .exited(0) else { throw BenchmarkError("the import failed: \(imported.errors)") }
    }

    private func awaitPreview(_ owner: LibraryClient) throws {
        let asset = try owner.fetch(FetchRequest(.allAssets))[0]
        let box = PixelSize(width: Bench.side, height: Bench.side)
        let deadline = MonotonicClock.deadline(after: Bench.previewTimeout)
        while try owner.thumbnail(of: asset, fitting: box, isStored: true).size.width < Bench.side {
            guard MonotonicClock.now() < deadline else { throw BenchmarkError("the server made no preview") }
            Parker().park(until: MonotonicClock.deadline(after: 10_000_000))
        }
    }

    /// The one rendition of this size in a library.
    private func rendition(_ side: Int, in library: FilePath) throws -> FilePath {
        let derivatives = library.appending("derivatives")
        let names = try FileManager.default.subpathsOfDirectory(atPath: derivatives.text)
        guard let name = names.first(where: { $0.hasSuffix("-\(side).jpg") }) else {
            throw BenchmarkError("the library has no rendition")
        }
        return derivatives.appending(FilePath(name))
    }

    /// The one original of a library.
    private func original(in library: FilePath) throws -> FilePath {
        let originals = library.appending("originals")
        let names = try FileManager.default.subpathsOfDirectory(atPath: originals.text)
        // In folders of two digits.
        guard let name = names.first(where: { $0.count > 3 }) else {
            throw BenchmarkError("the library has no original")
        }
        return originals.appending(FilePath(name))
    }

    /// Takes the preview of a library away, until it is renamed again.
    private func hiddenPreview(_ library: FilePath) throws -> (file: FilePath, place: FilePath) {
        let file = try rendition(Bench.previewSide, in: library)
        let place = library.appending("hidden.jpg")
        try FileNames.rename(file, to: place)
        return (file, place)
    }
}
