import ItemProvider
import LibraryModel
import LinuxSystem
import Photos

/// One file of a picked item, read piece by piece, so that it can be told how far it is.
struct PickedFile {
    /// Bytes read at a time.
    private static let pieceSize = 256 * 1024

    private let item: PickedItem
    private let resource: ResourceInfo

    init(_ item: PickedItem, _ resource: ResourceInfo) {
        self.item = item
        self.resource = resource
    }

    /// All of its bytes.
    func read(_ report: any LoadReport) throws -> Data {
        var data = Data()
        data.reserveCapacity(Int(clamping: resource.size))
        try forEachPiece { piece in
            data.append(contentsOf: piece)
            report.count(Int64(data.count), of: max(resource.size, Int64(data.count)))
            return !report.isCancelled
        }
        return data
    }

    /// Writes it to a new file.
    func write(to url: URL, _ report: any LoadReport) throws {
        try write(to: url, report, done: 0, of: resource.size)
    }

    /// Writes files of an item into a new folder, each by its own name.
    static func write(
        _ resources: [ResourceInfo],
        of item: PickedItem,
        to folder: URL,
        _ report: any LoadReport
    ) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        let total = resources.reduce(0) { $0 + $1.size }
        var done: Int64 = 0
        for (number, resource) in resources.enumerated() {
            // Names are other people's: only the last part counts, and both may be the same.
            let name = (resource.filename as NSString).lastPathComponent
            let isUsable = !["", ".", "..", "/"].contains(name)
            var url = folder.appendingPathComponent(isUsable ? name : "\(number)")
            if FileManager.default.fileExists(atPath: url.path) {
                url = folder.appendingPathComponent("\(number)-\(name)")
            }
            try PickedFile(item, resource).write(to: url, report, done: done, of: total)
            done += resource.size
        }
    }

    private func write(to url: URL, _ report: any LoadReport, done: Int64, of total: Int64) throws {
        let goal = try Self.translating { () throws(SystemCallError) in
            try OwnedDescriptor(opening: FilePath(url.path), [.writeOnly, .create, .exclusive], mode: 0o600)
        }
        var done = done
        try forEachPiece { piece in
            try Self.translating { () throws(SystemCallError) in try goal.write(Array(piece)) }
            done += Int64(piece.count)
            report.count(done, of: max(total, done))
            return !report.isCancelled
        }
    }

    /// Reads until the end of the file, or until `body` says that it is enough.
    private func forEachPiece(_ body: (ArraySlice<UInt8>) throws -> Bool) throws {
        let file = try PhotosUI.translating { () throws(LibraryError) in try item.open(resource.kind) }
        var piece = [UInt8](repeating: 0, count: Self.pieceSize)
        while true {
            let count = try Self.translating { () throws(SystemCallError) in try file.read(into: &piece) }
            if count == 0 { return }
            guard try body(piece[..<count]) else {
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

extension SystemCallError {
    fileprivate var isLackOfSpace: Bool { errorNumber == ENOSPC || errorNumber == EDQUOT }
}
