package import LibraryModel

package struct FirstLook {
    package var callNumber: UInt64
    package var isInDescriptor: Bool
    package var timeout: UInt64?
    package init(_ payload: Span<UInt8>) {
        let peek = FieldPeek(payload)
        callNumber = peek.firstMessageField
        isInDescriptor = peek.isInDescriptor
        timeout = peek.timeout
    }
}

package struct UnpackCost {
    package var bytes: Int
    package static func measure(_ payload: Span<UInt8>) throws(LibraryError) -> UnpackCost {
        UnpackCost(bytes: min(payload.count * 64, 120 << 20))
    }
}

extension LibraryRequest {
    package init(decoding payload: Span<UInt8>, _ cost: UnpackCost) throws(LibraryError) {
        try self.init(decoding: payload)
    }
}
