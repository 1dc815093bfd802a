package import CLibraryProtocol
package import LibraryModel

// Synchronisation with a bucket: calls of the person's tools and of `photolibrary-sync`.

package struct CloudStatusCall: EmptyCall {
    package static let rules = CallRules.call(70, for: .owner, .long, .tells)
    package typealias Reply = CloudStatus

    package init() {}
}

/// Sets synchronisation up, changes it, or ends it. Its description hides the key.
package struct SetCloudCall: Call, CustomStringConvertible, CustomReflectable {
    package static let rules = CallRules.call(71, for: .owner, .long, .changes)
    package typealias Reply = EmptyResult
    package static let messageKind = MessageKind(photolibrary__set_cloud_call__init)

    /// Nil to end it.
    package var settings: CloudSettings?
    /// Nil to keep the one that is there.
    package var key: [UInt8]?
    /// Ends synchronisation although originals are in the bucket alone.
    package var abandonsOriginals: Bool

    package init(_ settings: CloudSettings?, key: [UInt8]? = nil, abandonsOriginals: Bool = false) {
        self.settings = settings
        self.key = key
        self.abandonsOriginals = abandonsOriginals
    }

    package func write(to message: Message<Photolibrary__SetCloudCall>) {
        message.put(\.settings, settings)
        message.put(\.has_key, \.key, key)
        if abandonsOriginals { message.put(\.has_abandons_originals, \.abandons_originals, true) }
    }

    package init(reading message: Message<Photolibrary__SetCloudCall>) throws(LibraryError) {
        settings = try message.part(\.settings)
        abandonsOriginals = message.flag(\.has_abandons_originals, \.abandons_originals) ?? false
        key = message.bytes(\.has_key, \.key)
        if let key, key.count != CloudSettings.keyLength { throw .malformed("key") }
    }

    package var description: String { "SetCloudCall(\(String(describing: settings)))" }
    package var customMirror: Mirror { Mirror(self, children: ["settings": settings as Any]) }
}

package struct CloudKeyCall: EmptyCall {
    package static let rules = CallRules.call(72, for: .owner, .long, .tells)
    package typealias Reply = CloudKeyResult

    package init() {}
}

/// Passes a command to `photolibrary-sync`. The reply has its number.
package struct CommandCloudCall: Call {
    package static let rules = CallRules.call(73, for: .owner, .long, .changesOnce)
    package typealias Reply = CloudStatus
    package static var messageKind: MessageKind<Photolibrary__CloudCommand> { NumberedCloudCommand.messageKind }

    package var command: CloudCommand

    package init(_ command: CloudCommand) { self.command = command }

    package func write(to message: Message<Photolibrary__CloudCommand>) {
        NumberedCloudCommand(command).write(to: message)
    }

    package init(reading message: Message<Photolibrary__CloudCommand>) throws(LibraryError) {
        command = try NumberedCloudCommand(reading: message).command
    }
}

/// Reports the state of `photolibrary-sync`.
package struct ReportCloudCall: Call {
    package static let rules = CallRules.call(74, for: .owner, .long, .changes)
    package typealias Reply = EmptyResult
    package static var messageKind: MessageKind<Photolibrary__CloudReport> { CloudReport.messageKind }

    package var report: CloudReport

    package init(_ report: CloudReport) { self.report = report }

    package func write(to message: Message<Photolibrary__CloudReport>) { report.write(to: message) }

    package init(reading message: Message<Photolibrary__CloudReport>) throws(LibraryError) {
        report = try CloudReport(reading: message)
    }
}

/// Subscribes `photolibrary-sync` to commands. Of two subscribers the later one gets them.
package struct CloudCommandsCall: EmptyCall, StreamCall {
    package static let rules = CallRules.stream(75, for: .owner, .tells)
    package typealias Reply = EmptyResult
    package typealias Event = NumberedCloudCommand

    package init() {}
}
