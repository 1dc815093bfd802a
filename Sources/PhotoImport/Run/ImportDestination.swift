package import LibraryClient
package import LibraryModel
package import LinuxSystem

/// The library that an import goes to.
package protocol ImportDestination: Sendable {
    func stage(
        _ file: borrowing OwnedDescriptor,
        filename: String,
        sideCar: SideCar?
    ) throws(LibraryError) -> StagedResource
    func mintIdentifiers(_ count: Int) throws(LibraryError) -> [ObjectID]
    /// What is known of assets, in the order of `ids`.
    func known(_ ids: [ObjectID]) throws(LibraryError) -> [PhotoNotes.Known]
    func perform(_ block: ChangeBlock) throws(LibraryError) -> ChangeToken
}

extension LibraryClient: ImportDestination {}
