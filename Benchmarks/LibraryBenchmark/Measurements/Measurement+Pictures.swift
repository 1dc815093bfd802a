import LibraryClient
import LibraryModel
import LinuxSystem

/// Pictures and files of the library's latest photo.
extension Measurement {
    /// Bytes between two that are read of what is mapped.
    private static let pageSize = 4_096
    private static let warmUpCalls = 3

    /// Opens the stored thumbnail and reads it, as the person's tools do. Prints: p50_us.
    func thumbnailFiles(seconds: Double) throws -> String {
        let owner = LibraryClient.owner(socketPath: socket)
        let asset = try latest(owner)
        return try repeated(seconds) { try Measurement.read(owner.thumbnailFile(of: asset)) }
    }

    /// Opens the photo's file as an app, and reads it or not. Prints: p50_us.
    func originals(isRead: Bool, seconds: Double) throws -> String {
        let app = LibraryClient(ServerAddress(path: socket))
        let asset = try latest(app)
        return try repeated(seconds) {
            let file = try app.openResource(.photo, of: asset)
            if isRead { try Measurement.read(file) } else { _ = try file.status() }
        }
    }

    /// The photo in so many pixels, as an app gets it, a byte of each page of it read. Prints: median_ms width.
    func picture(side: Int, isStored: Bool, repeats: Int) throws -> String {
        let app = LibraryClient(ServerAddress(path: socket))
        let asset = try latest(app)
        let box = PixelSize(width: side, height: side)
        return try timed(repeats) {
            let picture = try app.thumbnail(of: asset, fitting: box, isStored ? nil : .photo, isStored: isStored)
            let sum = picture.withPixels { Measurement.sum($0) }
            guard sum > 0 else { throw BenchmarkError("the picture is black") }
            return picture.size.width
        }
    }

    private func latest(_ client: LibraryClient) throws -> ObjectID {
        let newest = FetchRequest(.allAssets, sort: [SortKey("creationDate", isAscending: false)], limit: 1)
        let fetched = try client.fetch(newest)
        guard fetched.count == 1 else { throw BenchmarkError("the library has no photo") }
        return fetched[0]
    }

    private func repeated(_ seconds: Double, _ call: () throws -> Void) throws -> String {
        for _ in 0..<Measurement.warmUpCalls { try call() }
        var times: [Double] = []
        times.reserveCapacity(1 << 20)
        var before = MonotonicClock.now()
        let end = before + UInt64(seconds * 1e9)
        while before < end {
            try call()
            let after = MonotonicClock.now()
            times.append(Double(after - before) / 1e3)
            before = after
        }
        return "\(times.median)"
    }

    /// Maps a file and reads a byte of each page.
    private static func read(_ file: borrowing OwnedDescriptor) throws {
        guard try MappedMemory(ownFile: file).withBytes({ sum($0) }) > 0 else {
            throw BenchmarkError("the file is empty")
        }
    }

    private static func sum(_ bytes: Span<UInt8>) -> Int {
        var sum = 0
        for place in stride(from: 0, to: bytes.count, by: pageSize) { sum &+= Int(bytes[place]) }
        return sum
    }
}
