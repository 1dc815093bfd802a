internal import CivilDates

/// Parses dates in English into ranges of time, in the person's time zone.
struct SearchDates {
    /// The most words of one date: "12th of june 2023".
    static let longestPhrase = 4

    /// Microseconds since 1970.
    var now: Int64
    var zone: TimeZoneOffsets
    /// The years of a date without one, for a month from 1 to 12.
    var years: (_ month: Int64) -> [Int64]

    /// Returns the ranges of words in lower case. Nil when they are no date; empty when no year has the date.
    func ranges(_ words: [String]) -> [Range<Int64>]? {
        let words = words.filter { $0 != "of" }
        switch words.count {
        case 1: return single(words[0])
        case 2: return relative(words[0], words[1]).map { [$0] } ?? monthAndMore(words)
        case 3: return monthAndMore(words)
        default: return nil
        }
    }

    // MARK: One word

    private func single(_ word: String) -> [Range<Int64>]? {
        switch word {
        case "today": return [days(from: today, count: 1)]
        case "yesterday": return [days(from: today - 1, count: 1)]
        default: break
        }
        if let month = SearchDates.month(word) { return years(month).map { self.month(year: $0, month) } }
        if let year = SearchDates.year(word) { return [self.year(year)] }
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

    /// `last week`, `this year`.
    private func relative(_ which: String, _ unit: String) -> Range<Int64>? {
        let back: Int64
        switch which {
        case "this": back = 0
        case "last": back = 1
        default: return nil
        }
        let civil = CivilTime(instant: now, offset: zone.secondsEast(now))
        switch unit {
        case "week":
            // 1970-01-01 was a Thursday; weeks begin on Monday.
            let monday = today - (today + 3).floored(by: 7).remainder
            return days(from: monday - 7 * back, count: 7)
        case "month":
            let months = civil.year * 12 + civil.month - 1 - back
            return month(year: months.floored(by: 12).quotient, months.floored(by: 12).remainder + 1)
        case "year": return year(civil.year - back)
        default: return nil
        }
    }

    /// A month by name with a day, a year or both, in any order.
    private func monthAndMore(_ words: [String]) -> [Range<Int64>]? {
        let months = words.compactMap { SearchDates.month($0) }
        let years = words.compactMap { SearchDates.year($0) }
        let days = words.compactMap { SearchDates.dayOfMonth($0) }
        guard months.count == 1, years.count <= 1, days.count <= 1, 1 + years.count + days.count == words.count else {
            return nil
        }
        guard let dayOfMonth = days.first else { return [month(year: years[0], months[0])] }
        let candidates = years.isEmpty ? self.years(months[0]) : years
        return candidates.compactMap { day($0, months[0], dayOfMonth) }
    }

    // MARK: Words

    private static func month(_ word: String) -> Int64? {
        guard word.utf8.count >= 3 else { return nil }
        let names = [
            "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
            "november", "december",
        ]
        let found = names.indices.filter { names[$0].hasPrefix(word) }
        if word == "sept" { return 9 }
        return found.count == 1 ? Int64(found[0] + 1) : nil
    }

    private static func year(_ word: String) -> Int64? {
        guard word.utf8.count == 4, let year = number(word), (1800...2199).contains(year) else { return nil }
        return year
    }

    /// `12`, `12th`.
    private static func dayOfMonth(_ word: String) -> Int64? {
        var digits = word
        for ending in ["st", "nd", "rd", "th"] where word.hasSuffix(ending) { digits = String(word.dropLast(2)) }
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
