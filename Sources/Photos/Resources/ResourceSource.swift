package import LibraryModel
package import LinuxSystem

/// The files of an asset that the app has from elsewhere than its own sight of the library: of one that the person
/// picked.
package protocol ResourceSource: Sendable {
    func resources() throws(LibraryError) -> [ResourceInfo]
    func open(_ kind: ResourceKind) throws(LibraryError) -> OwnedDescriptor
}
