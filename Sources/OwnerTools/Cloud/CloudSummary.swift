package import CivilDates
internal import Languages
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
    package static var setUp: String {
        localized("Synchronisation is not set up; \"{command}\" does that.", ["command": "photos cloud setup URL"])
    }

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
        if status.settings == nil { return localized("not set up") }
        guard status.isRunning, let report = status.report else { return localized("photolibrary-sync does not run") }
        return switch report.phase {
        case .starting: localized("starting")
        case .synchronizing: localized("synchronising")
        case .idle: report.changesToSend == 0 ? localized("in step") : localized("changes wait to be sent")
        case .paused: localized("paused")
        case .waiting: localized("something failed, and is tried again")
        case .refused: localized("it cannot go on")
        case .outsideHours: localized("it waits for its hours")
        case .verifying:
            localized("verifying: {files} so far", ["files": CountText.files(report.verification?.checked ?? 0)])
        }
    }

    /// The state with what is still to be done, while something is.
    package var remaining: String {
        guard let report = status.report, report.phase == .synchronizing else { return state }
        let parts = [
            (report.changesToSend, localized("{what} to send", ["what": CountText.changes(report.changesToSend)])),
            (report.filesToSend, localized("{what} to send", ["what": CountText.files(report.filesToSend)])),
            (report.filesToGet, localized("{what} to come", ["what": CountText.files(report.filesToGet)])),
        ].filter { $0.0 > 0 }.map(\.1)
        return parts.isEmpty ? state : "\(state): \(parts.listed)"
    }

    /// Why it waits, was refused or does not run, with what to do about it.
    package var reason: String? {
        (status.problem.map { ReasonText.text($0) } ?? status.report?.localizedReason)?.sanitized
    }

    /// Everything about this device, a line each.
    package var facts: [CloudFact] {
        place + [CloudFact(localized("State"), state)] + (reason.map { [CloudFact(localized("Why"), $0)] } ?? [])
            + progress + originals
            + verified
    }

    /// `facts` without the state and its reason.
    package var details: [CloudFact] { place + progress + originals + verified }

    /// Where the originals are.
    package var originals: [CloudFact] {
        guard let settings = status.settings else { return [] }
        func amount(_ files: UInt64, _ bytes: Int64) -> String {
            [CountText.files(files), SizeText.bytes(bytes)].listed
        }
        let originals = status.originals
        var facts = [
            CloudFact(
                localized("Kept here"),
                settings.keptBytes.map { localized("at most {size}", ["size": SizeText.bytes($0)]) }
                    ?? localized("all originals")
            ),
            CloudFact(localized("Originals here"), amount(originals.localFiles, originals.localBytes)),
            CloudFact(localized("In the cloud"), amount(originals.cloudFiles, originals.cloudBytes)),
        ]
        if originals.refusedFiles > 0 {
            let files = CountText.files(originals.refusedFiles)
            facts.append(
                CloudFact(
                    localized("Not shown"),
                    localized("{files} of other devices that cannot be read here", ["files": files])
                )
            )
        }
        return facts
    }

    private var place: [CloudFact] {
        guard let settings = status.settings else { return [] }
        return [
            CloudFact(
                localized("Bucket"),
                settings.url.sanitized + (settings.isEncrypted ? "" : " (\(localized("not encrypted")))")
            ),
            CloudFact(localized("This device"), settings.deviceName.sanitized),
        ] + (CloudLimits(settings.limits).text.map { [CloudFact(localized("Limits"), $0)] } ?? [])
    }

    private var progress: [CloudFact] {
        guard let report = status.report else { return [] }
        var facts: [CloudFact] = []
        if let next = report.nextAttempt { facts.append(CloudFact(localized("Next attempt"), next, zone)) }
        if let last = report.lastComplete {
            facts.append(CloudFact(localized("Last in step"), last, zone))
        } else {
            facts.append(CloudFact(localized("Last in step"), localized("not yet")))
        }
        let toSend = [CountText.changes(report.changesToSend), CountText.files(report.filesToSend)]
        facts.append(CloudFact(localized("Waits to be sent"), toSend.listed))
        facts.append(CloudFact(localized("Waits to come"), CountText.files(report.filesToGet)))
        return facts
    }

    private var verified: [CloudFact] {
        guard let report = status.report, let result = report.verification, report.phase != .verifying else {
            return []
        }
        return [CloudFact(localized("Verified"), CloudSummary.words(result))]
            + (CloudSummary.advice(result).map { [CloudFact(localized("Next step"), $0)] } ?? [])
    }

    /// The other devices of the library.
    package var devices: [CloudDevice] { status.report?.devices ?? [] }

    /// What the person called it. Several devices may have one name.
    package static func name(_ device: CloudDevice) -> String {
        device.name.isEmpty ? localized("a device without a name") : device.name.sanitized
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
        if device.isForgotten { return localized("forgotten") }
        return device.lastSeen == 0
            ? localized("not heard of")
            : localized("last heard of {date}", ["date": DateText.local(device.lastSeen, zone: zone)])
    }

    /// What the last synchronisation could not do, a line each.
    package var problems: [String] { (status.report?.localizedProblems ?? []).map(\.sanitized) }

    package static func words(_ result: CloudReport.Verification) -> String {
        let checked = localized(
            "{files} checked, {damaged} damaged, {missing} missing",
            ["files": CountText.files(result.checked), "damaged": result.damaged, "missing": result.missing]
        )
        if result.mended == 0 { return checked }
        return checked + localized(", {number} sent again from this library", ["number": result.mended])
    }

    /// What to do about files that are damaged or missing in the bucket; nil where there are none.
    package static func advice(_ result: CloudReport.Verification) -> String? {
        if result.damaged + result.missing == 0 { return nil }
        return localized(
            "this library does not have them whole; \"{command}\" on your other machines sends theirs",
            ["command": "photos cloud verify"]
        )
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
