// Apple's module brings Foundation along.
@_exported public import Foundation

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

    /// An app's own type: the known one of that identifier, or else one that is a kind of `parentType` and has neither
    /// extension nor media type. Only the value knows that: `UTType(_:)` does not find it.
    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
        let parents = parentType.map { [$0.identifier] + $0.ancestors } ?? []
        self = UTType(identifier) ?? UTType(Declaration(identifier: identifier, parents: parents))
    }

    /// Another app's type: as an app's own.
    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.init(exportedAs: identifier, conformingTo: parentType)
    }

    /// The name of the type, for example `public.jpeg`.
    public var identifier: String { declaration.identifier }
    /// The extension that files of the type usually have, without the dot.
    public var preferredFilenameExtension: String? { declaration.extensions.first }
    /// The media type, for example `image/jpeg`.
    public var preferredMIMEType: String? { declaration.mediaTypes.first }
    /// Whether it is one of the types that are known, and not an app's own.
    public var isDeclared: Bool { Self.table.types[identifier] != nil }
    /// False: there are no types made up for unknown extensions.
    public var isDynamic: Bool { false }
    /// Whether it belongs to nobody.
    public var isPublic: Bool { identifier.hasPrefix("public.") }
    /// The identifier.
    public var description: String { identifier }

    /// All types that this one is a kind of, itself not among them; those that are not known are left out.
    public var supertypes: Set<UTType> { Set(ancestors.compactMap { UTType($0) }) }

    /// The identifiers of all types that this one is a kind of.
    private var ancestors: Set<String> {
        var found: Set<String> = []
        var open = declaration.parents
        while let next = open.popLast() {
            if found.insert(next).inserted { open += Self.table.types[next]?.declaration.parents ?? [] }
        }
        return found
    }

    /// Whether it is that type, or a kind of it.
    public func conforms(to type: UTType) -> Bool { self == type || isSubtype(of: type) }
    /// Whether it is a kind of that type, and not the type itself.
    public func isSubtype(of type: UTType) -> Bool { ancestors.contains(type.identifier) }
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
