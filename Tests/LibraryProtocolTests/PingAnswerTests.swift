import LibraryModel
import Testing

@testable import LibraryProtocol

@Suite struct PingAnswerTests {
    @Test(arguments: [0, 1, 127, 128, 255, 256, 257, 16_383, 16_384, 70_000])
    func `a ping's answer keeps its size and its first bytes`(size: Int) throws {
        let head = [UInt8]((0..<min(size, 100)).map { UInt8($0) })
        var buffer = [UInt8](repeating: 0xFF, count: 90_000)
        let end = PingAnswer(head, size: size).encode(into: &buffer, at: 16)
        guard case .success(let answer) = try PingAnswer.decode(Array(buffer[16..<end]).span) else {
            Issue.record("another reply came out")
            return
        }
        let padding = [UInt8](repeating: 0, count: min(size, PingAnswer.maximumHead) - head.count)
        #expect(answer == PingAnswer(head + padding, size: size))
    }

    @Test func `a ping's answer is the message that any other client reads`() throws {
        var buffer: [UInt8] = []
        let end = PingAnswer([7, 8]).encode(into: &buffer, at: 0)
        #expect(Array(buffer[0..<end]) == [0x52, 4, 0x0A, 2, 7, 8])
        // The same with a field more, as a newer server may send it.
        let other: [UInt8] = [0x52, 4, 0x0A, 2, 7, 8, 0x10, 0]
        guard case .success(let answer) = try PingAnswer.decode(other.span) else {
            Issue.record("another reply came out")
            return
        }
        #expect(answer == PingAnswer([7, 8]))
    }

    @Test func `every truncation of a ping's answer is refused`() throws {
        var buffer: [UInt8] = []
        let end = PingAnswer([7, 8, 9]).encode(into: &buffer, at: 0)
        for length in 1..<end {
            #expect(throws: LibraryError.self) { try PingAnswer.decode(Array(buffer[0..<length]).span) }
        }
    }

    @Test func `what a ping asks back is read without unpacking it, and what cannot be read counts as much`() {
        func size(_ bytes: [UInt8]) -> Int { PingCall.replySize(of: bytes.span, RequestPrescan(bytes.span)) }
        func packed(_ payload: Int, _ replySize: Int) -> [UInt8] {
            let call = PingCall(payload: [UInt8](repeating: 7, count: payload), replySize: replySize)
            var buffer: [UInt8] = []
            let end = LibraryRequest(call, timeout: 5).encode(into: &buffer, at: 0)
            return Array(buffer[..<end])
        }
        for (payload, replySize) in [(0, 0), (1, 300), (300, 1), (70_000, 70_001)] {
            #expect(size(packed(payload, replySize)) == max(payload, replySize))
        }
        // A length beyond the end, a field that nobody knows, a number without an end, twice the same field.
        #expect(size([0x52, 3, 0x0A, 9, 1]) == .max)
        #expect(size([0x52, 2, 0x18, 1]) == .max)
        #expect(size([0x52, 2, 0x10, 0x80]) == .max)
        #expect(size([0x52, 4, 0x10, 5, 0x10, 3]) == .max)
        #expect(size([0x50, 1]) == .max)
    }
}
