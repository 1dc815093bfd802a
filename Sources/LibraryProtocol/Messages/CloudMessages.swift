package import CLibraryProtocol
package import LibraryModel

// Synchronisation with a bucket.

extension CloudSettings: WholeMessage {
    package static let messageKind = MessageKind(photolibrary__cloud_settings__init)

    package func write(to message: Message<Photolibrary__CloudSettings>) {
        message.put(\.url, url)
        message.put(\.device_name, deviceName)
        message.put(\.has_is_paused, \.is_paused, isPaused)
        message.put(\.has_is_encrypted, \.is_encrypted, isEncrypted)
        message.put(\.has_joins, \.joins, joins)
        if limits != TransferLimits() { message.put(\.limits, limits) }
        message.put(\.has_kept_bytes, \.kept_bytes, keptBytes)
    }

    package init(reading message: Message<Photolibrary__CloudSettings>) throws(LibraryError) {
        self.init(
            url: try message.text(\.url).required("url"),
            deviceName: try message.text(\.device_name).required("device_name"),
            joins: message.flag(\.has_joins, \.joins) ?? false
        )
        isPaused = message.flag(\.has_is_paused, \.is_paused) ?? false
        isEncrypted = message.flag(\.has_is_encrypted, \.is_encrypted) ?? false
        limits = try message.part(\.limits) ?? TransferLimits()
        keptBytes = message.number(\.has_kept_bytes, \.kept_bytes)
        if let keptBytes, keptBytes < 0 { throw .malformed("kept_bytes") }
        guard url.utf8.count <= CloudSettings.maximumURLLength,
            deviceName.utf8.count <= CloudSettings.maximumNameLength
        else { throw LibraryError(.limitExceeded, "the bucket's URL or the device's name is too long") }
    }
}

extension TransferLimits: MessageValue {
    package static let messageKind = MessageKind(photolibrary__transfer_limits__init)

    package func write(to message: Message<Photolibrary__TransferLimits>) {
        message.put(\.has_sent_bytes_per_second, \.sent_bytes_per_second, sentBytesPerSecond)
        message.put(\.has_received_bytes_per_second, \.received_bytes_per_second, receivedBytesPerSecond)
        message.put(\.has_requests_per_second, \.requests_per_second, requestsPerSecond)
        message.put(\.has_first_minute, \.first_minute, hours.map { UInt32($0.start) })
        message.put(\.has_end_minute, \.end_minute, hours.map { UInt32($0.end) })
    }

    package init(reading message: Message<Photolibrary__TransferLimits>) throws(LibraryError) {
        self.init(
            sentBytesPerSecond: message.number(\.has_sent_bytes_per_second, \.sent_bytes_per_second),
            receivedBytesPerSecond: message.number(\.has_received_bytes_per_second, \.received_bytes_per_second),
            requestsPerSecond: message.number(\.has_requests_per_second, \.requests_per_second)
        )
        let first = message.number(\.has_first_minute, \.first_minute)
        let end = message.number(\.has_end_minute, \.end_minute)
        if let first, let end {
            guard let hours = DailyHours(start: Int(first), end: Int(end)) else { throw .malformed("hours") }
            self.hours = hours
        } else if (first == nil) != (end == nil) {
            throw .malformed("hours")
        }
        guard isValid else { throw LibraryError(.limitExceeded, "a limit of transfers is out of range") }
    }
}

extension NumberedCloudCommand: ReplyMessage {
    package static let field = ResponseField.cloudCommand
    package static let messageKind = MessageKind(photolibrary__cloud_command__init)

    package func write(to message: Message<Photolibrary__CloudCommand>) {
        let kind: Photolibrary__CloudCommand__Kind =
            switch command {
            case .settingsChanged: PHOTOLIBRARY__CLOUD_COMMAND__KIND__SETTINGS_CHANGED
            case .synchronize: PHOTOLIBRARY__CLOUD_COMMAND__KIND__SYNCHRONIZE
            case .forget: PHOTOLIBRARY__CLOUD_COMMAND__KIND__FORGET
            case .verify: PHOTOLIBRARY__CLOUD_COMMAND__KIND__VERIFY
            case .rebuild: PHOTOLIBRARY__CLOUD_COMMAND__KIND__REBUILD
            }
        message.put(\.has_kind, \.kind, kind)
        if case .forget(let device) = command { message.put(\.has_device, \.device, device) }
        message.put(\.has_number, \.number, number)
    }

    package init(reading message: Message<Photolibrary__CloudCommand>) throws(LibraryError) {
        let command: CloudCommand
        switch try message.number(\.has_kind, \.kind).required("kind") {
        case PHOTOLIBRARY__CLOUD_COMMAND__KIND__SETTINGS_CHANGED: command = .settingsChanged
        case PHOTOLIBRARY__CLOUD_COMMAND__KIND__SYNCHRONIZE: command = .synchronize
        case PHOTOLIBRARY__CLOUD_COMMAND__KIND__FORGET:
            command = .forget(try message.objectID(\.has_device, \.device).required("device"))
        case PHOTOLIBRARY__CLOUD_COMMAND__KIND__VERIFY: command = .verify
        case PHOTOLIBRARY__CLOUD_COMMAND__KIND__REBUILD: command = .rebuild
        default: throw .malformed("cloud command")
        }
        self.init(command, number: message.number(\.has_number, \.number) ?? 0)
    }
}

extension CloudDevice: MessageValue {
    package static let messageKind = MessageKind(photolibrary__cloud_device__init)

    package func write(to message: Message<Photolibrary__CloudDevice>) {
        message.put(\.has_device, \.device, device)
        message.put(\.name, name)
        message.put(\.has_last_seen, \.last_seen, lastSeen)
        message.put(\.has_is_forgotten, \.is_forgotten, isForgotten)
    }

    package init(reading message: Message<Photolibrary__CloudDevice>) throws(LibraryError) {
        self.init(
            device: try message.objectID(\.has_device, \.device).required("device"),
            name: message.text(\.name) ?? "",
            lastSeen: message.number(\.has_last_seen, \.last_seen) ?? 0,
            isForgotten: message.flag(\.has_is_forgotten, \.is_forgotten) ?? false
        )
    }
}

extension CloudReport: WholeMessage {
    package static let messageKind = MessageKind(photolibrary__cloud_report__init)

    package func write(to message: Message<Photolibrary__CloudReport>) {
        message.put(\.has_phase, \.phase, Photolibrary__CloudReport__Phase(UInt32(phase.rawValue)))
        message.put(\.reason, reason)
        message.put(\.has_device, \.device, device)
        message.put(\.has_last_complete, \.last_complete, lastComplete)
        message.put(\.has_next_attempt, \.next_attempt, nextAttempt)
        message.put(\.has_changes_to_send, \.changes_to_send, changesToSend)
        message.put(\.has_files_to_send, \.files_to_send, filesToSend)
        message.put(\.has_files_to_get, \.files_to_get, filesToGet)
        message.put(\.n_devices, \.devices, devices)
        message.put(\.n_problems, \.problems, problems)
        message.put(\.has_last_command, \.last_command, lastCommand)
        message.put(\.has_verified_files, \.verified_files, verification?.checked)
        message.put(\.has_damaged_files, \.damaged_files, verification?.damaged)
        message.put(\.has_missing_files, \.missing_files, verification?.missing)
        message.put(\.has_mended_files, \.mended_files, verification?.mended)
        message.put(\.has_position, \.position, position)
    }

    package init(reading message: Message<Photolibrary__CloudReport>) throws(LibraryError) {
        let number = try message.number(\.has_phase, \.phase).required("phase").rawValue
        guard let phase = UInt8(exactly: number).flatMap(Phase.init) else { throw .malformed("phase") }
        self.init(phase, reason: message.text(\.reason))
        device = try message.objectID(\.has_device, \.device)
        lastComplete = message.number(\.has_last_complete, \.last_complete)
        nextAttempt = message.number(\.has_next_attempt, \.next_attempt)
        changesToSend = message.number(\.has_changes_to_send, \.changes_to_send) ?? 0
        filesToSend = message.number(\.has_files_to_send, \.files_to_send) ?? 0
        filesToGet = message.number(\.has_files_to_get, \.files_to_get) ?? 0
        devices = try message.parts(\.n_devices, \.devices)
        problems = message.texts(\.n_problems, \.problems)
        lastCommand = message.number(\.has_last_command, \.last_command) ?? 0
        position = message.number(\.has_position, \.position)
        guard let checked = message.number(\.has_verified_files, \.verified_files) else { return }
        var verification = Verification()
        verification.checked = checked
        verification.damaged = message.number(\.has_damaged_files, \.damaged_files) ?? 0
        verification.missing = message.number(\.has_missing_files, \.missing_files) ?? 0
        verification.mended = message.number(\.has_mended_files, \.mended_files) ?? 0
        self.verification = verification
    }
}

extension CloudStatus: ReplyMessage {
    package static let field = ResponseField.cloudStatus
    package static let messageKind = MessageKind(photolibrary__cloud_status__init)

    package func write(to message: Message<Photolibrary__CloudStatus>) {
        message.put(\.settings, settings)
        message.put(\.report, report)
        message.put(\.has_is_running, \.is_running, isRunning)
        message.put(\.has_last_command, \.last_command, lastCommand)
        message.put(\.problem, problem)
        message.put(\.originals, originals)
    }

    package init(reading message: Message<Photolibrary__CloudStatus>) throws(LibraryError) {
        self.init(settings: try message.part(\.settings))
        report = try message.part(\.report)
        isRunning = message.flag(\.has_is_running, \.is_running) ?? false
        lastCommand = message.number(\.has_last_command, \.last_command) ?? 0
        problem = message.text(\.problem)
        originals = try message.part(\.originals) ?? OriginalStorage()
    }
}

/// The key of the library's bucket. Its description hides it.
package struct CloudKeyResult: ReplyMessage, Hashable, CustomStringConvertible, CustomReflectable {
    package static let field = ResponseField.cloudKey
    package static let messageKind = MessageKind(photolibrary__cloud_key__init)

    /// Nil without encryption.
    package var key: [UInt8]?

    package init(_ key: [UInt8]?) { self.key = key }

    package func write(to message: Message<Photolibrary__CloudKey>) { message.put(\.has_key, \.key, key) }

    package init(reading message: Message<Photolibrary__CloudKey>) { key = message.bytes(\.has_key, \.key) }

    package var description: String { "CloudKeyResult(hidden)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
