/// How a library is synchronised with a bucket.
package struct CloudSettings: Hashable, Sendable {
    /// `folder:DIR` or `s3://…`, without credentials.
    package var url: String
    /// What the person calls this device.
    package var deviceName: String
    package var isPaused = false
    package var isEncrypted = true
    /// True to join the library that the bucket has; false to create one in a bucket that has none.
    package var joins: Bool
    package var limits = TransferLimits()
    /// Bytes of originals that stay here; nil to keep all.
    package var keptBytes: Int64?

    package init(url: String, deviceName: String, joins: Bool) {
        self.url = url
        self.deviceName = deviceName
        self.joins = joins
    }

    /// Bytes.
    package static let maximumURLLength = 4_096
    package static let maximumNameLength = 255
    package static let keyLength = 32
}

/// A command to the sync process.
package enum CloudCommand: Hashable, Sendable {
    case settingsChanged
    case synchronize
    case forget(ObjectID)
    case verify
    /// Discards the sync process's own state, and rebuilds it from the bucket and the library.
    case rebuild
}

/// A command with its sequence number.
package struct NumberedCloudCommand: Hashable, Sendable {
    package var command: CloudCommand
    /// 0 until the server has numbered it.
    package var number: UInt64

    package init(_ command: CloudCommand, number: UInt64 = 0) {
        self.command = command
        self.number = number
    }
}

/// Another device of the library.
package struct CloudDevice: Hashable, Sendable {
    package var device: ObjectID
    package var name: String
    /// Microseconds since 1970.
    package var lastSeen: Int64
    package var isForgotten: Bool

    package init(device: ObjectID, name: String, lastSeen: Int64, isForgotten: Bool) {
        self.device = device
        self.name = name
        self.lastSeen = lastSeen
        self.isForgotten = isForgotten
    }
}

/// The state of the sync process, as it reports it.
package struct CloudReport: Hashable, Sendable {
    package enum Phase: UInt8, Hashable, Sendable, CaseIterable {
        case starting = 1
        case synchronizing = 2
        /// Library and bucket were in step at the last check.
        case idle = 3
        case paused = 4
        /// Something failed and will be retried.
        case waiting = 5
        /// It cannot continue until the person changes something.
        case refused = 6
        case verifying = 7
        /// It goes on in the hours that the person allowed.
        case outsideHours = 8
    }

    package struct Verification: Hashable, Sendable {
        package var checked: UInt64 = 0
        package var damaged: UInt64 = 0
        package var missing: UInt64 = 0
        /// Files that were damaged or missing and were sent again from this library. Not counted in the other two.
        package var mended: UInt64 = 0

        package init() {}
    }

    package var phase: Phase
    /// Why it waits or was refused.
    package var reason: String?
    package var device: ObjectID?
    /// Microseconds since 1970.
    package var lastComplete: Int64?
    package var nextAttempt: Int64?
    /// In a status, with those that the sync process has not read yet.
    package var changesToSend: UInt64 = 0
    /// How far the sync process has read the library's local changes.
    package var position: UInt64?
    package var filesToSend: UInt64 = 0
    package var filesToGet: UInt64 = 0
    package var devices: [CloudDevice] = []
    package var problems: [String] = []
    /// The number of the last command that was carried out.
    package var lastCommand: UInt64 = 0
    package var verification: Verification?

    package init(_ phase: Phase, reason: String? = nil) {
        self.phase = phase
        self.reason = reason
    }

    package static let maximumProblems = 100
    package static let maximumDevices = 1_000
}

/// The state of synchronisation, for the owner's tools.
package struct CloudStatus: Hashable, Sendable {
    /// Nil when it is not set up.
    package var settings: CloudSettings?
    /// The last report, possibly of a process that has ended.
    package var report: CloudReport?
    package var isRunning = false
    /// The number of the last command.
    package var lastCommand: UInt64 = 0
    /// Why the process could not be started.
    package var problem: String?
    package var originals = OriginalStorage()

    package init(settings: CloudSettings? = nil) { self.settings = settings }
}

extension LibraryError {
    package static let cloudNotSetUp = LibraryError(
        .notFound,
        "synchronisation is not set up; \"photos cloud setup URL\" does that"
    )
}
