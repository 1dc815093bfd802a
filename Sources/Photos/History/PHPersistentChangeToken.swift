import LibraryModel

/// A moment in the library's history, to be kept over launches. Opaque, and of this device's library only.
///
/// Besides `NSSecureCoding` it is `Codable`, which Apple's is not. Two tokens are equal when their bytes are.
public final class PHPersistentChangeToken: NSObject, NSCopying, NSSecureCoding, Codable, Sendable {
    private static let codingKey = "token"
    /// Longer is no token of any version.
    private static let maximumSize = 256

    let bytes: [UInt8]

    init(_ token: ChangeToken) {
        bytes = token.serialized
    }

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The moment that is told. Nil for bytes that are no token or were altered.
    var token: ChangeToken? { ChangeToken(serialized: bytes) }

    /// True.
    public static var supportsSecureCoding: Bool { true }

    /// A token from an archive. One that was altered in storage decodes, and is refused as expired when it is used.
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

    /// A token from any decoder. One that was altered in storage decodes, and is refused as expired when it is used.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let data = try container.decode(Data.self)
        guard (1...Self.maximumSize).contains(data.count) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a change token")
        }
        bytes = [UInt8](data)
    }

    /// Writes the token to any encoder, as one `Data`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Data(bytes))
    }

    /// Itself: a token never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other is a token of the same bytes.
    public override func isEqual(_ object: Any?) -> Bool { (object as? PHPersistentChangeToken)?.bytes == bytes }

    /// A hash of the bytes.
    public override var hash: Int { bytes.hashValue }
}
