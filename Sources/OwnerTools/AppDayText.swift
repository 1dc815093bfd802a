package import CivilDates
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
        let counted = [
            (day.lookedAt, "", "looked at"), (day.read, "details of ", "read"), (day.taken, "files of ", "taken"),
            (day.changed, "", "changed"),
        ].map { count, what, deed in
            count > AppDay.maximumCount
                ? "\(what)more than \(AppDay.maximumCount) photos \(deed)"
                : count > 0 ? "\(what)\(CountText.of(count, "photo")) \(deed)" : ""
        }
        let others = [(day.added, "added"), (day.deleted, "deleted")].map { count, deed in
            count > 0 ? "\(CountText.of(count, "photo")) \(deed)" : ""
        }
        return (counted + others).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// `today`, `yesterday`, or the date.
    package var name: String {
        switch zone.dayNumber(at: now).subtractingReportingOverflow(day.day).partialValue {
        case 0: return "today"
        case 1: return "yesterday"
        default: return date
        }
    }

    /// For example `2024-05-01`.
    package var date: String {
        let noon = min(max(day.day, -100_000_000), 100_000_000) * 86_400_000_000 + 43_200_000_000
        return String(DateText.universal(noon).prefix { $0 != "T" })
    }
}
