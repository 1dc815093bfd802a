package import CLibraryProtocol
package import LibraryModel

// Replies of one field.

struct PingResult: ReplyMessage {
    static let field = ResponseField.ping
    static let messageKind = MessageKind(photolibrary__ping_result__init)

    var payload: [UInt8]

    func write(to message: Message<Photolibrary__PingResult>) { message.put(\.has_payload, \.payload, payload) }

    init(reading message: Message<Photolibrary__PingResult>) {
        payload = message.bytes(\.has_payload, \.payload) ?? []
    }
}

package struct AuthorizationResult: ReplyMessage, Hashable {
    package static let field = ResponseField.authorization
    package static let messageKind = MessageKind(photolibrary__authorization_result__init)

    package var status: AuthorizationStatus

    package init(_ status: AuthorizationStatus) { self.status = status }

    package func write(to message: Message<Photolibrary__AuthorizationResult>) {
        message.put(\.has_status, \.status, status.wire)
    }

    package init(reading message: Message<Photolibrary__AuthorizationResult>) throws(LibraryError) {
        status = try AuthorizationStatus(wire: message.number(\.has_status, \.status).required("status"))
    }
}

package struct AdjustmentResult: ReplyMessage {
    package static let field = ResponseField.adjustment
    package static let messageKind = MessageKind(photolibrary__adjustment_result__init)

    package var adjustment: Adjustment?

    package init(_ adjustment: Adjustment?) { self.adjustment = adjustment }

    package func write(to message: Message<Photolibrary__AdjustmentResult>) { message.put(\.adjustment, adjustment) }

    package init(reading message: Message<Photolibrary__AdjustmentResult>) throws(LibraryError) {
        adjustment = try message.part(\.adjustment)
    }
}

package struct EmptyResult: ReplyMessage {
    package static let field = ResponseField.done
    package static let messageKind = MessageKind(photolibrary__empty__init)

    package init() {}

    package func write(to message: Message<Photolibrary__Empty>) {}

    package init(reading message: Message<Photolibrary__Empty>) {}
}

package struct MintResult: ReplyMessage {
    package static let field = ResponseField.mint
    package static let messageKind = MessageKind(photolibrary__mint_result__init)

    package var ids: [ObjectID]

    package init(_ ids: [ObjectID]) { self.ids = ids }

    package func write(to message: Message<Photolibrary__MintResult>) {
        message.put(\.has_identifiers, \.identifiers, ids)
    }

    package init(reading message: Message<Photolibrary__MintResult>) throws(LibraryError) {
        ids = try message.objectIDs(\.has_identifiers, \.identifiers).required("identifiers")
    }
}

package struct TokenResult: ReplyMessage {
    package static let field = ResponseField.token
    package static let messageKind = MessageKind(photolibrary__token__init)

    package var token: [UInt8]
    /// The change block changed nothing: the token is that of the current state, not of a transaction of its own.
    package var isUnchanged: Bool

    package init(_ token: [UInt8], isUnchanged: Bool = false) {
        self.token = token
        self.isUnchanged = isUnchanged
    }

    package func write(to message: Message<Photolibrary__Token>) {
        message.put(\.has_token, \.token, token)
        if isUnchanged { message.put(\.has_is_unchanged, \.is_unchanged, true) }
    }

    package init(reading message: Message<Photolibrary__Token>) throws(LibraryError) {
        token = try message.bytes(\.has_token, \.token).required("token")
        isUnchanged = message.flag(\.has_is_unchanged, \.is_unchanged) ?? false
    }
}

package struct SelectionResult: ReplyMessage {
    package static let field = ResponseField.selection
    package static let messageKind = MessageKind(photolibrary__selection_result__init)

    package var assets: [ObjectID]

    package init(_ assets: [ObjectID]) { self.assets = assets }

    package func write(to message: Message<Photolibrary__SelectionResult>) {
        message.put(\.has_selected, \.selected, assets)
    }

    package init(reading message: Message<Photolibrary__SelectionResult>) throws(LibraryError) {
        assets = try message.objectIDs(\.has_selected, \.selected) ?? []
    }
}

extension LibraryError: ReplyMessage {
    package static let field = ResponseField.failure
    package static let messageKind = MessageKind(photolibrary__failure__init)

    package func write(to message: Message<Photolibrary__Failure>) {
        message.put(\.has_code, \.code, code.rawValue)
        message.put(\.reason, reason)
        message.put(\.has_is_retryable, \.is_retryable, isRetryable)
        message.put(\.n_details, \.details, details.sorted { $0.key < $1.key }.map { FailureDetail($0.key, $0.value) })
    }

    package init(reading message: Message<Photolibrary__Failure>) throws(LibraryError) {
        let details = try message.parts(\.n_details, \.details, as: FailureDetail.self)
        self.init(
            Code(rawValue: try message.number(\.has_code, \.code).required("code")),
            message.text(\.reason) ?? "",
            isRetryable: message.flag(\.has_is_retryable, \.is_retryable) ?? false,
            details: Dictionary(details.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        )
    }
}

private struct FailureDetail: MessageValue {
    static let messageKind = MessageKind(photolibrary__failure_detail__init)

    var name: String
    var value: String

    init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

    func write(to message: Message<Photolibrary__FailureDetail>) {
        message.put(\.name, name)
        message.put(\.value, value)
    }

    init(reading message: Message<Photolibrary__FailureDetail>) throws(LibraryError) {
        name = try message.text(\.name).required("name")
        value = try message.text(\.value).required("value")
    }
}
