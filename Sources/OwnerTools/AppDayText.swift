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

    /// For example `120 photos looked at, files of 3 photos taken`.
    package var deeds: String {
        var deeds: [String] = []
        if let photos = counted(day.lookedAt) { deeds.append(localized("{photos} looked at", ["photos": photos])) }
        if let photos = counted(day.read) { deeds.append(localized("details of {photos} read", ["photos": photos])) }
        if let photos = counted(day.taken) { deeds.append(localized("files of {photos} taken", ["photos": photos])) }
        if let photos = counted(day.changed) { deeds.append(localized("{photos} changed", ["photos": photos])) }
        if day.added > 0 { deeds.append(localized("{photos} added", ["photos": CountText.photos(day.added)])) }
        if day.deleted > 0 { deeds.append(localized("{photos} deleted", ["photos": CountText.photos(day.deleted)])) }
        return deeds.listed
    }

    /// As many as are told apart; nil for none.
    private func counted(_ count: Int) -> String? {
        if count > AppDay.maximumCount { return localized("more than {count} photos", ["count": AppDay.maximumCount]) }
        return count > 0 ? CountText.photos(count) : nil
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
