import LibraryClient
import LibraryModel
import LinuxSystem

/// The library that an import goes to.
protocol ImportDestination: Sendable {
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
