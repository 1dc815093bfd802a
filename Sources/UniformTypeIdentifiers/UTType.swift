// `import UniformTypeIdentifiers` also imports Foundation, as with Apple's module.
@_exported public import Foundation

// The part of UniformTypeIdentifiers that PhotoKit uses: types of images, movies and audio, and a few others.

/// A type of data, for example `public.jpeg` or `com.apple.quicktime-movie`.
///
/// Knows the types of a fixed table only: initializers return nil for other identifiers, filename extensions and media
/// types, where Apple's make up a dynamic type.
public struct UTType: Hashable, Sendable, CustomStringConvertible {
    let declaration: Declaration

    /// The facts about a type.
    struct Declaration: Sendable {
        var identifier: String
        /// The types that it directly conforms to.
        var parents: [String] = []
        /// Without the dot, the preferred one first.
        var extensions: [String] = []
        /// The preferred one first.
        var mediaTypes: [String] = []
    }

    init(_ declaration: Declaration) {
        self.declaration = declaration
    }

    /// Creates the type with an identifier; nil when it is unknown.
    public init?(_ identifier: String) {
        guard let type = Self.table.types[identifier] else { return nil }
        self = type
    }

    /// Creates the type of a filename extension; nil when it is unknown or does not conform to `supertype`.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        guard let type = Self.table.byExtension[filenameExtension.lowercased()], type.conforms(to: supertype) else {
            return nil
        }
        self = type
    }

    /// Creates the type of a media type such as `image/jpeg`; nil when it is unknown or does not conform to
    /// `supertype`.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        guard let type = Self.table.byMediaType[mimeType.lowercased()], type.conforms(to: supertype) else { return nil }
        self = type
    }

    /// Creates a type that the app defines: the known type, or a new one that conforms to `parentType`, without
    /// extension and media type. It is not registered: `UTType(_:)` does not find it.
    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
        let parents = parentType.map { [$0.identifier] + $0.ancestors } ?? []
        self = UTType(identifier) ?? UTType(Declaration(identifier: identifier, parents: parents))
    }

    /// Creates a type that another app defines. Works like `init(exportedAs:conformingTo:)`.
    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.init(exportedAs: identifier, conformingTo: parentType)
    }

    /// The identifier, for example `public.jpeg`.
    public var identifier: String { declaration.identifier }
    /// The preferred filename extension, without the dot.
    public var preferredFilenameExtension: String? { declaration.extensions.first }
    /// The preferred media type, for example `image/jpeg`.
    public var preferredMIMEType: String? { declaration.mediaTypes.first }
    /// What the type is, for people, in English: for example `JPEG image`. Nil for types without an extension.
    public var localizedDescription: String? {
        guard let name = preferredFilenameExtension?.uppercased() else { return nil }
        let kinds: [(UTType, String)] = [(.image, "image"), (.movie, "movie"), (.audio, "audio")]
        return name + " " + (kinds.first { conforms(to: $0.0) }?.1 ?? "file")
    }
    /// Whether the type is one of the known ones.
    public var isDeclared: Bool { Self.table.types[identifier] != nil }
    /// Always false: there are no dynamic types.
    public var isDynamic: Bool { false }
    /// Whether the identifier is in the `public` domain.
    public var isPublic: Bool { identifier.hasPrefix("public.") }
    /// The identifier.
    public var description: String { identifier }

    /// The known types that this one conforms to, without itself.
    public var supertypes: Set<UTType> { Set(ancestors.compactMap { UTType($0) }) }

    /// The identifiers of all types that this one conforms to.
    private var ancestors: Set<String> {
        var found: Set<String> = []
        var open = declaration.parents
        while let next = open.popLast() {
            if found.insert(next).inserted { open += Self.table.types[next]?.declaration.parents ?? [] }
        }
        return found
    }

    /// Returns whether this is `type` or conforms to it.
    public func conforms(to type: UTType) -> Bool { self == type || isSubtype(of: type) }
    /// Returns whether this conforms to `type` and is another type.
    public func isSubtype(of type: UTType) -> Bool { ancestors.contains(type.identifier) }
    /// Returns whether `type` conforms to this one and is another type.
    public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }

    /// Whether both have the same identifier.
    public static func == (left: UTType, right: UTType) -> Bool { left.identifier == right.identifier }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension UTType: Codable {
    /// Decodes an identifier. Throws for an unknown one.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let identifier = try container.decode(String.self)
        guard let type = UTType(identifier) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "an unknown type \(identifier)")
        }
        self = type
    }

    /// Encodes the identifier.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifier)
    }
}
