import LibraryModel

/// A position in the library's history, for storage across launches. Opaque, and valid only for this library.
/// Immutable.
///
/// Supports `NSSecureCoding` and, unlike Apple's, `Codable`. Tokens are equal when their bytes are equal.
public final class PHPersistentChangeToken: NSObject, NSCopying, NSSecureCoding, Codable, Sendable {
    private static let codingKey = "token"
    /// Bytes. No version has longer tokens.
    private static let maximumSize = 256

    let bytes: [UInt8]

    init(_ token: ChangeToken) {
        bytes = token.serialized
    }

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The decoded token; nil for malformed bytes.
    var token: ChangeToken? { ChangeToken(serialized: bytes) }

    /// Supports secure coding.
    public static var supportsSecureCoding: Bool { true }

    /// Reads a token from an archive. Decodes damaged bytes, too; using such a token throws
    /// `persistentChangeTokenExpired`.
    public init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: Self.codingKey),
            (1...Self.maximumSize).contains(data.length)
        else { return nil }
        bytes = [UInt8](data as Data)
    }

    /// Writes the token to an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(NSData(data: Data(bytes)), forKey: Self.codingKey)
    }

    /// Decodes a token. Decodes damaged bytes, too; using such a token throws `persistentChangeTokenExpired`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let data = try container.decode(Data.self)
        guard (1...Self.maximumSize).contains(data.count) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a change token")
        }
        bytes = [UInt8](data)
    }

    /// Encodes the token as one `Data`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Data(bytes))
    }

    /// Returns the token itself, because it is immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other is a token with the same bytes.
    public override func isEqual(_ object: Any?) -> Bool { (object as? PHPersistentChangeToken)?.bytes == bytes }

    /// A hash of the bytes.
    public override var hash: Int { bytes.hashValue }
}
