/// One line that tells how far a long work is, fit to a number of columns.
struct ProgressBar: Hashable, Sendable {
    /// Pieces of work, of any unit, that are done and that there are.
    var done: Int
    var total: Int
    /// What is counted, for example `files`.
    var unit: String
    /// Seconds since the work began.
    var elapsed: Double
    /// How much of the whole is done where that is not `done / total`, for example by bytes.
    var fraction: Double?

    /// Below this many columns of its own the bar says nothing.
    private static let minimumBarWidth = 8
    private static let maximumBarWidth = 40

    /// The line, at most `width - 1` characters: a character in the last column would wrap on some terminals.
    func line(width: Int) -> String {
        let room = max(0, width - 1)
        let share = min(1, max(0, fraction ?? (total > 0 ? Double(done) / Double(total) : 0)))
        let count = "\(done)/\(total) \(unit)"
        let percent = "\(Int(share * 100))%"
        let texts = [count, percent, rate, remaining(share)].filter { !$0.isEmpty }
        for kept in stride(from: texts.count, through: 1, by: -1) {
            let text = texts.prefix(kept).joined(separator: "  ")
            let barWidth = min(ProgressBar.maximumBarWidth, room - text.count - 4)
            if barWidth >= ProgressBar.minimumBarWidth { return "[\(bar(share, barWidth))]  \(text)" }
            if text.count <= room { return text }
        }
        return String(count.prefix(room))
    }

    private func bar(_ share: Double, _ width: Int) -> String {
        let filled = Int(share * Double(width))
        return String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
    }

    /// Pieces a second, once there is something to tell.
    private var rate: String {
        guard done > 0, elapsed >= 0.5 else { return "" }
        let rate = Double(done) / elapsed
        return rate < 10 ? "\(tenths(rate))/s" : "\(Int(rate))/s"
    }

    /// How long it will still take at the pace so far.
    private func remaining(_ share: Double) -> String {
        guard share > 0, share < 1, elapsed >= 2 else { return "" }
        return "ETA " + ProgressBar.duration(elapsed / share - elapsed)
    }

    private func tenths(_ value: Double) -> String {
        let rounded = Int((value * 10).rounded())
        return "\(rounded / 10).\(rounded % 10)"
    }

    /// For example `0:07`, `12:30` or `3:05:00`.
    static func duration(_ seconds: Double) -> String {
        let whole = Int(min(max(0, seconds.rounded()), 359_999))
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
    }
}
