internal import LinuxSystem

/// Finds the JSON file of each photo and video of one folder of a Google Takeout, by the names.
///
/// In this order, so that no file takes what is another one's for certain:
/// 1. files with a JSON file of their name, whole or numbered (`IMG_1(2).jpg` has `IMG_1.jpg(2).json`);
/// 2. names that Google cut, by what is left of them and, where that fits several, by the title in the JSON file;
/// 3. titles without an ending, and titles with characters that file names cannot have;
/// 4. files that Google gives none of their own and that share another file's: the movie of a Live Photo, the edited
///    version of a photo in any language (`IMG_1-bearbeitet.jpg`), copies that a phone made (`IMG_1~2.jpg`).
package struct TakeoutMatching {
    /// How a JSON file was found.
    package enum Reason: String, Codable, Hashable, Sendable {
        case name
        case cutName = "cut name"
        case title
        case livePhoto = "Live Photo"
        case edited = "edited version"
        case copy
    }

    struct Match: Hashable, Sendable {
        /// Positions in `sideCars` and, for a file that shares another one's, in `media`.
        var sideCar: Int
        var owner: Int?
        var reason: Reason
    }

    private struct Key: Hashable {
        var name: String
        var number: Int?
    }

    private let media: [(path: FilePath, name: TakeoutName)]
    private let sideCars: [(path: FilePath, name: TakeoutSideCarName)]
    /// What is written as the title in a JSON file; nil when it cannot be read.
    private let title: (FilePath) -> String?

    /// In the order of `media`; nil for files without.
    private(set) var matches: [Match?]
    private(set) var used: Set<Int> = []

    /// Letters behind the dash of an edited version's name. `-ha editado` has ten.
    private static let maximumEditedLength = 24

    /// Files of one folder, which may be in several places after several archives were unpacked. `sideCars`: JSON
    /// files.
    init(media: [FilePath], sideCars: [FilePath], title: @escaping (FilePath) -> String?) {
        self.media = media.map { ($0, TakeoutName($0.lastComponent.text)) }
        self.sideCars = sideCars.compactMap { path in
            TakeoutSideCarName(path.lastComponent.text).map { (path, $0) }
        }
        self.title = title
        matches = Array(repeating: nil, count: media.count)
        matchNames()
        matchCutNames()
        matchTitles()
        matchMovies()
        matchEdits()
        matchCopies()
    }

    /// The path of the file's JSON file.
    func sideCar(of position: Int) -> FilePath? { matches[position].map { sideCars[$0.sideCar].path } }

    /// The path of the file with which it shares a JSON file.
    func owner(of position: Int) -> FilePath? { matches[position]?.owner.map { media[$0].path } }

    /// JSON files that belong to no file here.
    var unused: [FilePath] { sideCars.indices.filter { !used.contains($0) }.map { sideCars[$0].path } }

    // MARK: Own JSON files

    private var unmatched: [Int] { media.indices.filter { matches[$0] == nil } }

    private mutating func take(_ sideCar: Int, for file: Int, _ reason: Reason) {
        matches[file] = Match(sideCar: sideCar, owner: nil, reason: reason)
        used.insert(sideCar)
    }

    private func isNear(_ sideCar: Int, _ file: Int) -> Bool {
        sideCars[sideCar].path.folder == media[file].path.folder
    }

    /// Those in the file's own folder first; from another archive only what no file of that has taken.
    private mutating func matchNames() {
        var byName: [Key: [Int]] = [:]
        for (position, sideCar) in sideCars.enumerated() {
            for name in Set([sideCar.name.cut, sideCar.name.name]) {
                byName[Key(name: name, number: sideCar.name.number), default: []].append(position)
            }
        }
        for near in [true, false] {
            for file in unmatched {
                let name = media[file].name
                var keys = [Key(name: name.whole, number: nil)]
                if name.number != nil { keys.append(Key(name: name.unnumbered, number: name.number)) }
                let found = keys.lazy.flatMap { byName[$0] ?? [] }.first { position in
                    near ? isNear(position, file) : !used.contains(position)
                }
                if let found { take(found, for: file, .name) }
            }
        }
    }

    private mutating func matchCutNames() {
        var byStart: [Substring: [Int]] = [:]
        for (position, sideCar) in sideCars.enumerated() where sideCar.name.cut.utf16.count >= shortest {
            byStart[start(sideCar.name.cut), default: []].append(position)
        }
        if byStart.isEmpty { return }
        var wanted: [(file: Int, fitting: [Int])] = []
        for file in unmatched {
            let name = media[file].name
            let fitting = Set([start(name.whole), start(name.unnumbered)]).flatMap { byStart[$0] ?? [] }
                .filter { !used.contains($0) && sideCars[$0].name.mayBelong(to: name) }.sorted()
            if !fitting.isEmpty { wanted.append((file, fitting)) }
        }
        // Titles decide before numbers do: photos and JSON files are cut, and so numbered, at different lengths.
        for (file, fitting) in wanted {
            let equal = fitting.filter { !used.contains($0) && isTitled($0, media[file].name) }
            let numbered = equal.filter { sideCars[$0].name.number == media[file].name.number }
            if let found = numbered.first ?? (equal.count == 1 ? equal.first : nil) { take(found, for: file, .cutName) }
        }
        for (file, fitting) in wanted where matches[file] == nil {
            let left = fitting.filter { !used.contains($0) && sideCars[$0].name.number == media[file].name.number }
            let untitled = left.filter { title(sideCars[$0].path) == nil }
            if let found = untitled.first { take(found, for: file, .cutName) }
        }
    }

    private var shortest: Int { TakeoutSideCarName.shortestCut }

    private func start(_ text: String) -> Substring {
        text[..<(text.utf16.index(text.startIndex, offsetBy: shortest, limitedBy: text.endIndex) ?? text.endIndex)]
    }

    /// Whether a JSON file's title is a file's name, which may be cut.
    private func isTitled(_ sideCar: Int, _ name: TakeoutName) -> Bool {
        guard let title = title(sideCars[sideCar].path)?.comparableTitle else { return false }
        if [name.whole.comparableTitle, name.unnumbered.comparableTitle].contains(title) { return true }
        let full = TakeoutName(title)
        return name.stem.utf16.count >= shortest && full.wholeStem.hasPrefix(name.stem.comparableTitle)
            && (full.ending.isEmpty || full.ending.lowercased() == name.ending.lowercased())
    }

    private mutating func matchTitles() {
        guard used.count < sideCars.count else { return }
        var byName: [Key: [Int]] = [:]
        for (position, sideCar) in sideCars.enumerated() where !used.contains(position) {
            byName[Key(name: sideCar.name.name, number: sideCar.name.number), default: []].append(position)
        }
        for file in unmatched {
            let name = media[file].name
            let keys = [Key(name: name.wholeStem, number: nil), Key(name: name.stem, number: name.number)]
            let found = keys.lazy.flatMap { byName[$0] ?? [] }.first { !used.contains($0) }
            if let found { take(found, for: file, .title) }
        }
        let files = unmatched
        guard !files.isEmpty else { return }
        var byTitle: [String: [Int]] = [:]
        for position in sideCars.indices where !used.contains(position) {
            if let title = title(sideCars[position].path) {
                byTitle[title.comparableTitle, default: []].append(position)
            }
        }
        for file in files {
            let name = media[file].name
            let titled = Set([name.whole.comparableTitle, name.unnumbered.comparableTitle])
                .flatMap { byTitle[$0] ?? [] }.filter { !used.contains($0) }
            let numbered = titled.filter { sideCars[$0].name.number == name.number }
            if let found = numbered.first ?? (titled.count == 1 ? titled.first : nil) { take(found, for: file, .title) }
        }
    }

    // MARK: Shared JSON files

    private mutating func share(_ owner: Int, with file: Int, _ reason: Reason) {
        guard let match = matches[owner] else { return }
        matches[file] = Match(sideCar: match.sideCar, owner: owner, reason: reason)
    }

    /// Files with a JSON file of their own, by what `key` makes of their names.
    private func owners(_ keys: (TakeoutName) -> [Key]) -> [Key: [Int]] {
        var result: [Key: [Int]] = [:]
        for (position, file) in media.enumerated() where matches[position].map({ $0.owner == nil }) == true {
            for key in Set(keys(file.name)) { result[key, default: []].append(position) }
        }
        return result
    }

    private func isMovie(_ position: Int) -> Bool { FileFamily(name: media[position].path.lastComponent) == .movie }

    private func nearest(_ owners: [Int], _ file: Int) -> Int? {
        owners.first { media[$0].path.folder == media[file].path.folder } ?? owners.first
    }

    private mutating func matchMovies() {
        let owners = owners { [Key(name: $0.pairStem, number: nil)] }
        for file in unmatched {
            let others = (owners[Key(name: media[file].name.pairStem, number: nil)] ?? []).filter {
                isMovie($0) != isMovie(file)
            }
            if let owner = nearest(others, file) { share(owner, with: file, .livePhoto) }
        }
    }

    private static func wholeOrNumbered(_ name: TakeoutName) -> [Key] {
        [Key(name: name.wholeStem, number: nil), Key(name: name.stem, number: name.number)]
    }

    private mutating func matchEdits() {
        let owners = owners(TakeoutMatching.wholeOrNumbered)
        for file in unmatched {
            let name = media[file].name
            var end = name.stem.endIndex
            while matches[file] == nil, let dash = name.stem[..<end].lastIndex(of: "-") {
                end = dash
                let added = name.stem[name.stem.index(after: dash)...]
                guard added.count <= TakeoutMatching.maximumEditedLength, !added.contains(where: \.isNumber) else {
                    break
                }
                let found = owners[Key(name: String(name.stem[..<dash]), number: name.number)] ?? []
                let same = found.filter { isMovie($0) == isMovie(file) }
                if let owner = nearest(same, file) { share(owner, with: file, .edited) }
            }
        }
    }

    private mutating func matchCopies() {
        let owners = owners(TakeoutMatching.wholeOrNumbered)
        for file in unmatched {
            let name = media[file].name
            guard let mark = name.stem.lastIndex(of: "~"),
                name.stem[name.stem.index(after: mark)...].allSatisfy(\.isNumber),
                let owner = nearest(owners[Key(name: String(name.stem[..<mark]), number: name.number)] ?? [], file)
            else { continue }
            share(owner, with: file, .copy)
        }
    }
}
