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
    func perform(_ block: ChangeBlock) throws(LibraryError) -> ChangeToken
}

extension LibraryClient: ImportDestination {}
