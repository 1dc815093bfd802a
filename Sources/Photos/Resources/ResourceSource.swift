package import LibraryClient
package import LibraryModel
package import LinuxSystem

/// The files of a picked asset, which the app reads through the pick and not through its own view of the library.
package protocol ResourceSource: Sendable {
    func resources() throws(LibraryError) -> [ResourceInfo]
    func open(_ kind: ResourceKind, _ network: NetworkAccess?) throws(LibraryError) -> OwnedDescriptor
}
