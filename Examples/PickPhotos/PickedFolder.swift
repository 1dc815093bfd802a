import PhotosUI

/// A folder with copies of picked items, and the list of them that is kept between runs.
struct PickedFolder {
    /// A copy.
    struct Item: Codable, Equatable {
        var assetIdentifier: String
        var filename: String
    }

    static let listName = ".picked.json"

    let url: URL
    /// In the order of the last selection.
    private(set) var items: [Item]

    /// Creates the folder if necessary.
    init(at url: URL) throws {
        self.url = url
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        do {
            items = try JSONDecoder().decode(
                [Item].self,
                from: Data(contentsOf: url.appendingPathComponent(Self.listName))
            )
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            items = []
        }
    }

    /// Copies that exist: if the person deleted one from the folder, it can be picked again.
    var present: [Item] {
        items.filter { FileManager.default.fileExists(atPath: url.appendingPathComponent($0.filename).path) }
    }

    /// Merges selections as Apple's documentation shows: the new order, with the existing copies. `copied`: filenames
    /// of new copies by identifier; items that could not be copied are missing.
    static func merged(_ selection: [String], with old: [Item], copied: [String: String]) -> [Item] {
        let known = Dictionary(old.map { ($0.assetIdentifier, $0) }) { first, _ in first }
        return selection.compactMap { identifier in
            known[identifier] ?? copied[identifier].map { Item(assetIdentifier: identifier, filename: $0) }
        }
    }

    /// Applies the new selection: deletes the copies of deselected items, and stores the list. Returns the deleted
    /// ones.
    mutating func take(_ selected: [Item]) throws -> [Item] {
        let kept = Set(selected.map(\.filename))
        let dropped = present.filter { !kept.contains($0.filename) }
        for item in dropped { try FileManager.default.removeItem(at: url.appendingPathComponent(item.filename)) }
        items = selected
        try JSONEncoder().encode(items).write(to: url.appendingPathComponent(Self.listName), options: .atomic)
        return dropped
    }

    /// Moves a file into the folder, under its own name or a similar one. Returns the name.
    func add(_ file: URL) throws -> String {
        let name = file.lastPathComponent as NSString
        let ending = name.pathExtension.isEmpty ? "" : "." + name.pathExtension
        var number = 1
        while true {
            let wanted = number == 1 ? name as String : "\(name.deletingPathExtension)-\(number)\(ending)"
            do {
                try FileManager.default.moveItem(at: file, to: url.appendingPathComponent(wanted))
                return wanted
            } catch let error as CocoaError where error.code == .fileWriteFileExists {
                number += 1
            }
        }
    }
}
