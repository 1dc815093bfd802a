/// The name of an object in every library that a person's photos are in, to be kept with an app's documents.
///
/// A value: two are equal when their texts are. Where it came from and what it names only a library can tell.
public final class PHCloudIdentifier: NSObject, NSCopying, NSSecureCoding, Sendable {
    private static let codingKey = "identifier"
    /// Bytes. Longer is no identifier of any version.
    private static let maximumLength = 1_024

    private let text: String

    /// An identifier from a text that `archivalStringValue` gave; nil for a text that cannot be one: an empty one, one
    /// with control characters or one that is too long.
    public init?(archivalStringValue: String) {
        guard Self.isPossible(archivalStringValue) else { return nil }
        text = archivalStringValue
    }

    /// An identifier from any text. One that names nothing is refused when it is used.
    @available(*, deprecated, renamed: "init(archivalStringValue:)")
    public init(stringValue: String) {
        text = stringValue
    }

    /// The identifier as text, to be stored.
    public var archivalStringValue: String { text }

    /// The same as `archivalStringValue`.
    @available(*, deprecated, renamed: "archivalStringValue")
    public var stringValue: String { text }

    /// True.
    public static var supportsSecureCoding: Bool { true }

    /// An identifier from an archive.
    public init?(coder: NSCoder) {
        guard let text = coder.decodeObject(of: NSString.self, forKey: Self.codingKey) else { return nil }
        self.text = text.description
        guard self.text.utf8.count <= Self.maximumLength else { return nil }
    }

    /// Writes the identifier to an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(NSString(string: text), forKey: Self.codingKey)
    }

    /// Itself: an identifier never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other is an identifier of the same text.
    public override func isEqual(_ object: Any?) -> Bool { (object as? PHCloudIdentifier)?.text == text }

    /// A hash of the text.
    public override var hash: Int { text.hashValue }

    /// The text.
    public override var description: String { text }

    private static func isPossible(_ text: String) -> Bool {
        (1...maximumLength).contains(text.utf8.count) && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}
