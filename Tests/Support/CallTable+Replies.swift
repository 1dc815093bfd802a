package import LibraryModel
package import LibraryProtocol

extension CallTable {
    /// What calls are answered with, and what streams bring.
    package static let replies: [any CallReply.Type] = all.flatMap { call in
        func replies<Asked: Call>(_ call: Asked.Type) -> [any CallReply.Type] { [Asked.Reply.self] }
        func events<Asked: StreamCall>(_ call: Asked.Type) -> [any CallReply.Type] { [Asked.Event.self] }
        return replies(call) + ((call as? any StreamCall.Type).map { events($0) } ?? [])
    }

    /// Unpacks the reply of whichever call it is.
    package static func reply(decoding payload: Span<UInt8>) throws -> Result<any CallReply, LibraryError> {
        let field = UInt32(exactly: RequestPrescan(payload).callNumber).flatMap(ResponseField.init(rawValue:))
        // A failure is one of any call.
        var type: any CallReply.Type = EmptyResult.self
        if let field, let known = replies.first(where: { $0.fields.contains(field) }) { type = known }
        return try decode(type, payload)
    }

    private static func decode<Reply: CallReply>(
        _ type: Reply.Type,
        _ payload: Span<UInt8>
    ) throws -> Result<any CallReply, LibraryError> {
        try type.decode(payload).map { $0 }
    }
}
