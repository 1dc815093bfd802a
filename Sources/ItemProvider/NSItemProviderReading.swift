/// An object that can be read from a representation.
public protocol NSItemProviderReading: NSObjectProtocol, SendableMetatype {
    /// The types that objects can be read from, preferred ones first.
    static var readableTypeIdentifiersForItemProvider: [String] { get }

    /// Creates an object from data of a type.
    static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
}

/// An object that can be written as representations.
public protocol NSItemProviderWriting: NSObjectProtocol, SendableMetatype {
    /// The types that objects of the class can be written as, best first.
    static var writableTypeIdentifiersForItemProvider: [String] { get }

    /// The types that this object can be written as, best first; by default those of the class.
    var writableTypeIdentifiersForItemProvider: [String] { get }

    /// The visibility of the representation of a type; by default `all`.
    static func itemProviderVisibilityForRepresentation(
        withTypeIdentifier typeIdentifier: String
    ) -> NSItemProviderRepresentationVisibility

    /// Writes the object as data of a type, and calls the handler once.
    @preconcurrency
    func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress?
}

extension NSItemProviderWriting {
    /// The types of the class.
    public var writableTypeIdentifiersForItemProvider: [String] { Self.writableTypeIdentifiersForItemProvider }

    /// `all`.
    public static func itemProviderVisibilityForRepresentation(
        withTypeIdentifier typeIdentifier: String
    ) -> NSItemProviderRepresentationVisibility { .all }
}
