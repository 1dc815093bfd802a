/// A copy of a provider's item in a folder of its own, deleted with this object.
final class TemporaryFile: Sendable {
    /// The longest name in bytes: file systems take 255.
    static let longestName = 200
    /// The longest extension; anything longer is part of the name.
    static let longestExtension = 12

    private let folder: URL
    let url: URL

    /// Creates the folder of a file that is still to be written.
    init(named filename: String) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("item-\(UUID().uuidString)")
        url = folder.appendingPathComponent(filename)
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// Creates a file with the loaded content: a copy, or one that was written for this. `name` may be any text.
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
                // Copies the target of a symbolic link.
                try FileManager.default.copyItem(at: original.resolvingSymlinksInPath(), to: url)
            case .written: break
            }
        } catch {
            remove()
            throw error
        }
    }

    deinit { remove() }

    /// Deletes the file. Ignores a file that was moved away; the system's cleaning of temporary files handles other
    /// failures.
    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    /// A filename without separators, with the type's extension if it has none.
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
