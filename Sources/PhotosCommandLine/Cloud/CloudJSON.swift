import LibraryModel

/// How synchronisation stands, for programs. Times are seconds since 1970. No key is in it.
struct CloudJSON: Encodable, Hashable {
    struct Device: Encodable, Hashable {
        var identifier: String
        var name: String
        var lastSeen: Double
        var isForgotten: Bool

        init(_ device: CloudDevice) {
            identifier = device.device.hexadecimal
            name = device.name
            lastSeen = Double(device.lastSeen) / 1_000_000
            isForgotten = device.isForgotten
        }
    }

    struct Verification: Encodable, Hashable {
        var checked: UInt64
        var damaged: UInt64
        var missing: UInt64

        init(_ verification: CloudReport.Verification) {
            checked = verification.checked
            damaged = verification.damaged
            missing = verification.missing
        }
    }

    /// `off`, `stopped`, or the report's phase.
    var state: String
    var url: String?
    var name: String?
    var isPaused: Bool?
    var isEncrypted: Bool?
    var isRunning: Bool
    var reason: String?
    var device: String?
    var lastComplete: Double?
    var nextAttempt: Double?
    var changesToSend: UInt64?
    var filesToSend: UInt64?
    var filesToGet: UInt64?
    var devices: [Device]
    var problems: [String]
    var verification: Verification?

    init(_ status: CloudStatus) {
        let report = status.report
        state = status.settings == nil ? "off" : CloudText.name(status)
        url = status.settings?.url
        name = status.settings?.deviceName
        isPaused = status.settings?.isPaused
        isEncrypted = status.settings?.isEncrypted
        isRunning = status.isRunning
        reason = status.problem ?? report?.reason
        device = report?.device?.hexadecimal
        lastComplete = report?.lastComplete.map { Double($0) / 1_000_000 }
        nextAttempt = report?.nextAttempt.map { Double($0) / 1_000_000 }
        changesToSend = report?.changesToSend
        filesToSend = report?.filesToSend
        filesToGet = report?.filesToGet
        devices = (report?.devices ?? []).map(Device.init)
        problems = report?.problems ?? []
        verification = report?.verification.map(Verification.init)
    }
}
