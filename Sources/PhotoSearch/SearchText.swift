internal import LibraryModel
internal import PlaceNames

/// Compiles what a person types into a condition.
///
/// Every word has to match. A word matches titles, captions, keywords, file names, album titles and cameras, or names
/// a kind of media, a date, a town or a country; words in quotation marks count as one. Several words together may name
/// a date, a kind or a place: then a photo matches if it has that, or if each of the words matches its texts.
struct SearchText {
    /// Words of one search: each is a pass over the texts of the library.
    static let maximumWords = 32

    var dates: SearchDates
    /// Where the library's photos of a country are.
    var areas: (_ country: String) -> [GeographicArea] = { _ in [] }

    /// Returns nil for a text without words. Throws `invalidRequest` for one of too many.
    func condition(for text: String) throws(LibraryError) -> SearchCondition? {
        let words = SearchWord.words(in: text)
        guard words.count <= SearchText.maximumWords else {
            throw LibraryError(.invalidRequest, "too many words to search for")
        }
        var conditions: [SearchCondition] = []
        var position = 0
        while position < words.count {
            let (condition, count) = reading(of: words[position...])
            conditions.append(condition)
            position += count
        }
        if conditions.isEmpty { return nil }
        return conditions.count == 1 ? conditions[0] : .all(conditions)
    }

    /// Returns the condition for the longest phrase at the front, and its number of words.
    private func reading(of words: ArraySlice<SearchWord>) -> (SearchCondition, count: Int) {
        for count in stride(from: min(words.count, SearchDates.longestPhrase), through: 2, by: -1) {
            let phrase = words.prefix(count)
            if phrase.contains(where: \.isQuoted) { continue }
            let folded = SearchWord.numberedMonths(phrase.map(\.folded))
            var readings: [SearchCondition] = []
            if let filter = MediaWords.filter(folded) { readings.append(filter.condition) }
            if let ranges = dates.ranges(folded) { readings.append(.created(ranges)) }
            readings += places(folded)
            if readings.isEmpty { continue }
            return (.any(readings + [.all(phrase.map { .contains("anyText", $0.text) })]), count)
        }
        guard let first = words.first else { preconditionFailure("no words to read") }
        return (single(first), 1)
    }

    private func single(_ word: SearchWord) -> SearchCondition {
        var readings = [SearchCondition.contains("anyText", word.text)]
        if !word.isQuoted {
            if let filter = MediaWords.filter([word.folded]) { readings.insert(filter.condition, at: 0) }
            if let ranges = dates.ranges([word.folded]) { readings.insert(.created(ranges), at: 0) }
            readings += places([word.folded])
        }
        return .any(readings)
    }

    /// The towns and the country of that name.
    private func places(_ words: [String]) -> [SearchCondition] {
        let name = words.joined(separator: " ")
        let countries = CountryNames.standard.countries(named: name).flatMap(areas)
        return (countries + PlaceNames.standard.places(named: name).map(\.area)).map { .inside($0) }
    }
}

extension SearchCondition {
    fileprivate static func created(_ ranges: [Range<Int64>]) -> SearchCondition {
        ranges.count == 1 ? .created(ranges[0]) : .any(ranges.map { .created($0) })
    }
}

/// A word of a search, or a quoted phrase.
struct SearchWord: Hashable {
    var text: String
    var isQuoted: Bool

    /// In lower case, without the commas of dates, and with the digits and letters that East Asian keyboards write wide
    /// in their usual width.
    var folded: String {
        var narrow = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isWide = (0xFF01...0xFF5E).contains(scalar.value)
            narrow.append((isWide ? Unicode.Scalar(scalar.value - 0xFEE0) : nil) ?? scalar)
        }
        let lower = String(narrow).lowercased()
        return lower.hasSuffix(",") ? String(lower.dropLast()) : lower
    }

    /// Vietnamese counts its months: "tháng 6", which is made one word as others write it, "6月".
    static func numberedMonths(_ words: [String]) -> [String] {
        var result: [String] = []
        for word in words {
            if result.last == "tháng", word.allSatisfy(\.isNumber) {
                result[result.count - 1] = word + "月"
            } else {
                result.append(word)
            }
        }
        return result
    }

    static func words(in text: String) -> [SearchWord] {
        var words: [SearchWord] = []
        for (position, part) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
            // A quotation mark without its other is that of a phrase still being typed.
            if position % 2 == 1 {
                let trimmed = part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                if !trimmed.isEmpty { words.append(SearchWord(text: trimmed, isQuoted: true)) }
            } else {
                words += part.split(whereSeparator: \.isWhitespace).map {
                    SearchWord(text: String($0), isQuoted: false)
                }
            }
        }
        return words
    }
}
