/// What an app did with the library on one day.
///
/// Each photo counts once in each count, again after a restart of the server.
package struct AppDay: Hashable, Sendable {
    /// Days of use that are kept of each app, the latest.
    package static let keptDays: Int64 = 14
    /// The most photos that a count tells apart; larger counts are this and one.
    package static let maximumCount = 10_000

    /// Days since 1970-01-01 by the clock on the server's wall.
    package var day: Int64
    /// Photos whose picture it got.
    package var lookedAt: Int
    /// Photos whose properties it read, such as date and place.
    package var read: Int
    /// Photos of which it got a file.
    package var taken: Int
    package var changed: Int
    /// Not limited by `maximumCount`, as `deleted`.
    package var added: Int
    package var deleted: Int

    package init(
        day: Int64,
        lookedAt: Int = 0,
        read: Int = 0,
        taken: Int = 0,
        changed: Int = 0,
        added: Int = 0,
        deleted: Int = 0
    ) {
        self.day = day
        self.lookedAt = lookedAt
        self.read = read
        self.taken = taken
        self.changed = changed
        self.added = added
        self.deleted = deleted
    }

    package var isEmpty: Bool { self == AppDay(day: day) }

    /// With more of the same day.
    package func adding(_ more: AppDay) -> AppDay {
        func sum(_ count: KeyPath<AppDay, Int>, atMost maximum: Int = .max) -> Int {
            let (sum, overflows) = self[keyPath: count].addingReportingOverflow(more[keyPath: count])
            return overflows ? maximum : min(sum, maximum)
        }
        let most = AppDay.maximumCount + 1
        return AppDay(
            day: day,
            lookedAt: sum(\.lookedAt, atMost: most),
            read: sum(\.read, atMost: most),
            taken: sum(\.taken, atMost: most),
            changed: sum(\.changed, atMost: most),
            added: sum(\.added),
            deleted: sum(\.deleted)
        )
    }
}
