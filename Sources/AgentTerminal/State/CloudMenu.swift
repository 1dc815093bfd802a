internal import Languages
internal import LibraryModel
internal import LinuxSystem
internal import OwnerTools

/// How synchronisation stands, and what the person can do about it, a line each.
struct CloudMenu {
    enum Choice: Hashable {
        case back
        case act(CloudAction)
        /// Leads to the question whether to forget it.
        case askToForget(CloudDevice)
    }

    private(set) var status: CloudStatus
    private(set) var choices: [Choice]
    /// The device that the person is asked about.
    private(set) var asked: CloudDevice?
    /// At first on the line that changes nothing.
    private var line = LineFocus()

    init(_ status: CloudStatus) {
        self.status = status
        choices = CloudMenu.offered(for: status)
    }

    var focused: Choice { choices[focus] }
    var focus: Int { line.index }

    /// Shows how it stands now; the cursor stays on its choice.
    mutating func show(_ status: CloudStatus) {
        self.status = status
        guard asked == nil else { return }
        let before = focused
        choices = CloudMenu.offered(for: status)
        line.index = choices.firstIndex(of: before) ?? 0
    }

    mutating func ask(about device: CloudDevice) {
        asked = device
        choices = [.back, .act(.forget(device.device))]
        line.index = 0
    }

    /// Back from a question.
    mutating func leaveQuestion() {
        asked = nil
        choices = CloudMenu.offered(for: status)
        line.index = 0
    }

    private static func offered(for status: CloudStatus) -> [Choice] {
        guard let settings = status.settings else { return [.back] }
        if settings.isPaused { return [.back, .act(.resume)] }
        let devices = CloudSummary(status).devices.filter { !$0.isForgotten }
        return [.back, .act(.synchronize), .act(.pause), .act(.verify)] + devices.map { .askToForget($0) }
    }

    /// Returns false for a key that does not move.
    mutating func move(_ key: Key) -> Bool { line.move(key, among: choices.count) }

    var title: String {
        if let asked { return localized("Forget {name}?", ["name": CloudSummary(status).title(asked)]) }
        return localized("One library on several machines: {state}", ["state": CloudSummary(status).state])
    }

    var facts: [(name: String, text: String)] {
        if asked != nil {
            return [
                (localized("lost?"), localized("Nobody waits for it any more. What it had sent stays.")),
                ("", localized("Should it come back, it joins anew, and nothing is lost.")),
            ]
        }
        let summary = CloudSummary(status)
        if status.settings == nil { return [("", CloudSummary.setUp)] }
        return summary.facts.map { ($0.name, $0.text) }
            + summary.devices.map { (localized("Device"), "\(summary.title($0)), \(summary.words($0))") }
            + summary.problems.map { (localized("Problem"), $0) }
    }

    func title(_ choice: Choice) -> String {
        switch choice {
        case .back: asked == nil ? localized("Back: change nothing") : localized("Back: it stays")
        case .askToForget(let device): localized("Forget {name}…", ["name": CloudSummary(status).title(device)])
        case .act(.synchronize): localized("Synchronise now")
        case .act(.pause): localized("Pause: synchronise no more until you go on")
        case .act(.resume): localized("Go on")
        case .act(.verify): localized("Verify: read every file from the bucket and check that it is whole")
        case .act(.forget): localized("Forget it")
        }
    }
}
