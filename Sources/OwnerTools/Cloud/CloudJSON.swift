internal import CivilDates
package import LibraryModel

/// The state of synchronisation as JSON, which `photos cloud status --json` prints and the page reads. Without the
/// encryption key. Keys without a value are left out.
package struct CloudJSON: Encodable, Hashable {
    package struct Device: Encodable, Hashable {
        var identifier: String
        var name: String
        /// Tells devices of one name apart.
        var title: String
        /// Left out when it was never heard of.
        var lastSeen: String?
        var isForgotten: Bool

        init(_ device: CloudDevice, _ summary: CloudSummary) {
            identifier = device.device.hexadecimal
            name = CloudSummary.name(device)
            title = summary.title(device)
            lastSeen = device.lastSeen == 0 ? nil : DateText.universal(device.lastSeen)
            isForgotten = device.isForgotten
        }
    }

    package struct Verification: Encodable, Hashable {
        var checked: UInt64
        var damaged: UInt64
        var missing: UInt64
        /// Files that were damaged or missing and were sent again from this library.
        var mended: UInt64

        package init(_ verification: CloudReport.Verification) {
            checked = verification.checked
            damaged = verification.damaged
            missing = verification.missing
            mended = verification.mended
        }
    }

    /// What is not limited is left out.
    package struct Limits: Encodable, Hashable {
        var sentBytesPerSecond: UInt64?
        var receivedBytesPerSecond: UInt64?
        var requestsPerSecond: UInt64?
        var hours: String?

        package init(_ limits: TransferLimits) {
            sentBytesPerSecond = limits.sentBytesPerSecond
            receivedBytesPerSecond = limits.receivedBytesPerSecond
            requestsPerSecond = limits.requestsPerSecond
            hours = limits.hours?.text
        }
    }

    /// Where the originals are. Sizes are bytes.
    package struct Originals: Encodable, Hashable {
        /// Left out when all stay.
        var kept: Int64?
        var localFiles: UInt64
        var localBytes: Int64
        var cloudFiles: UInt64
        var cloudBytes: Int64
        /// Files of other devices that this library cannot show.
        var refusedFiles: UInt64

        package init(_ status: CloudStatus) {
            kept = status.settings?.keptBytes
            localFiles = status.originals.localFiles
            localBytes = status.originals.localBytes
            cloudFiles = status.originals.cloudFiles
            cloudBytes = status.originals.cloudBytes
            refusedFiles = status.originals.refusedFiles
        }
    }

    /// `off`, `stopped`, or the report's phase.
    var state: String
    var url: String?
    var name: String?
    var isPaused: Bool?
    var isEncrypted: Bool?
    var limits: Limits?
    var isRunning: Bool
    var reason: String?
    var device: String?
    var lastComplete: String?
    var nextAttempt: String?
    var changesToSend: UInt64?
    var filesToSend: UInt64?
    var filesToGet: UInt64?
    package private(set) var devices: [Device]
    var problems: [String]
    var verification: Verification?
    var originals: Originals?
    /// The number of the last command that was carried out.
    var lastCommand: UInt64?
    /// The state, and everything else about this device, in words for people.
    var summary: String
    var facts: [CloudFact]

    package init(_ status: CloudStatus) {
        let (report, words) = (status.report, CloudSummary(status))
        state = words.name
        url = status.settings?.url
        name = status.settings?.deviceName
        isPaused = status.settings?.isPaused
        isEncrypted = status.settings?.isEncrypted
        limits = status.settings.map { Limits($0.limits) }
        isRunning = status.isRunning
        reason = words.reason
        device = report?.device?.hexadecimal
        lastComplete = report?.lastComplete.map { DateText.universal($0) }
        nextAttempt = report?.nextAttempt.map { DateText.universal($0) }
        changesToSend = report?.changesToSend
        filesToSend = report?.filesToSend
        filesToGet = report?.filesToGet
        devices = words.devices.map { Device($0, words) }
        problems = words.problems
        verification = report?.verification.map(Verification.init)
        originals = status.settings == nil ? nil : Originals(status)
        lastCommand = report?.lastCommand
        summary = words.state
        facts = words.details
    }
}
