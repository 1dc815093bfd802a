internal import LinuxSystem

/// Files that may be one asset, because they are in one folder and differ only in their extensions, or because one of
/// them is known to belong to another. They are staged together, and their metadata decides (`AssetComposition`).
package struct FileGroup: Hashable, Sendable {
    package var files: [FoundFile]

    /// Files of one photo: RAW and JPEG, movie, side-car, what else cameras write, and its edited versions. Further
    /// ones are photos of their own.
    static let maximumFiles = 64

    /// What the files of a group have in common.
    private struct Key: Hashable {
        var path: FilePath
        /// Whether the path is without its extension.
        var isStem: Bool
    }

    /// Groups files, in the order of each group's first file.
    package static func groups(of files: [FoundFile]) -> [FileGroup] {
        var positions: [Key: Int] = [:]
        var result: [FileGroup] = []
        for file in files {
            let described = file.describedAsset.map { Key(path: $0, isStem: false) }
            let key = described ?? key(of: file.relation?.owner ?? file.path)
            if let position = positions[key] {
                result[position].files.append(file)
            } else {
                positions[key] = result.count
                result.append(FileGroup(files: [file]))
            }
        }
        return result.flatMap(\.separatedUnlessMixed).flatMap(\.withinLimit)
    }

    /// Whether it is a movie without a photo of its name, which may yet be the other half of one of another name.
    package var isLoneMovie: Bool {
        files.count == 1 && files[0].describedAsset == nil && FileFamily(name: files[0].path.lastComponent) == .movie
    }

    /// Its files with each edited version as a photo of its own; nil when there is none.
    package var withoutEdits: [FileGroup]? {
        let edits = files.filter(\.isEdit)
        if edits.isEmpty { return nil }
        let alone = edits.map { edit in
            var own = edit
            own.relation = nil
            return FileGroup(files: [own])
        }
        return [FileGroup(files: files.filter { !$0.isEdit })] + alone
    }

    /// The path without its extension, for a file that may be part of a group. The movie beside a motion photo
    /// `PXL_1.MP.jpg` is called `PXL_1.MP`.
    private static func key(of path: FilePath) -> Key {
        guard let family = FileFamily(name: path.lastComponent), family != .other,
            let dot = path.bytes.lastIndex(of: UInt8(ascii: "."))
        else { return Key(path: path, isStem: false) }
        let isMotion = path.bytes[dot...].elementsEqual(".MP".utf8) || path.bytes[dot...].elementsEqual(".mp".utf8)
        return Key(path: isMotion ? path : FilePath(bytes: Array(path.bytes[..<dot])), isStem: true)
    }

    private var withinLimit: [FileGroup] {
        guard files.count > FileGroup.maximumFiles else { return [self] }
        let inOrder = files.filter { !$0.isEdit } + files.filter(\.isEdit)
        return [FileGroup(files: Array(inOrder.prefix(FileGroup.maximumFiles)))]
            + inOrder.dropFirst(FileGroup.maximumFiles).map { FileGroup(files: [$0]) }
    }

    /// Only files of different families make one asset; an edited version goes with what it is a version of.
    private var separatedUnlessMixed: [FileGroup] {
        let own = files.filter { !$0.isEdit }
        if own.contains(where: { $0.describedAsset != nil }) { return [self] }
        if own.count < 2 || Set(own.map { FileFamily(name: $0.path.lastComponent) }).count > 1 { return [self] }
        let paths = Set(own.map(\.path))
        let lost = files.filter { $0.isEdit && $0.relation.map { paths.contains($0.owner) } != true }
        return own.map { file in
            FileGroup(files: [file] + files.filter { $0.isEdit && $0.relation?.owner == file.path })
        } + lost.map { FileGroup(files: [$0]) }
    }
}
