import CLibraryProtocol
import Foundation
import LibraryModel
import Testing

@testable import LibraryProtocol

/// The bytes of every message, as they are kept in `Golden`: what an encoder and a decoder that go wrong together would
/// change. `RECORD_GOLDEN=1` writes the files anew, and fails.
@Suite struct GoldenTests {
    /// A message of a file: what it is, and its bytes.
    struct Line: Equatable {
        var name: String
        var bytes: [UInt8]
    }

    /// The lines of a file, `name: hex`. Those that begin with `#` are for the reader.
    private static func lines(_ file: String) throws -> [Line] {
        try String(contentsOf: url(file), encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
            let parts = $0.split(separator: ":", omittingEmptySubsequences: false)
            let digits = Array(parts[1].filter { !$0.isWhitespace }.utf8)
            let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { start in
                UInt8(String(decoding: digits[start..<start + 2], as: UTF8.self), radix: 16)
            }
            return Line(name: String(parts[0]), bytes: bytes)
        }
    }

    private static func url(_ file: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(file).txt")
    }

    /// The lines of a file, which are those of `samples`.
    private static func golden(_ file: String, _ samples: [Line]) throws -> [Line] {
        if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
            let text = samples.map { "\($0.name): \($0.bytes.map { String(format: "%02x", $0) }.joined())\n" }.joined()
            try text.write(to: url(file), atomically: true, encoding: .utf8)
            Issue.record("\(file) was written anew")
        }
        let lines = try lines(file)
        try #require(lines.count == samples.count)
        return lines
    }

    private static func packed(_ encode: (inout [UInt8]) -> Int) -> [UInt8] {
        var buffer: [UInt8] = []
        let end = encode(&buffer)
        return Array(buffer[..<end])
    }

    /// The name that the schema gives to the field that carries a call or a result.
    private static func name(_ bytes: [UInt8], _ kind: UnsafePointer<ProtobufCMessageDescriptor>) -> String {
        let number = UInt32(truncatingIfNeeded: RequestPrescan(bytes.span).callNumber)
        guard let field = unsafe protobuf_c_message_descriptor_get_field(kind, number) else { return "failure" }
        return unsafe String(cString: field.pointee.name)
    }

    /// The names of all that a message may carry.
    private static func names(_ kind: UnsafePointer<ProtobufCMessageDescriptor>) -> Set<String> {
        let fields = unsafe UnsafeBufferPointer(start: kind.pointee.fields, count: Int(kind.pointee.n_fields))
        return unsafe Set(fields.filter { unsafe $0.id >= 10 }.map { unsafe String(cString: $0.name) })
    }

    @Test func `every call has its bytes, both ways`() throws {
        let kind = unsafe MessageKind(photolibrary__request__init).descriptor
        let samples = CodecTests.calls.map { call in
            let bytes = GoldenTests.packed { LibraryRequest(call, timeout: 300).encode(into: &$0, at: 0) }
            return unsafe Line(name: GoldenTests.name(bytes, kind), bytes: bytes)
        }
        let lines = try GoldenTests.golden("calls", samples)
        for (index, line) in lines.enumerated() {
            #expect(samples[index] == line)
            let decoded = try LibraryRequest(decoding: line.bytes.span)
            #expect(decoded.timeout == 300)
            #expect(String(reflecting: decoded.call) == String(reflecting: CodecTests.calls[index]))
        }
        #expect(unsafe Set(lines.map(\.name)) == GoldenTests.names(kind))
    }

    @Test func `every reply has its bytes, both ways`() throws {
        let kind = unsafe MessageKind(photolibrary__response__init).descriptor
        let samples = ReplyCodecTests.replies.map { reply in
            let bytes = GoldenTests.packed { reply.encode(into: &$0, at: 0) }
            return unsafe Line(name: GoldenTests.name(bytes, kind), bytes: bytes)
        }
        let lines = try GoldenTests.golden("replies", samples)
        for (index, line) in lines.enumerated() {
            #expect(samples[index] == line)
            let decoded = try ReplyCodecTests.decode(line.bytes, like: ReplyCodecTests.replies[index])
            #expect(String(reflecting: decoded) == String(reflecting: ReplyCodecTests.replies[index]))
        }
        #expect(unsafe Set(lines.map(\.name)) == GoldenTests.names(kind).union(["failure"]))
    }

    @Test func `HELLO has its bytes, both ways`() throws {
        var server = Hello()
        server.capabilities = ["a", "b"]
        server.maximumPayload = 1 << 20
        server.maximumStreams = 256
        server.serverIncarnation = 77
        server.library = CodecTests.asset
        server.historyEpoch = 5
        var app = Hello()
        app.claimedName = "Camera"
        app.usageDescription = "Für Collagen"
        let samples = [server, app].map { Line(name: "hello", bytes: $0.encoded()) }
        let lines = try GoldenTests.golden("hello", samples)
        #expect(lines == samples)
        #expect(try lines.map { try Hello(decoding: $0.bytes.span) } == [server, app])
    }
}
