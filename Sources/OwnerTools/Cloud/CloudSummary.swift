package import CivilDates
package import LibraryModel
internal import TerminalText

/// The state of synchronisation in words for people, shared by the command line, the page and the terminal. Safe to
/// print to a terminal.
package struct CloudSummary {
    private let status: CloudStatus
    private let zone: TimeZoneOffsets

    package init(_ status: CloudStatus) { self.init(status, zone: .local) }

    package init(_ status: CloudStatus, zone: TimeZoneOffsets) {
        self.status = status
        self.zone = zone
    }

    /// What to do where it is not set up.
    package static let setUp = "Synchronisation is not set up; \"photos cloud setup URL\" does that."

    /// One word for programs: `off`, `stopped`, or what `photolibrary-sync` does.
    package var name: String {
        if status.settings == nil { return "off" }
        guard status.isRunning, let report = status.report else { return "stopped" }
        return switch report.phase {
        case .starting: "starting"
        case .synchronizing: "synchronizing"
        case .idle: "idle"
        case .paused: "paused"
        case .waiting: "waiting"
        case .refused: "refused"
        case .verifying: "verifying"
        case .outsideHours: "outside-hours"
        }
    }

    /// For example `in step`.
    package var state: String {
        if status.settings == nil { return "not set up" }
        guard status.isRunning, let report = status.report else { return "photolibrary-sync does not run" }
        return switch report.phase {
        case .starting: "starting"
        case .synchronizing: "synchronising"
        case .idle: report.changesToSend == 0 ? "in step" : "changes wait to be sent"
        case .paused: "paused"
        case .waiting: "something failed, and is tried again"
        case .refused: "it cannot go on"
        case .outsideHours: "it waits for its hours"
        case .verifying: "verifying: \(CountText.of(report.verification?.checked ?? 0, "file")) so far"
        }
    }

    /// The state with what is still to be done, while something is.
    package var remaining: String {
        guard let report = status.report, report.phase == .synchronizing else { return state }
        let parts = [
            (report.changesToSend, CountText.of(report.changesToSend, "change") + " to send"),
            (report.filesToSend, CountText.of(report.filesToSend, "file") + " to send"),
            (report.filesToGet, CountText.of(report.filesToGet, "file") + " to come"),
        ].filter { $0.0 > 0 }.map(\.1)
        return parts.isEmpty ? state : "\(state): \(parts.joined(separator: ", "))"
    }

    /// Why it waits, was refused or does not run, with what to do about it.
    package var reason: String? { (status.problem ?? status.report?.reason)?.sanitized }

    /// Everything about this device, a line each.
    package var facts: [CloudFact] {
        place + [CloudFact("State", state)] + (reason.map { [CloudFact("Why", $0)] } ?? []) + progress + originals
            + verified
    }

    /// `facts` without the state and its reason.
    package var details: [CloudFact] { place + progress + originals + verified }

    /// Where the originals are.
    package var originals: [CloudFact] {
        guard let settings = status.settings else { return [] }
        func amount(_ files: UInt64, _ bytes: Int64) -> String {
            "\(CountText.of(files, "file")), \(SizeText.bytes(bytes))"
        }
        let originals = status.originals
        var facts = [
            CloudFact("Kept here", settings.keptBytes.map { "at most \(SizeText.bytes($0))" } ?? "all originals"),
            CloudFact("Originals here", amount(originals.localFiles, originals.localBytes)),
            CloudFact("In the cloud", amount(originals.cloudFiles, originals.cloudBytes)),
        ]
        if originals.refusedFiles > 0 {
            let files = CountText.of(originals.refusedFiles, "file")
            facts.append(CloudFact("Not shown", "\(files) of other devices that cannot be read here"))
        }
        return facts
    }

    private var place: [CloudFact] {
        guard let settings = status.settings else { return [] }
        return [
            CloudFact("Bucket", settings.url.sanitized + (settings.isEncrypted ? "" : " (not encrypted)")),
            CloudFact("This device", settings.deviceName.sanitized),
        ] + (CloudLimits(settings.limits).text.map { [CloudFact("Limits", $0)] } ?? [])
    }

    private var progress: [CloudFact] {
        guard let report = status.report else { return [] }
        var facts: [CloudFact] = []
        if let next = report.nextAttempt { facts.append(CloudFact("Next attempt", next, zone)) }
        if let last = report.lastComplete {
            facts.append(CloudFact("Last in step", last, zone))
        } else {
            facts.append(CloudFact("Last in step", "not yet"))
        }
        let changes = CountText.of(report.changesToSend, "change")
        facts.append(CloudFact("Waits to be sent", "\(changes), \(CountText.of(report.filesToSend, "file"))"))
        facts.append(CloudFact("Waits to come", CountText.of(report.filesToGet, "file")))
        return facts
    }

    private var verified: [CloudFact] {
        guard let report = status.report, let result = report.verification, report.phase != .verifying else {
            return []
        }
        return [CloudFact("Verified", CloudSummary.words(result))]
            + (CloudSummary.advice(result).map { [CloudFact("Next step", $0)] } ?? [])
    }

    /// The other devices of the library.
    package var devices: [CloudDevice] { status.report?.devices ?? [] }

    /// What the person called it. Several devices may have one name.
    package static func name(_ device: CloudDevice) -> String {
        device.name.isEmpty ? "a device without a name" : device.name.sanitized
    }

    /// The beginning of its identifier, which commands take for it.
    package static func shortIdentifier(_ device: CloudDevice) -> String { String(device.device.hexadecimal.prefix(8)) }

    /// Its name, with the beginning of its identifier where another device has the same name.
    package func title(_ device: CloudDevice) -> String {
        let name = CloudSummary.name(device)
        let isUnique = devices.count { $0.name == device.name } <= 1
        return isUnique ? name : "\(name) (\(CloudSummary.shortIdentifier(device)))"
    }

    /// When it was heard of, or that nobody waits for it any more.
    package func words(_ device: CloudDevice) -> String {
        if device.isForgotten { return "forgotten" }
        return device.lastSeen == 0
            ? "not heard of" : "last heard of \(DateText.local(device.lastSeen, zone: zone))"
    }

    /// What the last synchronisation could not do, a line each.
    package var problems: [String] { (status.report?.problems ?? []).map(\.sanitized) }

    package static func words(_ result: CloudReport.Verification) -> String {
        let mended = result.mended == 0 ? "" : ", \(result.mended) sent again from this library"
        return "\(CountText.of(result.checked, "file")) checked, \(result.damaged) damaged, \(result.missing) missing"
            + mended
    }

    /// What to do about files that are damaged or missing in the bucket; nil where there are none.
    package static func advice(_ result: CloudReport.Verification) -> String? {
        if result.damaged + result.missing == 0 { return nil }
        return "this library does not have them whole; \"photos cloud verify\" on your other machines sends theirs"
    }
}

/// Something about synchronisation, with its name.
package struct CloudFact: Encodable, Hashable, Sendable {
    package var name: String
    package var text: String
    /// ISO 8601, where the fact is a time.
    package var date: String?

    init(_ name: String, _ text: String) {
        self.name = name
        self.text = text
    }

    init(_ name: String, _ instant: Int64, _ zone: TimeZoneOffsets) {
        self.init(name, DateText.local(instant, zone: zone))
        date = DateText.universal(instant)
    }
}
