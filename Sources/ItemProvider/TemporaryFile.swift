/// A copy of a provider's item in a folder of its own, which goes with it.
final class TemporaryFile: Sendable {
    /// Longer names are cut: file systems take 255 bytes.
    static let longestName = 200
    /// What follows the last point of a name and is longer belongs to the name.
    static let longestExtension = 12

    private let folder: URL
    let url: URL

    /// A place for a file, in a folder that is there; the file is still to be written.
    init(named filename: String) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("item-\(UUID().uuidString)")
        url = folder.appendingPathComponent(filename)
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// A file with what was loaded: a copy, or what was written for this purpose. `name` may be any text.
    static func holding(
        _ content: Representation.Content,
        name: String?,
        fileExtension: String?
    ) throws -> TemporaryFile {
        if case .written(let file) = content { return file }
        return try TemporaryFile(copying: content, name: name, fileExtension: fileExtension)
    }

    private convenience init(copying content: Representation.Content, name: String?, fileExtension: String?) throws {
        let original: URL? = if case .file(let url) = content { url } else { nil }
        try self.init(
            named: Self.filename(name, original: original?.lastPathComponent, fileExtension: fileExtension)
        )
        do {
            switch content {
            case .data(let data): try data.write(to: url)
            case .file(let original):
                // Not the symbolic link: whoever gets the copy gets the bytes.
                try FileManager.default.copyItem(at: original.resolvingSymlinksInPath(), to: url)
            case .written: break
            }
        } catch {
            remove()
            throw error
        }
    }

    deinit { remove() }

    /// Takes the file away. What its user moved away is not missed, and what cannot be removed is left to the system's
    /// own cleaning of temporary files.
    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    /// A name that is no path, with the extension of the type unless there is one.
    static func filename(_ suggested: String?, original: String?, fileExtension: String?) -> String {
        var name = (suggested ?? "").isEmpty ? original ?? "" : suggested ?? ""
        name = String(name.unicodeScalars.map { "/\0".unicodeScalars.contains($0) ? "-" : Character($0) })
        if ["", ".", ".."].contains(name) { name = "item" }
        var (stem, ending) = (name, fileExtension ?? "")
        if let dot = name.lastIndex(of: "."), dot != name.startIndex {
            let last = name[name.index(after: dot)...]
            if (1...longestExtension).contains(last.utf8.count), last.allSatisfy({ $0.isLetter || $0.isNumber }) {
                (stem, ending) = (String(name[..<dot]), String(last))
            }
        }
        while stem.utf8.count > longestName { stem.removeLast() }
        return ending.isEmpty ? stem : "\(stem).\(ending)"
    }
}
