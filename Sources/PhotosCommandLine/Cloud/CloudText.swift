import CivilDates
import LibraryModel
import OwnerTools
import TerminalText

/// How synchronisation stands, for people.
enum CloudText {
    /// One word for programs.
    static func name(_ status: CloudStatus) -> String {
        guard status.isRunning, let report = status.report else { return "stopped" }
        return switch report.phase {
        case .starting: "starting"
        case .synchronizing: "synchronizing"
        case .idle: "idle"
        case .paused: "paused"
        case .waiting: "waiting"
        case .refused: "refused"
        case .verifying: "verifying"
        }
    }

    static func lines(_ status: CloudStatus) -> [String] {
        guard let settings = status.settings else {
            return ["Synchronisation is not set up; \"photos cloud setup URL\" does that."]
        }
        var table = TextTable(.left, .left)
        table.append("Bucket", settings.url.sanitized + (settings.isEncrypted ? "" : " (not encrypted)"))
        table.append("This device", settings.deviceName.sanitized)
        table.append("State", state(status))
        if let reason = status.problem ?? status.report?.reason { table.append("Why", reason.sanitized) }
        if let next = status.report?.nextAttempt { table.append("Next attempt", DateText.local(next)) }
        table.append("Last in step", status.report?.lastComplete.map { DateText.local($0) } ?? "not yet")
        if let report = status.report {
            table.append("Waits to be sent", "\(report.changesToSend) changes, \(report.filesToSend) files")
            table.append("Waits to come", "\(report.filesToGet) files")
        }
        return table.lines + lines(status.report?.devices ?? [])
            + (status.report?.problems ?? []).map { "Problem: \($0.sanitized)" }
    }

    static func lines(_ devices: [CloudDevice]) -> [String] {
        var table = TextTable(.left, .left, .left)
        for device in devices {
            let name = (device.name.isEmpty ? "a device without a name" : device.name.sanitized)
            let seen = device.lastSeen == 0 ? "not heard of" : "last heard of \(DateText.local(device.lastSeen))"
            table.append(
                "Device \(device.device.hexadecimal.prefix(8))",
                name,
                device.isForgotten ? "forgotten" : seen
            )
        }
        return table.lines
    }

    private static func state(_ status: CloudStatus) -> String {
        guard status.isRunning, let report = status.report else { return "photolibrary-sync does not run" }
        return switch report.phase {
        case .starting: "starting"
        case .synchronizing: "synchronising"
        case .idle: "in step"
        case .paused: "paused; \"photos cloud resume\" goes on"
        case .waiting: "something failed, and is tried again"
        case .refused: "it cannot go on"
        case .verifying: "verifying \(report.verification?.checked ?? 0) files so far"
        }
    }
}
