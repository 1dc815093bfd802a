package import CLibraryProtocol
package import LibraryModel

// Results that are messages with one thing in them.

struct PingResult: MessageValue {
    static let messageKind = MessageKind(photolibrary__ping_result__init)

    var payload: [UInt8]

    func write(to message: Message<Photolibrary__PingResult>) { message.put(\.has_payload, \.payload, payload) }

    init(reading message: Message<Photolibrary__PingResult>) {
        payload = message.bytes(\.has_payload, \.payload) ?? []
    }
}

struct AuthorizationResult: MessageValue {
    static let messageKind = MessageKind(photolibrary__authorization_result__init)

    var status: AuthorizationStatus

    init(_ status: AuthorizationStatus) { self.status = status }

    func write(to message: Message<Photolibrary__AuthorizationResult>) {
        message.put(\.has_status, \.status, status.wire)
    }

    init(reading message: Message<Photolibrary__AuthorizationResult>) throws(LibraryError) {
        status = try AuthorizationStatus(wire: message.number(\.has_status, \.status).required("status"))
    }
}

struct AdjustmentResult: MessageValue {
    static let messageKind = MessageKind(photolibrary__adjustment_result__init)

    var adjustment: Adjustment?

    init(_ adjustment: Adjustment?) { self.adjustment = adjustment }

    func write(to message: Message<Photolibrary__AdjustmentResult>) { message.put(\.adjustment, adjustment) }

    init(reading message: Message<Photolibrary__AdjustmentResult>) throws(LibraryError) {
        adjustment = try message.part(\.adjustment)
    }
}

struct EmptyResult: MessageValue {
    static let messageKind = MessageKind(photolibrary__empty__init)

    init() {}

    func write(to message: Message<Photolibrary__Empty>) {}

    init(reading message: Message<Photolibrary__Empty>) {}
}

struct MintResult: MessageValue {
    static let messageKind = MessageKind(photolibrary__mint_result__init)

    var ids: [ObjectID]

    init(_ ids: [ObjectID]) { self.ids = ids }

    func write(to message: Message<Photolibrary__MintResult>) { message.put(\.has_identifiers, \.identifiers, ids) }

    init(reading message: Message<Photolibrary__MintResult>) throws(LibraryError) {
        ids = try message.objectIDs(\.has_identifiers, \.identifiers).required("identifiers")
    }
}

struct TokenResult: MessageValue {
    static let messageKind = MessageKind(photolibrary__token__init)

    var token: [UInt8]

    init(_ token: [UInt8]) { self.token = token }

    func write(to message: Message<Photolibrary__Token>) { message.put(\.has_token, \.token, token) }

    init(reading message: Message<Photolibrary__Token>) throws(LibraryError) {
        token = try message.bytes(\.has_token, \.token).required("token")
    }
}

struct SelectionResult: MessageValue {
    static let messageKind = MessageKind(photolibrary__selection_result__init)

    var assets: [ObjectID]

    init(_ assets: [ObjectID]) { self.assets = assets }

    func write(to message: Message<Photolibrary__SelectionResult>) { message.put(\.has_selected, \.selected, assets) }

    init(reading message: Message<Photolibrary__SelectionResult>) throws(LibraryError) {
        assets = try message.objectIDs(\.has_selected, \.selected) ?? []
    }
}

extension LibraryError: MessageValue {
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
