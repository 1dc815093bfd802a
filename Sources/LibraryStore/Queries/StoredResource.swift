package import LibraryModel

/// A file of an asset and where it lies.
package struct StoredResource: Hashable, Sendable {
    package var info: ResourceInfo
    /// Relative to the bundle.
    package var relativePath: String
    /// The app that added the asset, by its row; nil: the owner.
    package var addedBy: Int64?
}
