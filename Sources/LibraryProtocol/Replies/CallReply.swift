internal import CLibraryProtocol
package import LibraryModel

/// The reply to a call, or an event of a stream. A call declares which (`Call.Reply`, `StreamCall.Event`); the reply to
/// a call that fails is a `LibraryError`.
package protocol CallReply: Sendable {
    /// The fields of `Response` that can carry this reply.
    static var fields: [ResponseField] { get }

    // Each has one implementation. They are requirements so that the compiler specialises it for each reply.

    /// Packs the reply after the first `offset` bytes of `buffer`; see `Call.encode`. Returns where the message ends.
    func encode(into buffer: inout [UInt8], at offset: Int) -> Int
    /// Unpacks a reply, or the failure in its place. Throws `protocolViolation` for anything else.
    static func decode(_ payload: Span<UInt8>) throws(LibraryError) -> Result<Self, LibraryError>

    /// Reads the message of one of `fields`.
    init(carriedBy envelope: Envelope.Carried) throws(LibraryError)
}

/// A reply that is one message.
package protocol ReplyMessage: CallReply, MessageValue {
    static var field: ResponseField { get }
}

/// The field numbers of `Response`.
package enum ResponseField: UInt32, CaseIterable, Sendable {
    case failure = 1
    case ping = 10
    case authorization = 11
    case fetch = 13
    case assets = 14
    case collections = 15
    case resources = 16
    case adjustment = 17
    case picture = 18
    case done = 19
    case mint = 20
    case staged = 21
    case token = 22
    case history = 24
    case details = 26
    case cloudIdentifiers = 27
    case localIdentifiers = 28
    case pick = 29
    case selection = 34
    case movie = 39
    case statistics = 40
    case grants = 41
    case verification = 44
    case agentEvent = 45
    case months = 49
    case appChanges = 55
    case undo = 56
    case exportProgress = 57
    case pictureFacts = 60
    case uploadJobs = 61
    case uploadSettings = 62
    case syncedPage = 64
    case syncedOutcome = 65
    case missingContents = 68
    case cloudStatus = 70
    case cloudKey = 72
    case cloudCommand = 75
    case storagePlan = 76
    case wantedOriginal = 78
    case developerFolders = 81
}

extension ReplyMessage {
    package static var fields: [ResponseField] { [field] }

    package func encode(into buffer: inout [UInt8], at offset: Int) -> Int {
        Envelope.pack(MessageArena().message(self), as: Self.field.rawValue, into: &buffer, at: offset)
    }

    package init(carriedBy envelope: Envelope.Carried) throws(LibraryError) {
        try self.init(reading: envelope.message(of: Self.messageKind))
    }
}

extension CallReply {
    package static func decode(_ payload: Span<UInt8>) throws(LibraryError) -> Result<Self, LibraryError> {
        let carried = try Envelope.response(payload)
        guard let field = ResponseField(rawValue: carried.number) else {
            throw .malformed("response without a result")
        }
        if field == .failure { return .failure(try LibraryError(carriedBy: carried)) }
        guard fields.contains(field) else { throw .unexpectedReply }
        return .success(try Self(carriedBy: carried))
    }
}

extension Envelope {
    /// Returns the message that a response carries.
    fileprivate static func response(_ payload: Span<UInt8>) throws(LibraryError) -> Carried {
        let kind = MessageKind(photolibrary__response__init)
        let cost = try UnpackCost.measure(payload, kind, atMost: UnpackCost.maximumOfReply)
        let arena = MessageArena(budget: cost.messages)
        if let carried = unpack(payload, RequestPrescan(payload), kind, arena) { return carried }
        guard let response = arena.unpack(payload, kind) else { throw .malformed("response") }
        let carried =
            response.carried(\.failure, number: ResponseField.failure.rawValue)
            ?? response.carried(\.ping, number: response[\.result_case].rawValue)
        guard let carried else { throw .malformed("response without a result") }
        return carried
    }
}

extension LibraryError {
    package static let unexpectedReply = LibraryError(.protocolViolation, "the server sent a reply of another kind")
}
