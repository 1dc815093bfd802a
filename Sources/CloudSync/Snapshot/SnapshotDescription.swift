/// A device's snapshot: all records as that device had merged them, in parts.
package struct SnapshotDescription: Hashable, Sendable {
    package var number: UInt64
    package var parts: UInt32
    /// How much of each log it covers.
    package var covers: VersionVector

    package init(number: UInt64, parts: UInt32, covers: VersionVector) {
        self.number = number
        self.parts = parts
        self.covers = covers
    }

    func write(to writer: inout ByteWriter) {
        writer.put(integer: number)
        writer.put(integer: UInt64(parts))
        covers.write(to: &writer)
    }

    init(from reader: inout ByteReader) throws(SyncFailure) {
        number = try reader.integer(upTo: VersionVector.maximumNumber)
        parts = UInt32(try reader.integer(upTo: UInt64(UInt32.max)))
        covers = try VersionVector(from: &reader)
    }
}
