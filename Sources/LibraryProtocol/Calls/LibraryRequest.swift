internal import CLibraryProtocol
package import LibraryModel

/// A call with its deadline: the payload of a REQUEST.
package struct LibraryRequest: Sendable {
    package var call: any Call
    /// Nanoseconds from when the server read the request; nil for no deadline.
    package var timeout: UInt64?

    package init(_ call: any Call, timeout: UInt64? = nil) {
        self.call = call
        self.timeout = timeout
    }
}

extension LibraryRequest {
    /// Packs the request behind the first `offset` bytes of `buffer`; see `Call.encode`.
    package func encode(into buffer: inout [UInt8], at offset: Int) -> Int {
        call.encode(timeout: timeout, into: &buffer, at: offset)
    }

    /// Unpacks a request. Throws `protocolViolation` for what is no request, `unimplemented` for a call that this
    /// version does not know, and what else is wrong with its fields.
    package init(decoding payload: Span<UInt8>) throws(LibraryError) {
        try self.init(decoding: payload, UnpackCost.measure(payload))
    }

    /// Unpacks a request that was measured, and for which as much memory is set aside.
    package init(decoding payload: Span<UInt8>, _ cost: UnpackCost) throws(LibraryError) {
        let carried = try LibraryRequest.unpack(payload, MessageArena(budget: cost.messages))
        guard let carried, let type = CallTable.call(UInt64(carried.number)) else {
            throw LibraryError(.unimplemented, "this server does not know the call")
        }
        self.init(try type.init(carriedBy: carried), timeout: carried.timeout)
    }

    /// The message of the call; nil when there is none, or one that the schema does not have.
    private static func unpack(
        _ payload: Span<UInt8>,
        _ arena: MessageArena
    ) throws(LibraryError) -> Envelope.Carried? {
        let kind = MessageKind(photolibrary__request__init)
        let first = RequestPrescan(payload)
        guard !first.isInDescriptor else { throw .malformed("a message in memory that is elsewhere") }
        if let carried = Envelope.unpack(payload, kind, arena) { return carried }
        guard let request = arena.unpack(payload, kind) else { throw .malformed("request") }
        let number = request[\.call_case].rawValue
        // By the first look it was decided who may ask this, and how long it may be.
        guard number == 0 || UInt64(number) == first.callNumber else { throw .malformed("two calls in a request") }
        let timeout = request.number(\.has_timeout, \.timeout)
        guard timeout == first.timeout,
            request.flag(\.has_is_in_descriptor, \.is_in_descriptor) != true
        else { throw .malformed("a field behind the call") }
        return request.carried(\.ping, number: number, timeout: timeout)
    }
}

extension MessageValue {
    init(carriedBy envelope: Envelope.Carried) throws(LibraryError) {
        try self.init(reading: envelope.message(of: Self.messageKind))
    }
}

extension [UInt8] {
    /// Makes the array at least `count` long; what it held stays.
    mutating func reserveRoom(upTo count: Int) {
        guard self.count < count else { return }
        append(contentsOf: repeatElement(0, count: count - self.count))
    }
}
