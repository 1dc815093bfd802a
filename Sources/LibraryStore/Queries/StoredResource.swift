package import LibraryModel

/// A file of an asset with its path.
package struct StoredResource: Hashable, Sendable {
    package var info: ResourceInfo
    /// Relative to the bundle.
    package var relativePath: String
    /// The row of the app that added the asset; nil is the owner.
    package var addedBy: Int64?
    /// Metadata that the reader may not get: they get a copy without it.
    package var removal: MetadataRemoval = []
}
