package import LibraryModel
internal import LibraryProtocol

// Names that are good in other libraries.
extension LibraryClient {
    /// The cloud identifiers of at most `CloudIdentifier.maximumCount` objects, in their order; nil for what is not
    /// there. An object that had none gets one, for ever.
    package func cloudIdentifiers(of objects: [LocalIdentifier]) throws(LibraryError) -> [CloudIdentifier?] {
        guard case .cloudIdentifiers(let identifiers) = try calls.ask(CloudIdentifiersCall(of: objects)),
            identifiers.count == objects.count
        else { throw .unexpectedReply }
        return identifiers
    }

    /// The objects that cloud identifiers name, in their order: none, one, or several with the same content. With
    /// `onlySynced` content is not looked for.
    package func localIdentifiers(
        of identifiers: [CloudIdentifier],
        onlySynced: Bool
    ) throws(LibraryError) -> [[LocalIdentifier]] {
        guard
            case .localIdentifiers(let lists) = try calls.ask(
                LocalIdentifiersCall(of: identifiers, onlySynced: onlySynced)
            ), lists.count == identifiers.count
        else { throw .unexpectedReply }
        return lists
    }
}
