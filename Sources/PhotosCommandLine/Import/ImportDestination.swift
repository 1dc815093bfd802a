import LibraryClient
import LibraryModel
import LinuxSystem

/// Where an import goes: a library server.
protocol ImportDestination: Sendable {
    func stage(_ file: borrowing OwnedDescriptor, filename: String) throws(LibraryError) -> StagedResource
    func mintIdentifiers(_ count: Int) throws(LibraryError) -> [ObjectID]
    func perform(_ block: ChangeBlock) throws(LibraryError) -> ChangeToken
}

extension LibraryClient: ImportDestination {}
