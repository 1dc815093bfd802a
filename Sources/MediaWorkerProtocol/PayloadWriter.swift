/// Writes the fields of a payload.
struct PayloadWriter {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ value: some FixedWidthInteger) {
        for shift in stride(from: value.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    mutating func put(_ value: Double) { put(value.bitPattern) }

    mutating func put(_ value: Bool) { put(value ? 1 as UInt8 : 0) }

    /// Cuts a text that is too long, and drops invalid characters.
    mutating func put(_ text: String, _ form: TextForm) {
        let text = form.fitted(text)
        put(UInt16(clamping: text.utf8.count))
        bytes += text.utf8
    }

    /// An optional: a Boolean, and the value if it is true.
    mutating func put<Value>(_ value: Value?, _ write: (inout PayloadWriter, Value) -> Void) {
        put(value != nil)
        if let value { write(&self, value) }
    }

    /// As many bytes as the reader expects.
    mutating func putRaw(_ value: [UInt8]) { bytes += value }
}
