import LibraryModel
import Testing

@Suite struct ChangeTokenTests {
    static let token = ChangeToken(
        library: ObjectID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210),
        historyEpoch: 7,
        sequence: 1 << 40,
        visibilityEpoch: .max
    )

    @Test func `a stored token comes back as it was`() {
        let stored = ChangeTokenTests.token.serialized
        #expect(stored.count == ChangeToken.byteCount)
        #expect(ChangeToken(serialized: stored) == ChangeTokenTests.token)
    }

    @Test func `a token with any one bit altered is no token`() {
        let stored = ChangeTokenTests.token.serialized
        for bit in 0..<stored.count * 8 {
            var altered = stored
            altered[bit / 8] ^= 1 << (bit % 8)
            #expect(ChangeToken(serialized: altered) == nil, "bit \(bit)")
        }
    }

    @Test func `a token of any other length is no token`() {
        let stored = ChangeTokenTests.token.serialized
        for length in 0..<stored.count { #expect(ChangeToken(serialized: Array(stored[..<length])) == nil) }
        #expect(ChangeToken(serialized: stored + [0]) == nil)
    }
}
