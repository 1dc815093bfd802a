internal import FoundationEssentials
package import LinuxSystem

/// The answer to a request.
package struct HTTPResponse: ~Copyable {
    package enum Body: ~Copyable {
        case bytes([UInt8])
        /// A part of a file.
        case file(OwnedDescriptor, ByteRange)
        /// Ends when the client goes away.
        case events(EventStream)
    }

    package var status: UInt32
    package var headers: [(name: String, value: String)]
    package var body: Body

    init(status: UInt32, headers: [(name: String, value: String)] = [], body: consuming Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Bytes of a media type.
    init(_ bytes: [UInt8], type: String, status: UInt32 = 200) {
        self.init(status: status, headers: [("Content-Type", type)], body: .bytes(bytes))
    }

    /// A value as JSON.
    init(json value: some Encodable, status: UInt32 = 200) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        self.init(Array(try encoder.encode(value)), type: "application/json; charset=utf-8", status: status)
    }

    /// Status 204.
    static var noContent: HTTPResponse { HTTPResponse(status: 204) }
}
