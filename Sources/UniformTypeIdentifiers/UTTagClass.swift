/// A class of tags that identify types.
public struct UTTagClass: RawRepresentable, Hashable, Sendable {
    /// Apple's identifier of the class.
    public let rawValue: String

    /// Creates a class from Apple's identifier.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Filename extensions, without the dot.
    public static let filenameExtension = UTTagClass(rawValue: "public.filename-extension")
    /// Media types, for example `image/jpeg`.
    public static let mimeType = UTTagClass(rawValue: "public.mime-type")
}

extension UTType {
    /// Creates the type of a tag; nil when it is unknown or does not conform to `supertype`.
    public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
        guard let type = Self.types(tag: tag, tagClass: tagClass, conformingTo: supertype).first else { return nil }
        self = type
    }

    /// Returns the types of a tag that conform to `supertype`: at most one.
    public static func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> [UTType] {
        let found: UTType? =
            switch tagClass {
            case .filenameExtension: table.byExtension[tag.lowercased()]
            case .mimeType: table.byMediaType[tag.lowercased()]
            default: nil
            }
        guard let found, supertype.map(found.conforms) ?? true else { return [] }
        return [found]
    }

    /// The tags of the type, preferred ones first.
    public var tags: [UTTagClass: [String]] {
        let all: [UTTagClass: [String]] = [
            .filenameExtension: declaration.extensions, .mimeType: declaration.mediaTypes,
        ]
        return all.filter { !$0.value.isEmpty }
    }
}
