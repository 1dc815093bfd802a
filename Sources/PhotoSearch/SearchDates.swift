internal import CivilDates
internal import Languages

/// Parses dates in English, and in the person's language, into ranges of time in the person's time zone.
struct SearchDates {
    /// The most words of one date: "ngày 12 tháng 6 năm 2023".
    static let longestPhrase = 6

    /// Microseconds since 1970.
    var now: Int64
    var zone: TimeZoneOffsets
    /// The years of a date without one, for a month from 1 to 12.
    var years: (_ month: Int64) -> [Int64]
    /// English, and the person's language.
    var words = [DateWords.of(.english), DateWords.of(.current)]

    /// Returns the ranges of words in lower case. Nil when they are no date; empty when no year has the date.
    func ranges(_ words: [String]) -> [Range<Int64>]? {
        if let relative = relative(words.joined(separator: " ")) { return [relative] }
        let words = words.filter { word in !self.words.contains { $0.fillers.contains(word) } }
        switch words.count {
        case 1: return single(words[0])
        case 2: return monthAndMore(words)
        case 3: return monthAndMore(words)
        default: return nil
        }
    }

    // MARK: One word

    private func single(_ word: String) -> [Range<Int64>]? {
        if let month = month(word) { return years(month).map { self.month(year: $0, month) } }
        if let year = SearchDates.year(word) { return [self.year(year)] }
        let parts = SearchDates.characterParts(word)
        if parts.count > 1 { return monthAndMore(parts) }
        return numeric(word).map { [$0] }
    }

    /// `2023-06`, `2023-06-15`, `15.6.2023`. Returns nil for a date that does not exist.
    private func numeric(_ word: String) -> Range<Int64>? {
        for separator in ["-", "/", "."] as [Character] {
            let parts = word.split(separator: separator, omittingEmptySubsequences: false).map { String($0) }
            let numbers = parts.compactMap { SearchDates.number($0) }
            guard numbers.count == parts.count, parts.count == 2 || parts.count == 3 else { continue }
            if let year = SearchDates.year(parts[0]) {
                guard (1...12).contains(numbers[1]) else { return nil }
                return parts.count == 2 ? month(year: year, numbers[1]) : day(year, numbers[1], numbers[2])
            }
            guard let last = parts.last, let year = SearchDates.year(last) else { return nil }
            if parts.count == 2 { return (1...12).contains(numbers[0]) ? month(year: year, numbers[0]) : nil }
            // With a slash the month comes first, with a dot the day.
            return separator == "/" ? day(year, numbers[0], numbers[1]) : day(year, numbers[1], numbers[0])
        }
        return nil
    }

    // MARK: Several words

    /// `yesterday`, `last week`, `this year`.
    private func relative(_ phrase: String) -> Range<Int64>? {
        guard let (unit, back) = words.lazy.compactMap({ $0.relative[phrase] }).first else { return nil }
        let civil = CivilTime(instant: now, offset: zone.secondsEast(now))
        switch unit {
        case .day: return days(from: today - back, count: 1)
        case .week:
            // 1970-01-01 was a Thursday; weeks begin on Monday.
            let monday = today - (today + 3).floored(by: 7).remainder
            return days(from: monday - 7 * back, count: 7)
        case .month:
            let months = civil.year * 12 + civil.month - 1 - back
            return month(year: months.floored(by: 12).quotient, months.floored(by: 12).remainder + 1)
        case .year: return year(civil.year - back)
        }
    }

    /// A month by name with a day, a year or both, in any order.
    private func monthAndMore(_ words: [String]) -> [Range<Int64>]? {
        let months = words.compactMap { month($0) }
        let years = words.compactMap { SearchDates.year($0) }
        let days = words.compactMap { SearchDates.dayOfMonth($0) }
        guard months.count == 1, years.count <= 1, days.count <= 1, 1 + years.count + days.count == words.count else {
            return nil
        }
        guard let dayOfMonth = days.first else {
            return years.isEmpty ? nil : [month(year: years[0], months[0])]
        }
        let candidates = years.isEmpty ? self.years(months[0]) : years
        return candidates.compactMap { day($0, months[0], dayOfMonth) }
    }

    // MARK: Words

    private func month(_ word: String) -> Int64? {
        for words in words {
            if let month = words.month(word) { return month }
        }
        return SearchDates.numbered(word, ["月", "월"]).flatMap { (1...12).contains($0) ? $0 : nil }
    }

    /// The parts of a date that is written without spaces: `2023年`, `6月` and `15日` of `2023年6月15日`.
    private static func characterParts(_ word: String) -> [String] {
        var parts: [String] = []
        var part = ""
        for character in word {
            part.append(character)
            guard "年月日년월일".contains(character) else { continue }
            parts.append(part)
            part = ""
        }
        return part.isEmpty ? parts : []
    }

    /// The number before one of these characters at the end of a word.
    private static func numbered(_ word: String, _ endings: Set<Character>) -> Int64? {
        guard let last = word.last, endings.contains(last) else { return nil }
        return number(String(word.dropLast()))
    }

    private static func year(_ word: String) -> Int64? {
        let digits = word.hasSuffix("年") || word.hasSuffix("년") ? String(word.dropLast()) : word
        guard digits.utf8.count == 4, let year = number(digits), (1800...2199).contains(year) else { return nil }
        return year
    }

    /// `12`, `12th`.
    private static func dayOfMonth(_ word: String) -> Int64? {
        var digits = word
        for ending in ["st", "nd", "rd", "th", "日", "일", "."] where word.hasSuffix(ending) {
            digits = String(word.dropLast(ending.count))
        }
        guard let day = number(digits), (1...31).contains(day) else { return nil }
        return day
    }

    private static func number(_ text: String) -> Int64? {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int64(text)
    }

    // MARK: Ranges

    /// Local days since 1970-01-01.
    private var today: Int64 {
        (now.floored(by: 1_000_000).quotient + zone.secondsEast(now)).floored(by: 86_400).quotient
    }

    private func days(from first: Int64, count: Int64) -> Range<Int64> { midnight(first)..<midnight(first + count) }

    private func midnight(_ day: Int64) -> Int64 {
        zone.instant(of: CivilTime(instant: day * 86_400 * 1_000_000))
    }

    private func year(_ year: Int64) -> Range<Int64> { start(year, 1)..<start(year + 1, 1) }

    private func month(year: Int64, _ month: Int64) -> Range<Int64> {
        start(year, month)..<(month == 12 ? start(year + 1, 1) : start(year, month + 1))
    }

    /// Returns nil for a day that does not exist.
    private func day(_ year: Int64, _ month: Int64, _ day: Int64) -> Range<Int64>? {
        let civil = CivilTime(year: year, month: month, day: day)
        guard civil.isValid else { return nil }
        return days(from: civil.instant(offset: 0).floored(by: 86_400 * 1_000_000).quotient, count: 1)
    }

    private func start(_ year: Int64, _ month: Int64) -> Int64 {
        zone.instant(of: CivilTime(year: year, month: month, day: 1))
    }
}
