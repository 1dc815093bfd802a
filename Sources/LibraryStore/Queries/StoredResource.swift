package import LibraryModel

/// A file of an asset with its path.
package struct StoredResource: Hashable, Sendable {
    package var info: ResourceInfo
    /// Relative to the bundle.
    package var relativePath: String
    /// The row of the app that added the asset; nil is the owner.
    package var addedBy: Int64?
    /// What of it is not for whoever reads: what they get is a copy without that.
    package var removal: MetadataRemoval = []
}
