import LibraryModel
import LinuxSystem
import TerminalText

/// The names under which the files of one asset are written.
struct ExportName: Hashable, Sendable {
    private var stem: [UInt8]
    /// With its dot, or empty.
    private var fileExtension: [UInt8]

    /// The most bytes that Linux file systems take as one name.
    private static let maximumLength = 255
    /// Bytes kept free for a number.
    private static let roomForNumber = 12

    /// A name that came in with a file, cleaned of whatever would lead out of the folder or steer who lists it, and with
    /// the filename extension of its media type when it has none.
    init(_ filename: String, contentType: String, orElse fallback: String) {
        var name = FilePath(filename.replacingControls(with: "_")).lastComponent.bytes
        if name.isEmpty || name == Array(".".utf8) || name == Array("..".utf8) { name = Array(fallback.utf8) }
        let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 == 0 ? nil : $0 } ?? name.endIndex
        fileExtension = Array(name[dot...].prefix(ExportName.maximumLength / 4))
        if fileExtension.count < 2, let preferred = FilenameExtension.preferred(forContentType: contentType) {
            fileExtension = Array(".\(preferred)".utf8)
        }
        let room = ExportName.maximumLength - ExportName.roomForNumber - fileExtension.count
        stem = Array(name[..<dot])
        if stem.count > room {
            stem = Array(stem.prefix(room))
            // No half character at the cut.
            while let last = stem.last, String(validating: stem, as: UTF8.self) == nil, last >= 0x80 {
                stem.removeLast()
            }
        }
    }

    /// The name, with a number from 2 on: `IMG_1.jpg`, `IMG_1 (2).jpg`.
    func numbered(_ number: Int) -> FilePath {
        FilePath(bytes: stem + (number > 1 ? Array(" (\(number))".utf8) : []) + fileExtension)
    }
}
