/// The hours of a day in which transfers are allowed, as `22:00-06:30`. The end is exclusive; equal times are the whole
/// day.
package struct DailyHours: Hashable, Sendable {
    package static let minutesOfDay = 24 * 60

    package let start: Int
    package let end: Int

    /// Nil for what are no minutes of a day.
    package init?(start: Int, end: Int) {
        guard [start, end].allSatisfy({ (0..<DailyHours.minutesOfDay).contains($0) }) else { return nil }
        self.start = start
        self.end = end
    }

    /// Nil for a text of another form.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let start = DailyHours.minute(parts[0]), let end = DailyHours.minute(parts[1]) else {
            return nil
        }
        self.start = start
        self.end = end
    }

    package var text: String { "\(DailyHours.text(start))-\(DailyHours.text(end))" }

    /// Minutes until transfers are allowed; 0 when they are. `minute`: of the local day, from 0.
    package func wait(atMinute minute: Int) -> Int { contains(minute) ? 0 : distance(from: minute, to: start) }

    /// Minutes until transfers are no longer allowed; nil when they always are.
    package func remaining(atMinute minute: Int) -> Int? {
        if start == end { return nil }
        return contains(minute) ? distance(from: minute, to: end) : 0
    }

    private func contains(_ minute: Int) -> Bool {
        start == end || distance(from: start, to: minute) < distance(from: start, to: end)
    }

    private func distance(from: Int, to: Int) -> Int {
        let difference = (to - from) % DailyHours.minutesOfDay
        return difference < 0 ? difference + DailyHours.minutesOfDay : difference
    }

    private static func minute(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2,
            parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        return hour * 60 + minute
    }

    private static func text(_ minute: Int) -> String {
        let (hour, rest) = minute.quotientAndRemainder(dividingBy: 60)
        return (hour < 10 ? "0" : "") + "\(hour):" + (rest < 10 ? "0" : "") + "\(rest)"
    }
}
