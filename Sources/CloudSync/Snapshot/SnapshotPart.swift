internal import LibraryModel

/// One object of a snapshot.
package struct SnapshotPart: Hashable, Sendable {
    package var device: DeviceID
    package var number: UInt64
    /// From 0.
    package var part: UInt32
    package var fragment: Fragment

    package init(device: DeviceID, number: UInt64, part: UInt32, fragment: Fragment) {
        self.device = device
        self.number = number
        self.part = part
        self.fragment = fragment
    }

    package var bytes: [UInt8] {
        var writer = ByteWriter()
        ObjectHeader.snapshotPart.write(to: &writer)
        writer.put(device)
        writer.put(integer: number)
        writer.put(integer: UInt64(part))
        fragment.write(to: &writer)
        return writer.bytes
    }

    package init(bytes: [UInt8]) throws(SyncFailure) {
        var reader = ByteReader(bytes)
        try ObjectHeader.snapshotPart.read(from: &reader)
        device = try reader.identifier()
        number = try reader.integer(upTo: VersionVector.maximumNumber)
        part = UInt32(try reader.integer(upTo: UInt64(UInt32.max)))
        fragment = try Fragment(from: &reader)
        try reader.finish()
    }
}
