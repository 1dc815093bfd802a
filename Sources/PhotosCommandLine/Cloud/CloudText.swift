import Languages
import LibraryModel
import OwnerTools
import TerminalText

/// The state of synchronisation, in lines.
enum CloudText {
    static func lines(_ status: CloudStatus) -> [String] {
        guard status.settings != nil else { return [CloudSummary.setUp] }
        let summary = CloudSummary(status)
        var table = TextTable(.left, .left)
        for fact in summary.facts { table.append(fact.name, fact.text) }
        let hint =
            summary.name == "paused"
            ? [localized("\"{command}\" goes on with it.", ["command": "photos cloud resume"])] : []
        return table.lines + hint + devices(summary)
            + summary.problems.map { localized("Problem: {problem}", ["problem": $0]) }
    }

    static func originals(_ summary: CloudSummary) -> [String] {
        var table = TextTable(.left, .left)
        for fact in summary.originals { table.append(fact.name, fact.text) }
        return table.lines
    }

    static func devices(_ summary: CloudSummary) -> [String] {
        var table = TextTable(.left, .left, .left)
        for device in summary.devices {
            table.append(
                localized("Device {identifier}", ["identifier": CloudSummary.shortIdentifier(device)]),
                CloudSummary.name(device),
                summary.words(device)
            )
        }
        return table.lines
    }
}
