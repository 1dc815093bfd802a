/// The bytes of an XMP file that lies beside a photo or a video. Only the media worker reads what they say.
package struct SideCar: Hashable, Sendable {
    /// Bytes, which fit into a frame with all else of a call. Those of long edits have some 100,000.
    package static let maximumSize = 512 << 10

    package let bytes: [UInt8]

    /// Nil when there are too many.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count <= SideCar.maximumSize else { return nil }
        self.bytes = bytes
    }
}
