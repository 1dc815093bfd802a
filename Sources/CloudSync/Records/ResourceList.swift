internal import LibraryModel

/// The files of an asset: an original, or the two of a Live Photo or a RAW and JPEG pair.
package struct ResourceList: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        /// `ResourceKind`'s raw value; unknown ones are kept.
        package var kind: UInt16
        package var filename: String
        package var contentType: String
        /// Bytes.
        package var size: UInt64
        package var content: ContentDigest

        package init(kind: UInt16, filename: String, contentType: String, size: UInt64, content: ContentDigest) {
            self.kind = kind
            self.filename = filename
            self.contentType = contentType
            self.size = size
            self.content = content
        }
    }

    package var entries: [Entry]

    package init(_ entries: [Entry]) { self.entries = entries }

    package static let maximumEntries = 16
    /// The longest name or type in bytes.
    package static let maximumTextLength = 1024
    /// The largest file in bytes: what `Int64` holds.
    package static let maximumSize = UInt64(Int64.max)

    package var bytes: [UInt8] { ByteWriter.bytes(write) }

    package init(bytes: [UInt8]) throws(SyncFailure) {
        self = try ByteReader.value(in: bytes) { reader throws(SyncFailure) in try ResourceList(from: &reader) }
    }

    func write(to writer: inout ByteWriter) {
        writer.put(count: entries.count)
        for entry in entries {
            writer.put(integer: UInt64(entry.kind))
            writer.put(counted: entry.filename.utf8)
            writer.put(counted: entry.contentType.utf8)
            writer.put(integer: entry.size)
            writer.put(raw: entry.content.bytes)
        }
    }

    init(from reader: inout ByteReader) throws(SyncFailure) {
        let count = try reader.count(of: ContentDigest.byteCount)
        guard count <= ResourceList.maximumEntries else { throw .damaged }
        entries = []
        for _ in 0..<count {
            let kind = UInt16(try reader.integer(upTo: UInt64(UInt16.max)))
            let filename = try reader.text(upTo: ResourceList.maximumTextLength)
            let contentType = try reader.text(upTo: ResourceList.maximumTextLength)
            let size = try reader.integer(upTo: ResourceList.maximumSize)
            guard let content = ContentDigest(bytes: try reader.raw(ContentDigest.byteCount)) else { throw .damaged }
            entries.append(
                Entry(kind: kind, filename: filename, contentType: contentType, size: size, content: content)
            )
        }
    }
}
