// As much of UniformTypeIdentifiers as the photo library's API needs: the types of pictures, movies and sounds.

/// What bytes are, as in Apple's UniformTypeIdentifiers: `public.jpeg`, `com.apple.quicktime-movie`.
///
/// Only the types of the table in `UTType+Media.swift` are known; of any other identifier, file name extension or
/// media type there is no `UTType`.
public struct UTType: Hashable, Sendable, CustomStringConvertible {
    let declaration: Declaration

    /// What is known of a type.
    struct Declaration: Sendable {
        var identifier: String
        /// Types that this one is a kind of, directly.
        var parents: [String] = []
        /// Without the dot, the preferred one first.
        var extensions: [String] = []
        /// The preferred one first.
        var mediaTypes: [String] = []
    }

    init(_ declaration: Declaration) {
        self.declaration = declaration
    }

    /// The type with an identifier; nil when it is not known.
    public init?(_ identifier: String) {
        guard let type = Self.table.types[identifier] else { return nil }
        self = type
    }

    /// The type of files with such an extension; nil when it is not known, or the type is no kind of `supertype`.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        guard let type = Self.table.byExtension[filenameExtension.lowercased()], type.conforms(to: supertype) else {
            return nil
        }
        self = type
    }

    /// The type of such a media type, for example `image/jpeg`; nil when it is not known, or is no kind of `supertype`.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        guard let type = Self.table.byMediaType[mimeType.lowercased()], type.conforms(to: supertype) else { return nil }
        self = type
    }

    /// The name of the type, for example `public.jpeg`.
    public var identifier: String { declaration.identifier }
    /// The extension that files of the type usually have, without the dot.
    public var preferredFilenameExtension: String? { declaration.extensions.first }
    /// The media type, for example `image/jpeg`.
    public var preferredMIMEType: String? { declaration.mediaTypes.first }
    /// The identifier.
    public var description: String { identifier }

    /// All types that this one is a kind of, itself not among them.
    public var supertypes: Set<UTType> {
        var found: Set<UTType> = []
        var open = declaration.parents
        while let next = open.popLast() {
            guard let type = UTType(next), found.insert(type).inserted else { continue }
            open += type.declaration.parents
        }
        return found
    }

    /// Whether it is that type, or a kind of it.
    public func conforms(to type: UTType) -> Bool { self == type || isSubtype(of: type) }
    /// Whether it is a kind of that type, and not the type itself.
    public func isSubtype(of type: UTType) -> Bool { supertypes.contains(type) }
    /// Whether that type is a kind of this one, and not the type itself.
    public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }

    /// Whether the identifiers are the same.
    public static func == (left: UTType, right: UTType) -> Bool { left.identifier == right.identifier }

    /// Feeds the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension UTType: Codable {
    /// A type from its identifier.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let identifier = try container.decode(String.self)
        guard let type = UTType(identifier) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "an unknown type \(identifier)")
        }
        self = type
    }

    /// Writes the identifier.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifier)
    }
}
