/// One box of an ISO base media file.
struct ISOBox {
    /// The type, four bytes.
    var name: [UInt8]
    var start: Int
    var body: Range<Int>

    var range: Range<Int> { start..<body.upperBound }

    /// The type as four characters of Latin 1.
    var type: String { String(String.UnicodeScalarView(name.map { Unicode.Scalar($0) })) }

    /// Nil unless a whole box begins here within `range`.
    init?(_ source: ByteSource, at offset: Int, in range: Range<Int>) {
        guard range.upperBound - offset >= 8, let short = source.bigEndian32(at: offset),
            let name = source.bytes(at: offset + 4, 4)
        else { return nil }
        var bodyStart = offset + 8
        var size = short
        if short == 1 {
            guard let high = source.bigEndian32(at: offset + 8), let low = source.bigEndian32(at: offset + 12),
                high <= Int(Int32.max)
            else { return nil }
            size = high << 32 | low
            bodyStart += 8
        } else if short == 0 {
            size = range.upperBound - offset
        }
        guard size >= bodyStart - offset, size <= range.upperBound - offset else { return nil }
        self.name = name
        start = offset
        body = bodyStart..<offset + size
    }
}
