/// Identifies an object across all libraries of a person, for storage in an app's documents.
///
/// Immutable, and equal when the texts are equal. Only a library can resolve it.
public final class PHCloudIdentifier: NSObject, NSCopying, NSSecureCoding, Sendable {
    private static let codingKey = "identifier"
    /// Bytes. No version has longer identifiers.
    private static let maximumLength = 1_024

    private let text: String

    /// Creates an identifier from `archivalStringValue`; nil for an invalid text: empty, too long, or with control
    /// characters.
    public init?(archivalStringValue: String) {
        guard Self.isPossible(archivalStringValue) else { return nil }
        text = archivalStringValue
    }

    /// Creates an identifier from any text. Lookups with an invalid one fail.
    @available(*, deprecated, renamed: "init(archivalStringValue:)")
    public init(stringValue: String) {
        text = stringValue
    }

    /// The identifier as text, for storage.
    public var archivalStringValue: String { text }

    /// The same as `archivalStringValue`.
    @available(*, deprecated, renamed: "archivalStringValue")
    public var stringValue: String { text }

    /// Supports secure coding.
    public static var supportsSecureCoding: Bool { true }

    /// Reads an identifier from an archive.
    public init?(coder: NSCoder) {
        guard let text = coder.decodeObject(of: NSString.self, forKey: Self.codingKey) else { return nil }
        self.text = text.description
        guard self.text.utf8.count <= Self.maximumLength else { return nil }
    }

    /// Writes the identifier to an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(NSString(string: text), forKey: Self.codingKey)
    }

    /// Returns the identifier itself, because it is immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other is an identifier with the same text.
    public override func isEqual(_ object: Any?) -> Bool { (object as? PHCloudIdentifier)?.text == text }

    /// A hash of the text.
    public override var hash: Int { text.hashValue }

    /// The text.
    public override var description: String { text }

    private static func isPossible(_ text: String) -> Bool {
        (1...maximumLength).contains(text.utf8.count) && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}
