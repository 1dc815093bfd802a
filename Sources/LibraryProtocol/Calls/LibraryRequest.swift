internal import CLibraryProtocol
package import LibraryModel

/// A call with its deadline: the payload of a REQUEST.
package struct LibraryRequest: Sendable {
    package var call: any Call
    /// Nanoseconds from receipt by the server; nil for no deadline.
    package var timeout: UInt64?

    package init(_ call: any Call, timeout: UInt64? = nil) {
        self.call = call
        self.timeout = timeout
    }
}

extension LibraryRequest {
    /// Packs the request after the first `offset` bytes of `buffer`; see `Call.encode`.
    package func encode(into buffer: inout [UInt8], at offset: Int) -> Int {
        call.encode(timeout: timeout, into: &buffer, at: offset)
    }

    /// Unpacks a request. Throws `protocolViolation` for malformed bytes, `unimplemented` for an unknown call, and the
    /// errors of the call's fields.
    package init(decoding payload: Span<UInt8>) throws(LibraryError) {
        let first = RequestPrescan(payload)
        let type = CallTable.call(first.callNumber)
        if let type, let call = type.init(packedByHand: payload, first) {
            self.init(call, timeout: first.timeout)
            return
        }
        let cost = try UnpackCost.measure(payload, first)
        let carried = try LibraryRequest.message(in: payload, first, cost)
        guard let type else { throw .unknownCall }
        self.init(try type.init(carriedBy: carried), timeout: first.timeout)
    }

    /// Unpacks the message of the call that `first` has found, within the memory that its cost allows.
    package static func message(
        in payload: Span<UInt8>,
        _ first: RequestPrescan,
        _ cost: UnpackCost
    ) throws(LibraryError) -> Envelope.Carried {
        let arena = MessageArena(budget: cost.messages)
        let kind = MessageKind(photolibrary__request__init)
        guard !first.isInDescriptor else { throw .malformed("a request in memory that announces another in memory") }
        if let carried = Envelope.unpack(payload, first, kind, arena) { return carried }
        guard let request = arena.unpack(payload, kind) else { throw .malformed("request") }
        let number = request[\.call_case].rawValue
        // The server has checked access and size for the call that the prescan found.
        guard number == 0 || UInt64(number) == first.callNumber else { throw .malformed("two calls in a request") }
        let timeout = request.number(\.has_timeout, \.timeout)
        guard timeout == first.timeout,
            request.flag(\.has_is_in_descriptor, \.is_in_descriptor) != true
        else { throw .malformed("a field behind the call") }
        guard let carried = request.carried(\.ping, number: number) else { throw .unknownCall }
        return carried
    }
}

extension LibraryError {
    package static let unknownCall = LibraryError(.unimplemented, "this server does not know the call")
}

extension MessageValue {
    init(carriedBy envelope: Envelope.Carried) throws(LibraryError) {
        try self.init(reading: envelope.message(of: Self.messageKind))
    }
}

extension [UInt8] {
    /// Extends the array to at least `count` bytes.
    mutating func reserveRoom(upTo count: Int) {
        guard self.count < count else { return }
        // Not `repeatElement`, which a build without optimisation appends byte by byte: half a second for 4 MB.
        append(contentsOf: [UInt8](repeating: 0, count: count - self.count))
    }
}
