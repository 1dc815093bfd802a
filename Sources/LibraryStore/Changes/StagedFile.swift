package import LibraryModel

/// A file that the server has taken in and put in its place, as a change block uses it.
package struct StagedFile: Hashable, Sendable {
    package var metadata: MediaMetadata
    /// The name that it came with.
    package var filename: String
    /// Where it lies in the bundle. Content addressed: the same bytes always have the same path.
    package var relativePath: String
    /// Bytes.
    package var size: Int64
    package var sha256: [UInt8]

    package init(metadata: MediaMetadata, filename: String, relativePath: String, size: Int64, sha256: [UInt8]) {
        self.metadata = metadata
        self.filename = filename
        self.relativePath = relativePath
        self.size = size
        self.sha256 = sha256
    }
}
