/// What a type can be found by.
public struct UTTagClass: RawRepresentable, Hashable, Sendable {
    /// Apple's name of the class.
    public let rawValue: String

    /// A class by Apple's name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Extensions of file names, without the dot.
    public static let filenameExtension = UTTagClass(rawValue: "public.filename-extension")
    /// Media types, for example `image/jpeg`.
    public static let mimeType = UTTagClass(rawValue: "public.mime-type")
}

extension UTType {
    /// The type of such a tag; nil when it is not known, or is no kind of `supertype`.
    public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
        guard let type = Self.types(tag: tag, tagClass: tagClass, conformingTo: supertype).first else { return nil }
        self = type
    }

    /// The types of such a tag that are a kind of `supertype`: one, or none.
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

    /// All tags of the type, the preferred ones first.
    public var tags: [UTTagClass: [String]] {
        let all: [UTTagClass: [String]] = [
            .filenameExtension: declaration.extensions, .mimeType: declaration.mediaTypes,
        ]
        return all.filter { !$0.value.isEmpty }
    }
}
