internal import CivilDates
internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem
internal import Synchronization

/// The years in which the library has photos of a month, for months without a year: "june" is every June. Thread-safe.
final class PhotoYears: Sendable {
    private let client: LibraryClient
    /// Nil when not read since the library changed.
    private let known = Mutex<[MonthCount]?>(nil)

    init(_ client: LibraryClient) { self.client = client }

    func libraryChanged() { known.withLock { $0 = nil } }

    /// Returns the years with photos in a month from 1 to 12.
    func years(of month: Int64) throws(LibraryError) -> [Int64] {
        var months = known.withLock { $0 }
        if months == nil {
            let offset = TimeZoneOffsets.local.secondsEast(WallClock.microseconds())
            months = try client.months(of: FetchRequest(.allAssets), utcOffset: Int32(clamping: offset))
            known.withLock { $0 = months }
        }
        return (months ?? []).compactMap { count in
            guard let number = count.month.map({ Int64($0) }), number % 12 == month - 1 else { return nil }
            return number / 12
        }
    }
}
