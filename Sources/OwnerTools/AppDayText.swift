package import CivilDates
internal import Languages
package import LibraryModel

/// What an app did on a day, in words for people.
package struct AppDayText {
    private let day: AppDay
    private let zone: TimeZoneOffsets
    private let now: Int64

    /// `now`: microseconds since 1970.
    package init(_ day: AppDay, zone: TimeZoneOffsets, now: Int64) {
        self.day = day
        self.zone = zone
        self.now = now
    }

    /// For example `120 items looked at, files of 3 items taken`.
    package var deeds: String {
        var deeds: [String] = []
        if let items = counted(day.lookedAt) { deeds.append(localized("{items} looked at", ["items": items])) }
        if let items = counted(day.read) { deeds.append(localized("details of {items} read", ["items": items])) }
        if let items = counted(day.taken) { deeds.append(localized("files of {items} taken", ["items": items])) }
        if let items = counted(day.changed) { deeds.append(localized("{items} changed", ["items": items])) }
        if day.added > 0 { deeds.append(localized("{items} added", ["items": CountText.items(day.added)])) }
        if day.deleted > 0 { deeds.append(localized("{items} deleted", ["items": CountText.items(day.deleted)])) }
        return deeds.listed
    }

    /// As many as are told apart; nil for none.
    private func counted(_ count: Int) -> String? {
        if count > AppDay.maximumCount { return localized("more than {count} items", ["count": AppDay.maximumCount]) }
        return count > 0 ? CountText.items(count) : nil
    }

    /// `today`, `yesterday`, or the date.
    package var name: String {
        switch zone.dayNumber(at: now).subtractingReportingOverflow(day.day).partialValue {
        case 0: return localized("today")
        case 1: return localized("yesterday")
        default: return date
        }
    }

    /// For example `2024-05-01`.
    package var date: String {
        let noon = min(max(day.day, -100_000_000), 100_000_000) * 86_400_000_000 + 43_200_000_000
        return String(DateText.universal(noon).prefix { $0 != "T" })
    }
}
