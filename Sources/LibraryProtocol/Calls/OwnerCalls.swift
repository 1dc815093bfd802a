package import CLibraryProtocol
package import LibraryModel

// Calls of the person's own tools about the library as a whole.

package struct StatisticsCall: EmptyCall {
    package static let rules = CallRules.call(40, for: .owner, .long, .tells)
    package typealias Reply = LibraryStatistics

    package init() {}
}

/// Verifies part of the library. The reply has the position of the next part.
package struct VerifyCall: Call {
    package static let rules = CallRules.call(44, for: .owner, .long, .tells)
    package typealias Reply = VerificationPage
    package static let messageKind = MessageKind(photolibrary__verify_call__init)

    /// `next` of the previous page; nil to begin.
    package var position: UInt64?

    package init(position: UInt64?) { self.position = position }

    package func write(to message: Message<Photolibrary__VerifyCall>) {
        message.put(\.has_position, \.position, position)
    }

    package init(reading message: Message<Photolibrary__VerifyCall>) {
        position = message.number(\.has_position, \.position)
    }
}

/// Lists transactions of an app, or of the person, newest first.
package struct AppChangesCall: Call {
    package static let rules = CallRules.call(55, for: .owner, .long, .tells)
    package typealias Reply = AppChanges
    package static let messageKind = MessageKind(photolibrary__app_changes_call__init)

    /// Nil for the person's own tools.
    package var app: String?
    /// Microseconds since 1970.
    package var since: Int64?
    package var transaction: UInt64?
    /// A sequence.
    package var before: UInt64?

    package init(app: String?, since: Int64?, transaction: UInt64?, before: UInt64?) {
        self.app = app
        self.since = since
        self.transaction = transaction
        self.before = before
    }

    package func write(to message: Message<Photolibrary__AppChangesCall>) {
        message.put(\.app, app)
        message.put(\.has_since, \.since, since)
        message.put(\.has_transaction, \.transaction, transaction)
        message.put(\.has_before, \.before, before)
    }

    package init(reading message: Message<Photolibrary__AppChangesCall>) throws(LibraryError) {
        app = message.text(\.app)
        since = message.number(\.has_since, \.since)
        transaction = message.number(\.has_transaction, \.transaction)
        before = message.number(\.has_before, \.before)
    }
}

/// Undoes changes of an app or of the person, one step per call. The reply has the position of the next step.
package struct UndoCall: Call {
    package static let rules = CallRules.call(56, for: .owner, .long, .changes)
    package typealias Reply = UndoResult
    package static var messageKind: MessageKind<Photolibrary__UndoCall> { UndoRequest.messageKind }

    package var request: UndoRequest

    package init(_ request: UndoRequest) { self.request = request }

    package func write(to message: Message<Photolibrary__UndoCall>) { request.write(to: message) }

    package init(reading message: Message<Photolibrary__UndoCall>) throws(LibraryError) {
        request = try UndoRequest(reading: message)
    }
}
