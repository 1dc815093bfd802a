internal import CivilDates
internal import LibraryModel

/// What a person types to find photos.
///
/// Every word has to match. A word matches titles, captions, keywords, file names, album titles and cameras, or names
/// a kind of media or a date; words in quotation marks count as one. Several words together may name a date or a kind:
/// then a photo matches if it has that, or if each of the words matches its texts.
struct SearchText {
    /// A text with more words is refused.
    static let maximumWords = 32

    var dates: SearchDates

    /// Nil for a text without words.
    func condition(for text: String) throws(AgentFailure) -> SearchCondition? {
        let words = SearchWord.words(in: text)
        guard words.count <= SearchText.maximumWords else { throw AgentFailure.tooManyWords }
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

    /// What the first of these words mean, and how many of them that takes.
    private func reading(of words: ArraySlice<SearchWord>) -> (SearchCondition, count: Int) {
        for count in stride(from: min(words.count, SearchDates.longestPhrase), through: 2, by: -1) {
            let phrase = words.prefix(count)
            if phrase.contains(where: \.isQuoted) { continue }
            let folded = phrase.map(\.folded)
            var readings: [SearchCondition] = []
            if let filter = MediaWords.filter(folded) { readings.append(filter.condition) }
            if let ranges = dates.ranges(folded) { readings.append(.created(ranges)) }
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
        }
        return .any(readings)
    }
}

extension SearchCondition {
    fileprivate static func created(_ ranges: [Range<Int64>]) -> SearchCondition {
        ranges.count == 1 ? .created(ranges[0]) : .any(ranges.map { .created($0) })
    }
}

/// A word of a search, or several in quotation marks.
struct SearchWord: Hashable {
    var text: String
    var isQuoted: Bool

    /// In lower case, without the commas of dates.
    var folded: String {
        let lower = text.lowercased()
        return lower.hasSuffix(",") ? String(lower.dropLast()) : lower
    }

    static func words(in text: String) -> [SearchWord] {
        var words: [SearchWord] = []
        for (position, part) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
            // A quotation that is still being typed counts as one.
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
