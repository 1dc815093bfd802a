/// A position in a library's history.
///
/// Apps keep the 52 opaque bytes of `serialized`; `PHPersistentChangeToken` wraps them. A CRC-32C distinguishes a token
/// that was altered in storage from one that is merely old. A token is no capability: the server decides visibility at
/// every request.
package struct ChangeToken: Hashable, Sendable {
    /// The token's library.
    package var library: ObjectID
    /// Changes when the history begins anew, for example after a restored backup.
    package var historyEpoch: UInt64
    /// The last transaction that the holder has seen.
    package var sequence: UInt64
    /// Changes when the app's kind of access changes.
    package var visibilityEpoch: UInt64

    package init(library: ObjectID, historyEpoch: UInt64, sequence: UInt64, visibilityEpoch: UInt64) {
        self.library = library
        self.historyEpoch = historyEpoch
        self.sequence = sequence
        self.visibilityEpoch = visibilityEpoch
    }

    /// The layout's version, the first two bytes.
    package static let formatVersion: UInt16 = 1
    /// Two of version, two reserved, 16 of library, three times eight, four of checksum, four reserved.
    package static let byteCount = 52

    /// The token in its stored form.
    package var serialized: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(ChangeToken.byteCount)
        bytes.appendBigEndian(ChangeToken.formatVersion)
        bytes.appendBigEndian(UInt16(0))
        bytes.appendBigEndian(UInt32(0))
        bytes.appendBigEndian(library.high)
        bytes.appendBigEndian(library.low)
        bytes.appendBigEndian(historyEpoch)
        bytes.appendBigEndian(sequence)
        bytes.appendBigEndian(visibilityEpoch)
        bytes.appendBigEndian(CRC32.castagnoli.checksum(of: bytes))
        return bytes
    }

    /// From the stored form. Returns nil when the bytes are no token or were altered.
    package init?(serialized bytes: [UInt8]) {
        guard bytes.count == ChangeToken.byteCount else { return nil }
        func word(_ start: Int) -> UInt64 { bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) } }
        let stored = bytes[48..<52].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard stored == CRC32.castagnoli.checksum(of: bytes[..<48]),
            word(0) == UInt64(ChangeToken.formatVersion) << 48
        else { return nil }
        self.init(
            library: ObjectID(high: word(8), low: word(16)),
            historyEpoch: word(24),
            sequence: word(32),
            visibilityEpoch: word(40)
        )
    }
}

extension [UInt8] {
    fileprivate mutating func appendBigEndian<Word: FixedWidthInteger>(_ word: Word) {
        for shift in stride(from: Word.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: word >> Word(shift)))
        }
    }
}
