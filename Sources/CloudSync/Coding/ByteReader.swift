internal import LibraryModel

/// Reads the encoding of `ByteWriter` from untrusted bytes.
struct ByteReader {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads a value that takes all of the bytes.
    static func value<Value>(
        in bytes: [UInt8],
        _ body: (inout ByteReader) throws(SyncFailure) -> Value
    ) throws(SyncFailure) -> Value {
        var reader = ByteReader(bytes)
        let value = try body(&reader)
        try reader.finish()
        return value
    }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func byte() throws(SyncFailure) -> UInt8 {
        guard offset < bytes.count else { throw .damaged }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// Each number has one valid encoding; otherwise two equal objects could differ in their bytes.
    mutating func integer(upTo limit: UInt64 = .max) throws(SyncFailure) -> UInt64 {
        var value: UInt64 = 0
        for position in 0..<10 {
            let next = try byte()
            let digits = UInt64(next & 0x7F)
            guard position < 9 || digits <= 1 else { throw .damaged }
            value |= digits << (7 * UInt64(position))
            if next < 0x80 {
                guard value <= limit, next != 0 || position == 0 else { throw .damaged }
                return value
            }
        }
        throw .damaged
    }

    /// Reads a count of entries of at least `size` bytes each, so a reservation never exceeds the received bytes.
    mutating func count(of size: Int) throws(SyncFailure) -> Int {
        Int(try integer(upTo: UInt64((bytes.count - offset) / max(size, 1))))
    }

    mutating func raw(_ count: Int) throws(SyncFailure) -> [UInt8] {
        guard count >= 0, count <= bytes.count - offset else { throw .damaged }
        defer { offset += count }
        return Array(bytes[offset..<offset + count])
    }

    mutating func counted(upTo limit: Int = .max) throws(SyncFailure) -> [UInt8] {
        let count = try count(of: 1)
        guard count <= limit else { throw .damaged }
        return try raw(count)
    }

    mutating func identifier() throws(SyncFailure) -> ObjectID {
        let end = min(bytes.count, offset + ObjectID.byteCount)
        guard let id = ObjectID(bytes: bytes[offset..<end]) else { throw .damaged }
        offset = end
        return id
    }

    mutating func text(upTo limit: Int) throws(SyncFailure) -> String {
        guard let text = String(validating: try counted(upTo: limit), as: UTF8.self) else { throw .damaged }
        return text
    }

    /// Throws unless everything was read.
    func finish() throws(SyncFailure) {
        if !isAtEnd { throw .damaged }
    }
}
