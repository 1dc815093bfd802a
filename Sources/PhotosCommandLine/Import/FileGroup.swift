import LinuxSystem

/// Files that may be one asset, because they are in one folder and differ only in their extensions. They are staged
/// together, and their metadata decides (`AssetComposition`).
struct FileGroup: Hashable, Sendable {
    var files: [FoundFile]

    /// Groups files, in the order of each group's first file.
    static func groups(of files: [FoundFile]) -> [FileGroup] {
        var positions: [FilePath: Int] = [:]
        var result: [FileGroup] = []
        for file in files {
            guard let stem = stem(of: file.path) else {
                result.append(FileGroup(files: [file]))
                continue
            }
            if let position = positions[stem] {
                result[position].files.append(file)
            } else {
                positions[stem] = result.count
                result.append(FileGroup(files: [file]))
            }
        }
        return result.flatMap(\.separatedUnlessMixed)
    }

    /// Whether it is a movie without a photo of its name, which may yet be the other half of one of another name.
    var isLoneMovie: Bool { files.count == 1 && FileFamily(name: files[0].path.lastComponent) == .movie }

    /// The path without its extension, for a file that may be part of a group.
    private static func stem(of path: FilePath) -> FilePath? {
        guard let family = FileFamily(name: path.lastComponent), family != .other,
            let dot = path.bytes.lastIndex(of: UInt8(ascii: "."))
        else { return nil }
        return FilePath(bytes: Array(path.bytes[..<dot]))
    }

    /// Only files of different families make one asset.
    private var separatedUnlessMixed: [FileGroup] {
        let families = Set(files.map { FileFamily(name: $0.path.lastComponent) })
        return families.count > 1 ? [self] : files.map { FileGroup(files: [$0]) }
    }
}
