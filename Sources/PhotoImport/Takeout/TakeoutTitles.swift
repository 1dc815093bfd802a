internal import JSONText
internal import LinuxSystem

/// The JSON files of a Google Takeout whose names do not say enough: each is read once.
final class TakeoutTitles {
    /// What a JSON file is about.
    enum Content: Hashable {
        /// A photo; its title may be missing.
        case photo(title: String?)
        /// An album, whose title may be empty.
        case album(title: String)
        case other
        case unreadable(reason: String)
    }

    private var contents: [FilePath: Content] = [:]
    private let source: any ImportSource

    init(_ source: any ImportSource) { self.source = source }

    func content(_ path: FilePath) -> Content {
        if let known = contents[path] { return known }
        let content = read(path)
        contents[path] = content
        return content
    }

    /// The title of a photo's JSON file.
    func photoTitle(_ path: FilePath) -> String? {
        if case .photo(let title) = content(path) { title } else { nil }
    }

    private func read(_ path: FilePath) -> Content {
        do {
            let value = try JSONSideCar.value(path, in: source)
            if PhotoNotes.isTakeout(value) { return .photo(title: value["title"]?.text) }
            // Before 2020 the album was a member of its own.
            guard let title = value["title"]?.text ?? value["albumData"]?["title"]?.text else { return .other }
            return .album(title: title)
        } catch {
            return .unreadable(reason: error.reason)
        }
    }
}
