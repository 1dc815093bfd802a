import ItemProvider
import LibraryClient
import LibraryModel
import LinuxSystem
import Photos

/// A file of a picked item, or a JPEG converted from it, read in chunks to report progress.
struct PickedFile {
    /// The chunk size in bytes.
    private static let pieceSize = 256 * 1024

    private let open: @Sendable (NetworkAccess) throws(LibraryError) -> OwnedDescriptor
    /// Bytes that have to be downloaded first; 0 for a file that is on this machine.
    private let downloadSize: Int64

    /// A file of the item, unchanged.
    init(_ item: PickedItem, _ resource: ResourceInfo) {
        open = { network throws(LibraryError) in try item.open(resource.kind, network) }
        downloadSize = Self.downloadSize(resource)
    }

    /// A JPEG that the library converts from the item, of which `shown` is shown.
    init(jpegOf item: PickedItem, _ shown: ResourceInfo) {
        open = { network throws(LibraryError) in try item.jpeg(network) }
        downloadSize = Self.downloadSize(shown)
    }

    private static func downloadSize(_ resource: ResourceInfo) -> Int64 { resource.isInCloud ? resource.size : 0 }

    /// Reads the whole file.
    func read(_ report: any LoadReport) throws -> Data {
        var data = Data()
        try forEachPiece(report, done: 0, of: nil) { piece, size in
            if data.isEmpty { data.reserveCapacity(Int(clamping: size)) }
            data.append(contentsOf: piece)
            let done = downloadSize + Int64(data.count)
            report.count(done, of: max(downloadSize + size, done))
            return !report.isCancelled
        }
        return data
    }

    /// Writes a new file. Fails if one exists.
    func write(to url: URL, _ report: any LoadReport) throws {
        try write(to: url, report, done: 0, of: nil)
    }

    /// Writes files of an item into a new folder, each under its own name.
    static func write(
        _ resources: [ResourceInfo],
        of item: PickedItem,
        to folder: URL,
        _ report: any LoadReport
    ) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        let total = resources.reduce(0) { $0 + $1.size + downloadSize($1) }
        var done: Int64 = 0
        for (number, resource) in resources.enumerated() {
            // Filenames are untrusted: use the last component. Two files may have the same name.
            let name = (resource.filename as NSString).lastPathComponent
            let isUsable = !["", ".", "..", "/"].contains(name)
            var url = folder.appendingPathComponent(isUsable ? name : "\(number)")
            if FileManager.default.fileExists(atPath: url.path) {
                url = folder.appendingPathComponent("\(number)-\(name)")
            }
            try PickedFile(item, resource).write(to: url, report, done: done, of: total)
            done += resource.size + downloadSize(resource)
        }
    }

    /// `total`: the size of all files of one load; nil for the size of this one.
    private func write(to url: URL, _ report: any LoadReport, done: Int64, of total: Int64?) throws {
        let goal = try Self.translating { () throws(SystemCallError) in
            try OwnedDescriptor(opening: FilePath(url.path), [.writeOnly, .create, .exclusive], mode: 0o600)
        }
        var written = done + downloadSize
        try forEachPiece(report, done: done, of: total) { piece, size in
            try Self.translating { () throws(SystemCallError) in try goal.write(Array(piece)) }
            written += Int64(piece.count)
            report.count(written, of: max(total ?? downloadSize + size, written))
            return !report.isCancelled
        }
    }

    /// Reads until the end of the file, or until `body`, which gets a chunk and the file's size, returns false. Before,
    /// downloads a file that is in the cloud: `done` bytes of the load were done then, of `total` if that is known.
    private func forEachPiece(
        _ report: any LoadReport,
        done: Int64,
        of total: Int64?,
        _ body: (ArraySlice<UInt8>, Int64) throws -> Bool
    ) throws {
        let downloadSize = downloadSize
        let network = report.network { fraction in
            guard downloadSize > 0 else { return }
            // A JPEG is taken to be as large as what it is made of.
            report.count(done + Int64(fraction * Double(downloadSize)), of: total ?? 2 * downloadSize)
        }
        let file = try PhotosUI.translating { () throws(LibraryError) in try open(network) }
        let size = try Self.translating { () throws(SystemCallError) in try file.status().size }
        var piece = [UInt8](repeating: 0, count: Self.pieceSize)
        while true {
            let count = try Self.translating { () throws(SystemCallError) in try file.read(into: &piece) }
            if count == 0 { return }
            guard try body(piece[..<count], size) else {
                throw PHPhotosError(.userCancelled, reason: "the load was cancelled")
            }
        }
    }

    private static func translating<Value: ~Copyable>(
        _ body: () throws(SystemCallError) -> Value
    ) throws(PHPhotosError) -> Value {
        do throws(SystemCallError) { return try body() } catch {
            let code: PHPhotosError.Code = error.isLackOfSpace ? .notEnoughSpace : .internalError
            throw PHPhotosError(code, reason: "what was picked cannot be copied", cause: error.asNSError)
        }
    }
}

extension LoadReport {
    /// Access for a load, which ends with it. The picker downloads what the person picked without being asked to.
    func network(_ progress: @escaping @Sendable (Double) -> Void) -> NetworkAccess {
        let cancellation = Cancellation()
        onCancellation { cancellation.cancel() }
        return NetworkAccess(cancellation, progress)
    }
}

extension SystemCallError {
    fileprivate var isLackOfSpace: Bool { errorNumber == ENOSPC || errorNumber == EDQUOT }
}
