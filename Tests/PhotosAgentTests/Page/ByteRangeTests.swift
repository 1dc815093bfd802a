import AgentPage
import Testing

@Suite struct ByteRangeTests {
    /// A header, and what it asks for of ten bytes.
    @Test(
        arguments: [
            (nil, .whole), ("bytes=0-", .part(ByteRange(offset: 0, count: 10))),
            ("bytes=2-4", .part(ByteRange(offset: 2, count: 3))), ("bytes=9-9", .part(ByteRange(offset: 9, count: 1))),
            ("bytes=5-99", .part(ByteRange(offset: 5, count: 5))), ("bytes=-3", .part(ByteRange(offset: 7, count: 3))),
            ("bytes=-99", .part(ByteRange(offset: 0, count: 10))),
            ("bytes=0-18446744073709551615", .part(ByteRange(offset: 0, count: 10))),
            ("bytes=10-", .nothing), ("bytes=-0", .nothing), ("bytes=18446744073709551615-", .nothing),
            ("bytes=4-2", .whole), ("bytes=-", .whole), ("bytes=", .whole), ("bytes=1-2,4-5", .whole),
            ("lines=1-2", .whole), ("bytes=+1-2", .whole), ("bytes=18446744073709551616-", .whole),
        ] as [(String?, ByteRange.Wish)]
    )
    func `a range is what RFC 9110 says`(_ header: String?, _ wish: ByteRange.Wish) {
        #expect(ByteRange.wish(header, ofSize: 10) == wish)
    }

    @Test func `of an empty file there is no part`() {
        #expect(ByteRange.wish("bytes=0-", ofSize: 0) == .nothing)
        #expect(ByteRange.wish("bytes=-1", ofSize: 0) == .nothing)
        #expect(ByteRange.wish(nil, ofSize: 0) == .whole)
    }
}
