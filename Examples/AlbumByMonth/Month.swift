import Photos

/// A month of the calendar.
struct Month: Hashable, Comparable {
    var year: Int
    var month: Int

    init(_ date: Date, calendar: Calendar) {
        year = calendar.component(.year, from: date)
        month = calendar.component(.month, from: date)
    }

    var albumTitle: String { "\(year)-\(month < 10 ? "0" : "")\(month)" }
    /// Not just the year: the person may have a folder with that name.
    var folderTitle: String { "\(year) by month" }

    static func < (left: Month, right: Month) -> Bool { (left.year, left.month) < (right.year, right.month) }
}
