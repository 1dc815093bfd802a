package import CLibraryProtocol
package import LibraryModel

// Upload jobs. Change blocks create and change them.

/// Lists the jobs of the app that asks.
package struct UploadJobsCall: Call {
    package static let rules = CallRules.call(61, for: .apps, needs: .reading, .undecided, .tells)
    package typealias Reply = UploadJobList
    package static let messageKind = MessageKind(photolibrary__upload_jobs_call__init)

    package var action: UploadJob.Action

    package init(_ action: UploadJob.Action) { self.action = action }

    package func write(to message: Message<Photolibrary__UploadJobsCall>) {
        message.put(\.has_action, \.action, UInt32(action.rawValue))
    }

    package init(reading message: Message<Photolibrary__UploadJobsCall>) throws(LibraryError) {
        let number = try message.number(\.has_action, \.action).required("action")
        guard let action = UInt8(exactly: number).flatMap(UploadJob.Action.init(rawValue:)) else {
            throw LibraryError(.invalidRequest, "unknown kind of upload jobs")
        }
        self.action = action
    }
}

/// Sets what is not nil, and replies with all of it.
package struct UploadSettingsCall: Call {
    package static let rules = CallRules.call(62, for: .apps, needs: .reading, .long, .changes)
    package typealias Reply = UploadSettings
    package static let messageKind = UploadSettings.messageKind

    package var change: UploadSettings

    package init(_ change: UploadSettings) { self.change = change }

    package func write(to message: Message<Photolibrary__UploadSettings>) { change.write(to: message) }

    package init(reading message: Message<Photolibrary__UploadSettings>) { change = UploadSettings(reading: message) }
}

/// Sets the person's decision about a server that an app sends photos to.
package struct SetUploadDestinationCall: Call {
    package static let rules = CallRules.call(63, for: .owner, .long, .changes)
    package typealias Reply = EmptyResult
    package static let messageKind = MessageKind(photolibrary__set_upload_destination_call__init)

    package var app: String
    package var origin: UploadOrigin
    /// Nil to forget the decision.
    package var isAllowed: Bool?
    /// The server may have an address of this machine or of the person's own networks.
    package var allowsLocal: Bool

    package init(app: String, _ origin: UploadOrigin, isAllowed: Bool?, allowsLocal: Bool) {
        self.app = app
        self.origin = origin
        self.isAllowed = isAllowed
        self.allowsLocal = allowsLocal
    }

    package func write(to message: Message<Photolibrary__SetUploadDestinationCall>) {
        message.put(\.app, app)
        message.put(\.origin, origin.text)
        message.put(\.has_is_allowed, \.is_allowed, isAllowed)
        message.put(\.has_allows_local, \.allows_local, allowsLocal)
    }

    package init(reading message: Message<Photolibrary__SetUploadDestinationCall>) throws(LibraryError) {
        app = try message.text(\.app).required("app")
        origin = try UploadOrigin(wire: message.text(\.origin).required("origin"))
        isAllowed = message.flag(\.has_is_allowed, \.is_allowed)
        allowsLocal = message.flag(\.has_allows_local, \.allows_local) ?? false
    }
}
