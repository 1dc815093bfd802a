package import LibraryModel

/// Whether transfers may go on at a time of the day, and for how long: a value without a clock.
package enum TransferWindow: Hashable, Sendable {
    /// For so many seconds; nil for ever.
    case open(seconds: Int?)
    case closed(seconds: Int)

    /// `secondOfDay`: of the local day, from 0.
    package init(_ hours: DailyHours?, secondOfDay: Int) {
        guard let hours else {
            self = .open(seconds: nil)
            return
        }
        let minute = secondOfDay / 60
        let passed = secondOfDay % 60
        let wait = hours.wait(atMinute: minute)
        self =
            wait > 0
            ? .closed(seconds: wait * 60 - passed)
            : .open(seconds: hours.remaining(atMinute: minute).map { $0 * 60 - passed })
    }
}
