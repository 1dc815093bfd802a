import Languages
import OwnerTools
import TerminalText

/// A line with the progress of a task, fitted to a number of columns.
struct ProgressBar: Hashable, Sendable {
    /// Items done, and all items.
    var done: Int
    var total: Int
    var unit: ProgressUnit
    /// Seconds since the start.
    var elapsed: Double
    /// The part that is done where it is not `done / total`, for example by bytes.
    var fraction: Double?

    /// With fewer columns there is no bar.
    private static let minimumBarWidth = 8
    private static let maximumBarWidth = 40

    /// The line, in at most `width - 1` columns: a character in the last one would wrap on some terminals.
    func line(width: Int) -> String {
        let room = max(0, width - 1)
        let share = min(1, max(0, fraction ?? (total > 0 ? Double(done) / Double(total) : 0)))
        let count = unit.text(done: done, total: total)
        let percent = "\(Int(share * 100))%"
        let texts = [count, percent, rate, remaining(share)].filter { !$0.isEmpty }
        for kept in stride(from: texts.count, through: 1, by: -1) {
            let text = texts.prefix(kept).joined(separator: "  ")
            let barWidth = min(ProgressBar.maximumBarWidth, room - text.columns - 4)
            if barWidth >= ProgressBar.minimumBarWidth { return "[\(bar(share, barWidth))]  \(text)" }
            if text.columns <= room { return text }
        }
        return count.fitting(columns: room)
    }

    private func bar(_ share: Double, _ width: Int) -> String {
        let filled = Int(share * Double(width))
        return String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
    }

    /// Items per second, once there is a rate.
    private var rate: String {
        guard unit.isCounted, done > 0, elapsed >= 0.5 else { return "" }
        let rate = Double(done) / elapsed
        return localized("{number}/s", ["number": rate < 10 ? tenths(rate) : "\(Int(rate))"])
    }

    /// The time left at the rate so far.
    private func remaining(_ share: Double) -> String {
        guard share > 0, share < 1, elapsed >= 2 else { return "" }
        return localized("ETA {time}", ["time": SizeText.span(elapsed / share - elapsed)])
    }

    private func tenths(_ value: Double) -> String {
        let rounded = Int((value * 10).rounded())
        return "\(rounded / 10)\(Language.current.decimalSeparator)\(rounded % 10)"
    }
}
