package import LinuxSystem

/// What Photos, Image Capture and osxphotos write beside photos: edited versions, JSON side-cars.
///
/// - osxphotos: `IMG_1_edited.jpeg` is the edited version of `IMG_1.HEIC`, when there is a side-car of either.
/// - A phone's own files: `IMG_E0001.JPG` is that of `IMG_0001.HEIC`, when there is an `IMG_0001.AAE`.
/// - exiftool, and osxphotos with `--sidecar json`: `IMG_1.HEIC.json`, `IMG_1.json`.
///
/// Other files whose names merely look so stay apart.
package struct AppleExport {
    private let jsonFiles: Set<FilePath>
    private let exists: (FilePath) -> Bool

    private static let editedEnding = Array("_edited".utf8)
    private static let aaeEndings = [".AAE", ".aae"]

    /// Whether a file of this name has the recipe of an edit, which only Apple's programs can use.
    package static func isAdjustment(_ name: FilePath) -> Bool {
        aaeEndings.contains {
            name.bytes.count > $0.utf8.count && name.bytes.suffix($0.utf8.count).elementsEqual($0.utf8)
        }
    }

    /// `exists`: whether there is a file of a path.
    init(jsonFiles: [FilePath], exists: @escaping (FilePath) -> Bool) {
        self.jsonFiles = Set(jsonFiles)
        self.exists = exists
    }

    /// Notes in the files what belongs to which.
    func relate(_ files: inout [FoundFile]) {
        var byStem: [FilePath: [Int]] = [:]
        for (position, file) in files.enumerated() {
            if let stem = AppleExport.stem(of: file.path) { byStem[stem, default: []].append(position) }
        }
        for position in files.indices {
            files[position].sideCar = sideCar(of: files[position].path)
            guard let stem = AppleExport.stem(of: files[position].path),
                let original = original(of: stem).flatMap({ byStem[$0] })?.first(where: { isPhoto(files[$0]) }),
                original != position
            else { continue }
            let owner = files[original].path
            guard isEvident(owner, files[position].path) else { continue }
            files[position].relation = FoundFile.Relation(kind: .edited, owner: owner)
        }
    }

    private func isPhoto(_ file: FoundFile) -> Bool {
        FileFamily(name: file.path.lastComponent) != .movie
    }

    /// The path without the extension.
    private static func stem(of path: FilePath) -> FilePath? {
        guard let dot = path.bytes.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        return FilePath(bytes: Array(path.bytes[..<dot]))
    }

    private func sideCar(of path: FilePath) -> FilePath? {
        let names = [path, AppleExport.stem(of: path)].compactMap { $0 }
        return names.map { FilePath(bytes: $0.bytes + Array(".json".utf8)) }.first { jsonFiles.contains($0) }
    }

    /// The path without extension of what an edited version's name is a version of.
    private func original(of stem: FilePath) -> FilePath? {
        // A name that is taken gets a number behind the word.
        let text = stem.lastComponent.text
        var bytes = Array((TakeoutName.separated(text).number == nil ? text : TakeoutName.separated(text).stem).utf8)
        while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
        if bytes.count > AppleExport.editedEnding.count,
            bytes.suffix(AppleExport.editedEnding.count).elementsEqual(AppleExport.editedEnding)
        {
            let name = bytes.dropLast(AppleExport.editedEnding.count) + Array(text.utf8.dropFirst(bytes.count))
            return stem.folder.appending(FilePath(bytes: Array(name)))
        }
        guard text.hasPrefix("IMG_E"), text.dropFirst(5).allSatisfy({ $0.isASCII && $0.isNumber }), text.count > 5
        else {
            return nil
        }
        return stem.folder.appending(FilePath("IMG_" + text.dropFirst(5)))
    }

    /// Whether there is a file that programs write for photos that were edited, or exported.
    private func isEvident(_ owner: FilePath, _ edited: FilePath) -> Bool {
        let names = [owner, edited].flatMap { path in [path, AppleExport.stem(of: path) ?? path] }
        if names.contains(where: { jsonFiles.contains(FilePath(bytes: $0.bytes + Array(".json".utf8))) }) {
            return true
        }
        let stem = AppleExport.stem(of: owner) ?? owner
        let aae = AppleExport.aaeEndings.map { FilePath(bytes: stem.bytes + Array($0.utf8)) }
        return (aae + [owner, edited].flatMap(SideCarFile.candidates)).contains(where: exists)
    }
}
