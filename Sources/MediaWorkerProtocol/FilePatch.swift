package import LibraryModel

/// A replacement of bytes of a file by as many others. A list of patches turns a file into its stripped copy.
package struct FilePatch: Hashable, Sendable {
    package enum Change: Hashable, Sendable {
        /// This byte, repeated.
        case fill(UInt8, count: Int64)
        case bytes([UInt8])
    }

    package var offset: Int64
    package var change: Change

    package init(offset: Int64, _ change: Change) {
        self.offset = offset
        self.change = change
    }

    package var count: Int64 {
        switch change {
        case .fill(_, let count): count
        case .bytes(let bytes): Int64(bytes.count)
        }
    }

    package var end: Int64 { offset + count }
}

/// The patches of a file in sealed memory: each a kind (1: fill, 2: bytes), offset and count of eight bytes each, and
/// the byte or bytes.
package enum FilePatches {
    /// The largest encoding of all patches of a file in bytes. XMP packets have up to two million.
    package static let maximumSize = 16 << 20

    package static func encoded(_ patches: [FilePatch]) -> [UInt8] {
        var writer = PayloadWriter()
        for patch in patches {
            switch patch.change {
            case .fill(let byte, let count):
                writer.put(1 as UInt8)
                writer.put(patch.offset)
                writer.put(count)
                writer.put(byte)
            case .bytes(let bytes):
                writer.put(2 as UInt8)
                writer.put(patch.offset)
                writer.put(Int64(bytes.count))
                writer.putRaw(bytes)
            }
        }
        return writer.bytes
    }

    /// Decodes the patches of a file of `size` bytes: within it, in order, without overlap.
    package static func decoded(_ bytes: [UInt8], size: Int64) throws(WorkerChannelFailure) -> [FilePatch] {
        var reader = PayloadReader(bytes)
        var patches: [FilePatch] = []
        var end: Int64 = 0
        while !reader.isAtEnd {
            let kind = try reader.integer(in: 1...2 as ClosedRange<UInt8>)
            guard end < size else { throw .violation }
            let offset = try reader.integer(in: end...size - 1)
            let count = try reader.integer(in: 1...size - offset)
            if kind == 1 {
                patches.append(FilePatch(offset: offset, .fill(try reader.integer(), count: count)))
            } else {
                guard count <= maximumSize else { throw .violation }
                patches.append(FilePatch(offset: offset, .bytes(Array(try reader.raw(Int(count))))))
            }
            end = offset + count
        }
        return patches
    }
}

extension LibraryError {
    /// The metadata of a file cannot be removed reliably, so no copy is made.
    package static let notRemovable = LibraryError(
        .invalidResource,
        "places and texts cannot be removed from this file"
    )
}
