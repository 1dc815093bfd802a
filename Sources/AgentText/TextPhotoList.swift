internal import Languages
internal import LibraryClient
internal import LibraryModel
internal import OwnerTools
internal import PhotoSearch
internal import PhotosAgent
internal import TerminalText

/// Photos to choose from, as numbered lines.
struct TextPhotoList {
    enum Outcome: Equatable {
        case goesOn
        case selectionChanged
        case done
        case cancelled
        /// Cancelled, and silence the app.
        case silenced
    }

    /// Lines of a page.
    static let pageSize = 10
    /// Numbers in one line.
    static let maximumNumbers = PromptAnswer.maximumAssets
    static var help: String {
        [
            localized("Numbers choose photos or take them out: 1 4-7. /WORDS searches, / alone ends the search."),
            localized(
                "n next page, p page before, g NUMBER goes to one, s shows what is selected, clear takes all of it out."
            ),
            localized(
                "albums lists albums, album NUMBER shows one, kind videos shows one kind, all shows everything."
            ),
            localized(
                """
                places leaves out where photos were taken, or puts it back in; captions does so for captions and \
                keywords.
                """
            ),
            localized("i NUMBER tells more about a photo. done gives what is selected, cancel gives nothing."),
        ].joined(separator: "\n")
    }

    private let finder: PhotoFinder
    private let isSearchOffered: Bool
    private let areAlbumsOffered: Bool
    private var query: PhotoQuery
    private var found: FetchedIdentifiers
    private var start = 0
    private var albums: [AlbumChoice] = []
    var selection: PhotoSelection

    /// Begins with everything that `picker` offers, or with the whole library.
    init(_ finder: PhotoFinder, _ selection: PhotoSelection, picker: PickerConfiguration? = nil) throws {
        self.finder = finder
        self.selection = selection
        query = PhotoQuery(offered: picker?.filter, text: picker?.searchText ?? "")
        isSearchOffered = picker?.offers(.search) ?? true
        areAlbumsOffered = picker?.offers(.collectionNavigation) ?? true
        finder.libraryChanged()
        found = try finder.find(query)
    }

    /// The app has changed its picker.
    mutating func apply(_ update: PickerUpdate) throws {
        selection.apply(update)
        if let text = update.searchText { try show { $0.text = text } }
    }

    /// The lines of the current page.
    func page() throws -> [String] {
        let end = min(start + TextPhotoList.pageSize, found.count)
        let words = query.words.map { ", \($0.sanitized)" } ?? ""
        if found.count == 0 {
            let values: KeyValuePairs<String, any CustomStringConvertible> =
                ["words": words, "selection": selection.summary]
            return [localized("No items{words}. {selection}.", values)]
        }
        let values: KeyValuePairs<String, any CustomStringConvertible> = [
            "first": start + 1, "last": end, "total": found.count, "words": words, "selection": selection.summary,
        ]
        let title =
            query.isByDate
            ? localized("Items {first} to {last} of {total}{words}, the latest first. {selection}.", values)
            : localized("Items {first} to {last} of {total}{words}, in the album's order. {selection}.", values)
        return [title] + (try self.lines(found, start..<end) { "\($0 + 1)" })
    }

    private func lines(
        _ found: FetchedIdentifiers,
        _ range: Range<Int>,
        _ label: (Int) -> String
    ) throws -> [String] {
        let rows = try finder.rows(found, range)
        let details = try finder.details(range.map { found[$0] })
        return zip(range, zip(rows, details)).map { position, row in
            guard let photo = row.0 else { return "\(label(position)). " + localized("gone") }
            var parts = [mark(photo.asset), photo.date.isEmpty ? localized("no date") : photo.date, photo.kind]
            if let title = row.1.title, !title.isEmpty { parts.append(title.sanitized) }
            parts.append(row.1.filename.sanitized)
            if photo.isFavorite { parts.append(localized("favorite")) }
            return "\(label(position)). " + parts.filter { !$0.isEmpty }.listed
        }
    }

    /// Comes first in a line, for people who listen.
    private func mark(_ asset: ObjectID) -> String {
        guard let number = selection.number(of: asset) else { return "" }
        return selection.isOrdered ? localized("selected {number}", ["number": number]) : localized("selected")
    }

    /// Carries out one line of input.
    mutating func take(_ line: String, _ say: (String) throws -> Void) throws -> Outcome {
        let text = line.trimmed
        let (word, rest) = text.firstWord
        switch (word, rest) {
        case ("", _): try page().forEach(say)
        case ("done", ""): return try finish(say)
        case ("cancel", ""): return .cancelled
        case ("never", ""): return .silenced
        case ("help", ""), ("?", ""): try say(TextPhotoList.help)
        case ("n", ""), ("next", ""): try turn(to: start + TextPhotoList.pageSize, say)
        case ("p", ""), ("previous", ""): try turn(to: start - TextPhotoList.pageSize, say)
        case ("g", _): try go(rest, say)
        case ("s", ""): try showSelection(say)
        case ("clear", ""):
            selection.remove(selection.chosen)
            try say(localized("{selection}.", ["selection": selection.summary]))
            return .selectionChanged
        case ("places", ""): return try turn(.location, say)
        case ("captions", ""): return try turn(.captions, say)
        case ("i", _): try inform(rest, say)
        case ("all", ""):
            try show { $0 = PhotoQuery(offered: $0.offered) }
            try page().forEach(say)
        case ("albums", ""), ("album", _): try chooseAlbum(rest, say)
        case ("kind", _): try chooseKind(rest, say)
        default:
            guard text.hasPrefix("/") else {
                return try toggle(text, say)
            }
            try search(String(text.dropFirst()).trimmed, say)
        }
        return .goesOn
    }

    private mutating func turn(_ part: MetadataRemoval, _ say: (String) throws -> Void) throws -> Outcome {
        guard let sentence = selection.turn(part) else {
            try say(localized("Here nothing of it can be left out."))
            return .goesOn
        }
        try say(sentence)
        return .selectionChanged
    }

    private func finish(_ say: (String) throws -> Void) throws -> Outcome {
        if selection.isAnswer { return .done }
        try say(
            selection.count > selection.limit
                ? localized(
                    "At most {limit} can be selected, and {number} are.",
                    ["limit": selection.limit, "number": selection.count]
                )
                : localized("Nothing is selected. cancel gives nothing.")
        )
        return .goesOn
    }

    private mutating func toggle(_ text: String, _ say: (String) throws -> Void) throws -> Outcome {
        guard
            let numbers = NumberRanges.numbers(text, upTo: found.count, atMost: TextPhotoList.maximumNumbers)
        else {
            try say(localized("That was not understood. help lists what you can enter."))
            return .goesOn
        }
        for number in numbers where selection.toggle(found[number - 1]) == .full {
            try say(localized("No more than {limit} can be selected.", ["limit": selection.limit]))
            break
        }
        let shown = numbers.prefix(TextPhotoList.pageSize)
        for number in shown {
            try lines(found, number - 1..<number) { "\($0 + 1)" }.forEach(say)
        }
        try say(localized("{selection}.", ["selection": selection.summary]))
        return .selectionChanged
    }

    private mutating func turn(to position: Int, _ say: (String) throws -> Void) throws {
        guard position >= 0 || start > 0, position < found.count else {
            try say(position < 0 ? localized("This is the first page.") : localized("This is the last page."))
            return
        }
        start = max(0, position)
        try page().forEach(say)
    }

    private mutating func go(_ text: String, _ say: (String) throws -> Void) throws {
        guard let number = NumberRanges.numbers(text, upTo: found.count, atMost: 1)?.first else {
            try say(localized("There is no photo of that number."))
            return
        }
        start = (number - 1) / TextPhotoList.pageSize * TextPhotoList.pageSize
        try page().forEach(say)
    }

    private func showSelection(_ say: (String) throws -> Void) throws {
        let chosen = FetchedIdentifiers(selection.chosen, kinds: .all(.asset))
        for start in stride(from: 0, to: chosen.count, by: TextPhotoList.pageSize) {
            try lines(chosen, start..<min(start + TextPhotoList.pageSize, chosen.count)) { _ in "-" }.forEach(say)
        }
        try say(localized("{selection}.", ["selection": selection.summary]))
    }

    private func inform(_ text: String, _ say: (String) throws -> Void) throws {
        guard let number = NumberRanges.numbers(text, upTo: found.count, atMost: 1)?.first else {
            try say(localized("There is no photo of that number."))
            return
        }
        let asset = found[number - 1]
        guard let row = try finder.rows(found, number - 1..<number).first ?? nil,
            let details = try finder.details([asset]).first
        else { return try say(localized("It is gone.")) }
        for line in PhotoFacts(row, details).lines {
            try say("   " + (line.name.isEmpty ? "" : "\(line.name): ") + line.text)
        }
    }

    private mutating func search(_ text: String, _ say: (String) throws -> Void) throws {
        guard isSearchOffered else { return try say(localized("This app's picker offers no search.")) }
        try show { $0.text = text }
        try page().forEach(say)
    }

    private mutating func chooseAlbum(_ text: String, _ say: (String) throws -> Void) throws {
        guard areAlbumsOffered else { return try say(localized("This app's picker offers no albums.")) }
        if albums.isEmpty || text.isEmpty { albums = try finder.albums() }
        guard !text.isEmpty else {
            for (position, album) in albums.enumerated() {
                try say("\(position + 1). \(album.title.sanitized), \(CountText.items(album.count))")
            }
            return try say(albums.isEmpty ? localized("There are no albums.") : localized("album NUMBER shows one."))
        }
        guard let number = NumberRanges.numbers(text, upTo: albums.count, atMost: 1)?.first else {
            return try say(localized("There is no album of that number."))
        }
        let album = albums[number - 1]
        try show { $0.look(in: album) }
        try page().forEach(say)
    }

    private mutating func chooseKind(_ text: String, _ say: (String) throws -> Void) throws {
        let kinds = MediaFilter.allCases.map(\.words).listed
        guard let kind = MediaFilter.allCases.first(where: { $0.words == text || $0.rawValue == text }) else {
            return try say(localized("Kinds are: {kinds}.", ["kinds": kinds]))
        }
        try show { $0.kind = kind }
        try page().forEach(say)
    }

    private mutating func show(_ change: (inout PhotoQuery) -> Void) throws {
        var changed = query
        change(&changed)
        // Nothing here observes changes of the library, so months that are new since are looked up anew.
        finder.libraryChanged()
        found = try finder.find(changed)
        query = changed
        start = 0
    }
}

extension String {
    fileprivate var firstWord: (word: String, rest: String) {
        let parts = split(maxSplits: 1, whereSeparator: \.isWhitespace)
        return (parts.first.map { String($0) } ?? "", parts.count > 1 ? String(parts[1]).trimmed : "")
    }
}
