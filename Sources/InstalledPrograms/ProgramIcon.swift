internal import LinuxSystem

/// The icons of .desktop files: PNG files of the administrator's in the folders of icons.
///
/// Only PNG: it holds pixels and nothing else, whereas an SVG file is a document, with styles, references and scripts,
/// and comes from whoever made the package. A program that has nothing but an SVG is shown without an icon.
enum ProgramIcon {
    /// Bytes of a file.
    static let maximumSize = 512 << 10
    /// Pixels of a side.
    private static let maximumSide = 1_024
    /// The sizes of the theme's folders, the best for a page first.
    private static let sizes = [128, 256, 96, 192, 64, 512, 72, 48]

    /// The file for the value of `Icon`, a name or a path.
    static func file(_ icon: String, _ dataFolders: [FilePath], _ files: SystemFiles) -> FilePath? {
        let candidates: [FilePath]
        if icon.hasPrefix("/") {
            let path = FilePath(icon)
            let isAmongIcons = dataFolders.contains { folder in
                ["icons", "pixmaps"].contains { icon.hasPrefix(folder.appending($0).text + "/") }
            }
            candidates = isAmongIcons && !icon.contains("/..") ? [path] : []
        } else if icon.isEmpty || icon.contains("/") || icon.utf8.count > 200 {
            candidates = []
        } else {
            let name = FilePath(icon.hasSuffix(".png") ? icon : icon + ".png")
            let sized = sizes.map { FilePath("icons/hicolor/\($0)x\($0)/apps").appending(name) }
            candidates = (sized + [FilePath("pixmaps").appending(name)]).flatMap { place in
                dataFolders.map { $0.appending(place) }
            }
        }
        return candidates.first { bytes(of: $0, files) != nil }
    }

    /// The file's content; nil when it is no PNG file of an icon's size.
    static func bytes(of path: FilePath, _ files: SystemFiles) -> [UInt8]? {
        guard let bytes = files.contents(of: path, limit: maximumSize), isPNG(bytes) else { return nil }
        return bytes
    }

    /// By the signature and the first chunk, which has the size in pixels.
    private static func isPNG(_ bytes: [UInt8]) -> Bool {
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        guard bytes.count > 33, bytes.starts(with: start) else { return false }
        let number = { (offset: Int) in bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } }
        return (1...maximumSide).contains(number(16)) && (1...maximumSide).contains(number(20))
    }
}
