import LinuxSystem
import Photos

/// What was measured, as a table for people and as JSON for programs.
struct Report {
    var figures: [Figure]
    let rounds: Int
    let assetCount: Int
    let seconds: Double

    var missed: [Figure] { figures.filter(\.isMissed) }

    var table: String {
        var lines = [
            row("", "product", "C", "", "value", "range of rounds", "target", ""),
            String(repeating: "-", count: 132),
        ]
        for figure in figures {
            let suffix = figure.valueUnit.isEmpty ? "x" : " \(figure.valueUnit)"
            let hasTarget: Bool
            let target: String
            switch figure.target {
            case .atMost(let limit): (hasTarget, target) = (true, "<= \(Report.short(limit))\(suffix)")
            case .atLeast(let limit): (hasTarget, target) = (true, ">= \(Report.short(limit))\(suffix)")
            case .none: (hasTarget, target) = (false, "")
            }
            let range = figure.values
            lines.append(
                row(
                    figure.name,
                    Report.short(figure.product),
                    figure.floor.map(Report.short) ?? "",
                    figure.unit,
                    Report.short(figure.value) + suffix,
                    "[\(Report.short(range.least)) - \(Report.short(range.most))]",
                    target,
                    hasTarget ? (figure.isMissed ? "MISSED" : "ok") : ""
                )
            )
        }
        return lines.joined(separator: "\n")
    }

    private func row(
        _ name: String,
        _ product: String,
        _ floor: String,
        _ unit: String,
        _ value: String,
        _ range: String,
        _ target: String,
        _ verdict: String
    ) -> String {
        func left(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
        func right(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.count)) + text
        }
        return left(name, 49) + right(product, 9) + right(floor, 9) + " " + left(unit, 6) + right(value, 12) + " "
            + left(range, 20) + " " + left(target, 13) + verdict
    }

    /// Three digits that count.
    private static func short(_ value: Double) -> String {
        switch abs(value) {
        case 1_000...: String(format: "%.0f", value)
        case 100..<1_000: String(format: "%.1f", value)
        case 10..<100: String(format: "%.2f", value)
        default: String(format: "%.3f", value)
        }
    }

    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return try encoder.encode(
            Content(
                rounds: rounds,
                assets: assetCount,
                seconds: seconds,
                missed: missed.map(\.name),
                figures: figures.map { Entry($0) }
            )
        )
    }

    private struct Content: Encodable {
        var rounds: Int
        var assets: Int
        var seconds: Double
        var missed: [String]
        var figures: [Entry]
    }

    private struct Entry: Encodable {
        var name: String
        var unit: String
        var valueUnit: String
        var product: Double
        var floor: Double?
        var value: Double
        var atMost: Double?
        var atLeast: Double?
        var isMissed: Bool
        var samples: [Figure.Sample]

        init(_ figure: Figure) {
            name = figure.name
            unit = figure.unit
            valueUnit = figure.valueUnit.isEmpty ? "ratio" : figure.valueUnit
            product = figure.product
            floor = figure.floor
            value = figure.value
            if case .atMost(let limit) = figure.target { atMost = limit }
            if case .atLeast(let limit) = figure.target { atLeast = limit }
            isMissed = figure.isMissed
            samples = figure.samples
        }
    }
}
