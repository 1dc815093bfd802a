/// Reads the fields of an untrusted payload.
struct PayloadReader {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func raw(_ count: Int) throws(WorkerChannelFailure) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.count - offset else { throw .violation }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }

    mutating func integer<Value: FixedWidthInteger>(_: Value.Type = Value.self) throws(WorkerChannelFailure) -> Value {
        try raw(Value.bitWidth / 8).reduce(0) { $0 << 8 | Value(truncatingIfNeeded: $1) }
    }

    mutating func integer<Value: FixedWidthInteger>(
        in range: ClosedRange<Value>
    ) throws(WorkerChannelFailure) -> Value {
        let value: Value = try integer()
        guard range.contains(value) else { throw .violation }
        return value
    }

    /// A length or a side: four bytes.
    mutating func count(in range: ClosedRange<Int>) throws(WorkerChannelFailure) -> Int {
        let value = Int(try integer(UInt32.self))
        guard range.contains(value) else { throw .violation }
        return value
    }

    mutating func real(in range: ClosedRange<Double>) throws(WorkerChannelFailure) -> Double {
        let value = Double(bitPattern: try integer())
        guard range.contains(value) else { throw .violation }
        return value
    }

    mutating func truth() throws(WorkerChannelFailure) -> Bool { try integer(in: 0...1 as ClosedRange<UInt8>) == 1 }

    mutating func text(_ form: TextForm) throws(WorkerChannelFailure) -> String {
        let length: UInt16 = try integer()
        guard let text = String(validating: try raw(Int(length)), as: UTF8.self), form.isMet(by: text) else {
            throw .violation
        }
        return text
    }

    /// An optional: a Boolean, and the value if it is true.
    mutating func optional<Value>(
        _ read: (inout PayloadReader) throws(WorkerChannelFailure) -> Value
    ) throws(WorkerChannelFailure) -> Value? {
        try truth() ? try read(&self) : nil
    }

    var isAtEnd: Bool { offset == bytes.count }

    /// Throws unless everything was read.
    func finish() throws(WorkerChannelFailure) {
        if offset != bytes.count { throw .violation }
    }
}
