internal import LibraryModel

/// One object of a device's log: what changed, as parts of records. Its bytes never change once it has a number.
package struct Segment: Hashable, Sendable {
    package var device: DeviceID
    /// From 1, without gaps.
    package var number: UInt64
    package var fragment: Fragment

    package init(device: DeviceID, number: UInt64, fragment: Fragment) {
        self.device = device
        self.number = number
        self.fragment = fragment
    }

    package var bytes: [UInt8] {
        var writer = ByteWriter()
        ObjectHeader.segment.write(to: &writer)
        writer.put(device)
        writer.put(integer: number)
        fragment.write(to: &writer)
        return writer.bytes
    }

    package init(bytes: [UInt8]) throws(SyncFailure) {
        var reader = ByteReader(bytes)
        try ObjectHeader.segment.read(from: &reader)
        device = try reader.identifier()
        number = try reader.integer(upTo: VersionVector.maximumNumber)
        fragment = try Fragment(from: &reader)
        try reader.finish()
    }
}
