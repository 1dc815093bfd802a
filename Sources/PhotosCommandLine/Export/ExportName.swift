import LibraryModel
import LinuxSystem
import TerminalText

/// The names under which the files of one asset are written.
struct ExportName: Hashable, Sendable {
    private var stem: [UInt8]
    /// With its dot, or empty.
    private var fileExtension: [UInt8]

    /// Bytes of a file name (NAME_MAX).
    private static let maximumLength = 255
    /// Bytes kept free for a number, the mark of an edited version, and the extension of a side-car.
    private static let roomForMarks = 24

    /// The name that a file came with, reduced to its last path component and without control characters. Without an
    /// extension it gets the one of its media type. A file that begins with a dot would be hidden, and no import would
    /// find it.
    init(_ filename: String, contentType: String, orElse fallback: String) {
        var name = FilePath(filename.replacingControls(with: "_")).lastComponent.bytes
        if name.isEmpty || name == Array(".".utf8) || name == Array("..".utf8) { name = Array(fallback.utf8) }
        if name.first == UInt8(ascii: ".") { name[0] = UInt8(ascii: "_") }
        let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 == 0 ? nil : $0 } ?? name.endIndex
        fileExtension = Array(name[dot...].prefix(ExportName.maximumLength / 4))
        if fileExtension.count < 2, let preferred = FilenameExtension.preferred(forContentType: contentType) {
            fileExtension = Array(".\(preferred)".utf8)
        }
        let room = ExportName.maximumLength - ExportName.roomForMarks - fileExtension.count
        stem = Array(name[..<dot])
        if stem.count > room {
            stem = Array(stem.prefix(room))
            // Does not cut a character in half.
            while let last = stem.last, String(validating: stem, as: UTF8.self) == nil, last >= 0x80 {
                stem.removeLast()
            }
        }
    }

    init(of resource: ResourceInfo, orElse fallback: String) {
        self.init(resource.filename, contentType: resource.contentType, orElse: fallback)
    }

    /// A name that goes with the one of the asset's original: the same but for the extension. The own one where that
    /// would be the same altogether.
    func matching(_ original: ExportName) -> ExportName {
        let name = renamed(after: original)
        return name == original ? self : name
    }

    /// The name of an edited version that lies beside its original.
    var edited: ExportName {
        var name = self
        name.stem += Array("_edited".utf8)
        return name
    }

    /// The other's name with this one's extension.
    func renamed(after other: ExportName) -> ExportName {
        var name = self
        name.stem = other.stem
        return name
    }

    /// The name with a number, which is left out for 1: `IMG_1.jpg`, `IMG_1 (2).jpg`.
    func numbered(_ number: Int) -> FilePath {
        FilePath(bytes: stem + (number > 1 ? Array(" (\(number))".utf8) : []) + fileExtension)
    }
}
