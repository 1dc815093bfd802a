package import CLibraryProtocol
package import LibraryModel

// Authorization of apps, and requests to the person for it.

/// Reads the app's authorization, without asking the person.
package struct AuthorizationStatusCall: Call {
    package static let rules = CallRules.call(11, needs: .open, .undecided, .tells)
    package typealias Reply = AuthorizationResult
    package static let messageKind = MessageKind(photolibrary__authorization_call__init)

    package var level: AccessLevel

    package init(_ level: AccessLevel) { self.level = level }

    package func write(to message: Message<Photolibrary__AuthorizationCall>) {
        message.put(\.has_level, \.level, level.wire)
    }

    package init(reading message: Message<Photolibrary__AuthorizationCall>) throws(LibraryError) {
        level = try AccessLevel(wire: message.number(\.has_level, \.level).required("level"))
    }
}

/// Requests authorization. The first reply has the current status; the stream ends with the person's decision.
package struct RequestAuthorizationCall: StreamCall {
    package static let rules = CallRules.stream(12, for: .apps, .changes)
    package typealias Reply = AuthorizationResult
    package typealias Event = AuthorizationResult
    package static var messageKind: MessageKind<Photolibrary__AuthorizationCall> { AuthorizationStatusCall.messageKind }

    package var level: AccessLevel

    package init(_ level: AccessLevel) { self.level = level }

    package func write(to message: Message<Photolibrary__AuthorizationCall>) {
        AuthorizationStatusCall(level).write(to: message)
    }

    package init(reading message: Message<Photolibrary__AuthorizationCall>) throws(LibraryError) {
        level = try AuthorizationStatusCall(reading: message).level
    }
}

/// Asks the person to change the app's selection. The stream ends with the added assets.
package struct ChangeSelectionCall: StreamCall {
    package static let rules = CallRules.stream(34, for: .apps, .changes)
    package typealias Reply = SelectionResult
    package typealias Event = SelectionResult
    package static let messageKind = MessageKind(photolibrary__change_selection_call__init)

    package init() {}

    package func write(to message: Message<Photolibrary__ChangeSelectionCall>) {}

    package init(reading message: Message<Photolibrary__ChangeSelectionCall>) {}
}
