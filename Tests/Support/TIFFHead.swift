/// The header and the only directory of a TIFF file, the most significant byte first, and behind them the values that
/// are too long for their entries. What else the file has begins where these end.
package struct TIFFHead {
    package typealias Entry = (tag: UInt16, type: UInt16, count: Int, value: [UInt8])

    /// In the order of their tags.
    package var entries: [Entry]

    package init(_ entries: [Entry]) { self.entries = entries }

    private var tableEnd: Int { 8 + 2 + entries.count * 12 + 4 }

    /// Of `bytes`. Values of at most four bytes do not change it.
    package var byteCount: Int {
        entries.filter { $0.value.count > 4 }.reduce(tableEnd) { $0 + $1.value.count + $1.value.count % 2 }
    }

    package var bytes: [UInt8] {
        var table = Array("MM".utf8) + big(UInt16(42)) + big(UInt32(8)) + big(UInt16(entries.count))
        var behind: [UInt8] = []
        for (tag, type, count, value) in entries {
            table += big(tag) + big(type) + big(UInt32(count))
            if value.count <= 4 {
                table += value + [UInt8](repeating: 0, count: 4 - value.count)
            } else {
                table += big(UInt32(tableEnd + behind.count))
                behind += value + [UInt8](repeating: 0, count: value.count % 2)
            }
        }
        return table + big(UInt32(0)) + behind
    }
}
