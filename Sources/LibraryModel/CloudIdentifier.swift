/// Identifies an object in all libraries of a person.
///
/// It has a random record, which is minted once for an object and never changes, and for assets the SHA-256 of the
/// original: a library that does not know the record can look for the same content. Smart albums are the same in every
/// library; their record is derived from their number.
package struct CloudIdentifier: Hashable, Sendable {
    /// The kind of object. Raw values are on the wire and in apps' documents.
    package enum Kind: UInt8, Sendable {
        case asset = 1
        case assetCollection = 2
        case collectionList = 3
        case smartAlbum = 4
    }

    package var kind: Kind
    package var record: ObjectID
    /// The first and second half of the original's SHA-256; zero for other objects than assets.
    package var content: (first: ObjectID, second: ObjectID)

    package init(_ kind: Kind, record: ObjectID, content: (first: ObjectID, second: ObjectID)? = nil) {
        self.kind = kind
        self.record = record
        self.content = content ?? (ObjectID(high: 0, low: 0), ObjectID(high: 0, low: 0))
    }

    package init(_ album: SmartAlbum) {
        self.init(.smartAlbum, record: ObjectID(high: 0, low: UInt64(album.rawValue)))
    }

    /// The most identifiers of one call.
    package static let maximumCount = 100_000

    // MARK: Bytes

    /// The kind, the record and the digest.
    package static let byteCount = 49

    package var bytes: [UInt8] { [kind.rawValue] + record.bytes + content.first.bytes + content.second.bytes }

    /// Nil for invalid bytes.
    package init?(bytes: [UInt8]) { self.init(bytes: bytes[...]) }

    package init?(bytes: ArraySlice<UInt8>) {
        guard bytes.count == CloudIdentifier.byteCount, let kind = bytes.first.flatMap(Kind.init(rawValue:)),
            let record = ObjectID(bytes: bytes.dropFirst().prefix(16)),
            let first = ObjectID(bytes: bytes.dropFirst(17).prefix(16)),
            let second = ObjectID(bytes: bytes.dropFirst(33))
        else { return nil }
        self.init(kind, record: record, content: (first, second))
    }

    // MARK: Text

    private static let prefix = "OPK1-"

    /// The identifier as apps store it: the format's name, and the bytes in uppercase hexadecimal.
    package var string: String {
        let digits = Array("0123456789ABCDEF".utf8)
        var text = Array(CloudIdentifier.prefix.utf8)
        text.reserveCapacity(text.count + 2 * CloudIdentifier.byteCount)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Nil for an invalid text.
    package init?(_ text: String) {
        let characters = Array(text.utf8)
        let prefix = Array(CloudIdentifier.prefix.utf8)
        guard characters.count == prefix.count + 2 * CloudIdentifier.byteCount, characters.starts(with: prefix) else {
            return nil
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(CloudIdentifier.byteCount)
        for position in stride(from: prefix.count, to: characters.count, by: 2) {
            guard let high = CloudIdentifier.digit(characters[position]),
                let low = CloudIdentifier.digit(characters[position + 1])
            else { return nil }
            bytes.append(high << 4 | low)
        }
        self.init(bytes: bytes)
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    package static func == (left: CloudIdentifier, right: CloudIdentifier) -> Bool {
        left.kind == right.kind && left.record == right.record && left.content == right.content
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(record)
        hasher.combine(content.first)
    }
}
