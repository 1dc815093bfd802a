package import LibraryModel
internal import LibraryProtocol

// Identifiers that are valid in other libraries.
extension LibraryClient {
    /// The cloud identifiers of at most `CloudIdentifier.maximumCount` objects, in their order; nil for objects that do
    /// not exist. An object without one gets one, permanently.
    package func cloudIdentifiers(of objects: [LocalIdentifier]) throws(LibraryError) -> [CloudIdentifier?] {
        let identifiers = try calls.ask(CloudIdentifiersCall(of: objects)).identifiers
        guard identifiers.count == objects.count else { throw .unexpectedReply }
        return identifiers
    }

    /// The objects of cloud identifiers, in their order: none, one, or several with the same content. `onlySynced`:
    /// does not search by content.
    package func localIdentifiers(
        of identifiers: [CloudIdentifier],
        onlySynced: Bool
    ) throws(LibraryError) -> [[LocalIdentifier]] {
        let lists = try calls.ask(LocalIdentifiersCall(of: identifiers, onlySynced: onlySynced)).lists
        guard lists.count == identifiers.count else { throw .unexpectedReply }
        return lists
    }
}
