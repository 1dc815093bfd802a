package import LibraryModel

/// An ingested file for use in a change block.
package struct StagedFile: Hashable, Sendable {
    package var metadata: MediaMetadata
    /// The filename given by the client.
    package var filename: String
    /// Its path in the bundle. Content-addressed: equal content has the same path.
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
