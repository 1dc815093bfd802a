/// Objects that can be made of a provider's data.
public protocol NSItemProviderReading: NSObjectProtocol, SendableMetatype {
    /// The types that objects can be made of, the preferred one first.
    static var readableTypeIdentifiersForItemProvider: [String] { get }

    /// An object of data of that type.
    static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
}

/// Objects that a provider can hand over as data.
public protocol NSItemProviderWriting: NSObjectProtocol, SendableMetatype {
    /// The types that objects of the class can be written as, the best first.
    static var writableTypeIdentifiersForItemProvider: [String] { get }

    /// The types that this object can be written as, the best first; those of the class where it does not say.
    var writableTypeIdentifiersForItemProvider: [String] { get }

    /// Who may load the object as that type; everybody where the class does not say.
    static func itemProviderVisibilityForRepresentation(
        withTypeIdentifier typeIdentifier: String
    ) -> NSItemProviderRepresentationVisibility

    /// Writes the object as data of that type, and calls the handler once.
    @preconcurrency
    func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress?
}

extension NSItemProviderWriting {
    /// Those of the class.
    public var writableTypeIdentifiersForItemProvider: [String] { Self.writableTypeIdentifiersForItemProvider }

    /// Everybody.
    public static func itemProviderVisibilityForRepresentation(
        withTypeIdentifier typeIdentifier: String
    ) -> NSItemProviderRepresentationVisibility { .all }
}
